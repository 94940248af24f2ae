import { anyOf } from '../server/core/json/by-text.ts';
import { defineRule, property, set, show, suggest } from '../server/core/engine/rule.ts';

/** The phonemes of CMU's ARPAbet. A vowel ends with its stress. */
const arpabet = anyOf(
  '',
  /^(AA|AE|AH|AO|AW|AX|AXR|AY|EH|ER|EY|IH|IX|IY|OW|OY|UH|UW|UX)[0-2]?$/,
  /^(B|CH|D|DH|DX|EL|EM|EN|F|G|HH|H|JH|K|L|M|N|NG|NX|P|Q|R|S|SH|T|TH|V|W|WH|Y|Z|ZH)$/,
);
const isArpabet = (phoneme: string): boolean =>
  phoneme
    .trim()
    .split(/\s+/)
    .every(phoneme => arpabet.test(phoneme));

export default defineRule({
  id: 'malformed-phoneme',
  group: 'values',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: pronunciation_dictionary: three required fields; support depends on provider and model',
  at: { 'pronunciation-entry': '/phoneme' },
  when: () => (phoneme, holder) => {
    const alphabet = property(holder, 'alphabet');
    if (typeof phoneme !== 'string') return false;
    return alphabet === 'ipa' ? /\d/.test(phoneme) : alphabet === 'cmu';
  },

  check(node) {
    const phoneme = node.string()!;
    const alphabet = node.sibling('alphabet').value;
    if (phoneme.trim() === '') return undefined;
    if (alphabet === 'cmu' && !isArpabet(phoneme)) {
      const wrongSound = phoneme
        .trim()
        .split(/\s+/)
        .find(phoneme => !arpabet.test(phoneme))!;
      const upper = phoneme.toUpperCase(),
        similarPhoneme = isArpabet(upper) ? upper : undefined;
      return {
        message: `phoneme: ${show(wrongSound)} is not a CMU phone${suggest(similarPhoneme) || ' ("cat" is K AE1 T)'}`,
        fix: set(node, similarPhoneme),
      };
    }
    if (alphabet === 'ipa' && isArpabet(phoneme)) {
      return {
        message: `phoneme: ${show(phoneme)} is CMU, but alphabet is "ipa"`,
        fix: set(node.sibling('alphabet'), 'cmu', { title: 'Use the alphabet "cmu"' }),
      };
    }
    return undefined;
  },
});
