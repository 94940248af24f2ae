import { isArray } from '../server/core/json/json.ts';
import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

export default defineRule({
  id: 'deprecated-value',
  severity: 'warning',
  summary: 'A value that another one has replaced.',
  why: `
    The platform still takes the value, but stores what it stands for now: \`multi\` comes back as the list of the ten
    locales that it used to mean. The next export then differs from the file though nothing was changed. Write what is
    stored.
  `,
  spec: 'Versioning 5',
  clause: [
    'Agent settings: language: locale, list, or `multi` by itself, which is stored as its ten locales',
    'Versioning: 5: what is deprecated',
  ],
  shows: 'deprecated',
  at: withMark('x-deprecated-values'),

  check(node) {
    const value = node.string();
    const replaced = node.marks['x-deprecated-values']!;
    if (value === undefined || !Object.hasOwn(replaced, value)) return undefined;
    const successor = replaced[value];
    const stands = isArray(successor) ? `the ${successor.length} values that it stands for` : show(successor);
    return {
      message: `${show(value)} is deprecated as ${node.marks['x-noun'] ?? 'a value'}${successor == null ? '' : `; write ${stands}`}`,
      ...(successor != null && {
        fix: { title: `Write ${stands}`, safe: true, edits: [{ set: node.pointer, to: successor }] },
      }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        { "language": "multi" }
                      ^^^^^^^ warning: "multi" is deprecated as a language; write the 10 values that it stands for
      `,
        fixed: files`
        -- desk.agent.json --
        { "language": ["en-US", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"] }
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "language": "en-US" }
      -- night.agent.json --
      { "language": ["en-US", "multi"] }
    `,
    ],
  },
});
