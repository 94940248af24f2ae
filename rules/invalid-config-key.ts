import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { entryOf, marksOf } from '../server/core/shapes/table.ts';
import { nearest, show, suggested } from '../server/core/wording.ts';
import { rename } from '../server/core/engine/fixes.ts';

export default defineSchemaRule({
  id: 'invalid-config-key',
  group: 'configuration',
  severity: 'error',
  summary: 'A key in the configuration names nothing that exists.',
  why: `
    The keys of \`files\` are kinds of file, those of \`assumptions\` are assumptions, and those of \`voices\` are voice
    ids or beginnings of ids followed by \`*\`. Anything else would be read and never applied.
  `,
  spec: 'Preflight configuration',
  violates: ['preflight-config#propertyNames'],

  check(node, violation) {
    const key = String(violation.params['propertyName']);
    // reported by unknown-rule, even for keys of the right form
    if (node.key === 'rules') return undefined;
    const { keys } = entryOf(node.entry),
      marks = keys === undefined ? {} : marksOf(keys);
    const near = nearest(
      key,
      (marks.enum ?? []).filter(name => typeof name === 'string'),
    );
    return {
      at: { key: node.get(key).pointer },
      message: `${node.label}: expected ${marks['x-noun'] ?? 'another key'}, got ${show(key)}` + suggested(near),
      fix: near !== undefined && node.get(near).exists ? undefined : rename(node.get(key), near),
    };
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "files": { "agnet": ["bots/*.json"] },
                   ^^^^^^^ files: expected a kind of file, got "agnet"; did you mean "agent"?
      => "files": { "agent": ["bots/*.json"] },
        "assumptions": { "publish-ordr": false },
                         ^^^^^^^^^^^^^^ assumptions: expected an assumption, got "publish-ordr"; did you mean
                                              | "publish-order"?
      => "assumptions": { "publish-order": false },
        "voices": { "x-*-*": "cartesia" }
                    ^^^^^^^ voices: expected a voice id or prefix-*, got "x-*-*"
      }
    `,
    valid: files`
      -- preflight.config.json --
      { "files": { "agent": ["bots/*.json"] }, "assumptions": { "publish-order": false }, "voices": { "x-*": "cartesia" } }
    `,
  },
});
