import { defineRule, listed, show, type Json } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unsupported-alphabet',
  group: 'values',
  severity: 'warning',
  spec: 'domain',
  clause: 'Agent settings: pronunciation_dictionary: three required fields; support depends on provider and model',
  comparesSettings: true,
  at: { 'pronunciation-entry': '/alphabet' },
  when: ({ 'x-model-values': alphabets = {} }) => {
    const alphabetsByModel = Object.values(alphabets as Readonly<Record<string, readonly Json[]>>);
    return alphabet => alphabetsByModel.some(alphabets => !alphabets.includes(alphabet));
  },

  check(node) {
    const alphabets = (node.marks['x-model-values'] ?? {}) as Readonly<Record<string, readonly string[]>>;
    const model = node.within('agent-settings')?.get('voice_model');
    const name = model?.string();
    const alphabet = node.string();
    if (
      alphabet === undefined ||
      !node.marks.enum?.includes(alphabet) ||
      name === undefined ||
      !Object.hasOwn(alphabets, name)
    )
      return undefined;
    if (alphabets[name]!.includes(alphabet)) return undefined;
    return {
      message: `alphabet: ${show(name)} supports ${listed(alphabets[name]!, 'and')} but not ${alphabet}, so the entry has no effect`,
      related: [{ at: model!, message: 'the voice model' }],
    };
  },
});
