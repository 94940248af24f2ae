import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { engineOfKey, isUndecided, unknownKeys } from '../server/core/domain/fields.ts';
import { entryOf, keysOf } from '../server/core/shapes.ts';
import { listed, nearest } from '../server/core/words.ts';

export default defineRule({
  id: 'unknown-field',
  severity: 'warning',
  summary: 'A field that its shape does not have.',
  why: `
    The platform ignores a field that it does not know, so a slip in a name switches the setting off without a word.
    Where a known name is near, the slip is shown with it. All other unknown fields of an object are told once, as an
    information: the platform may have added them, or they were never read by anything. A few requests take no further
    fields at all and are refused because of one.

    Keys that begin with an underscore are taken for notes and left alone, except in those few requests.
  `,
  spec: 'Resources and their fields',
  at: { unknownKeys: true },

  *check(node): Generator<Problem> {
    if (isUndecided(node)) return;
    const { props = {}, closed } = entryOf(node.entry);
    const known = keysOf(node.entry) ?? new Map<string, number>();
    const free = Object.keys(props).filter(name => !node.get(name).exists);
    const isAgent = node.is('agent-settings');
    const hidden = node.marks['x-not-shown'] === true || node.marks['x-shown-in-part'] === true;
    const noun = node.marks['x-noun'] ?? node.label;
    const others: string[] = [];
    for (const key of unknownKeys(node)) {
      // names share words: `llm_config` is no slip for `pii_config`
      const near = nearest(key, known, 4) === undefined ? undefined : nearest(key, free, 4);
      const { pointer } = node.get(key);
      const meant = near === undefined ? '' : `; did you mean "${near}"?`;
      const fix = near !== undefined && {
        fix: { title: `Rename it to "${near}"`, safe: false, edits: [{ rename: pointer, to: near }] },
      };
      if (closed)
        yield {
          at: { key: pointer },
          severity: 'error',
          message: `"${key}" is no field of ${noun}, which takes no others${meant}`,
          ...fix,
        };
      else if (isAgent && engineOfKey(key) !== undefined) continue;
      else if (near !== undefined)
        yield {
          at: { key: pointer },
          severity: hidden ? 'info' : 'warning',
          message: `"${key}" is not a known field of ${noun}, so it has no effect${meant}`,
          ...fix,
        };
      else others.push(key);
    }
    if (others.length === 0 || hidden) return;
    yield {
      at: { key: node.get(others[0]!).pointer },
      severity: 'info',
      message: `${listed(
        others.map(key => `"${key}"`),
        'and',
      )} ${others.length === 1 ? 'is not a known field' : 'are not known fields'} of ${noun}`,
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          "voice_id": "11labs-Adrian",
          "interuption_sensitivity": 0.4,
          ^^^^^^^^^^^^^^^^^^^^^^^^^ warning: "interuption_sensitivity" is not a known field of a set of agent settings,
                                  | so it has no effect; did you mean "interruption_sensitivity"?
          "owner": "front office",
          ^^^^^^^ info: "owner" and "cost_centre" are not known fields of a set of agent settings
          "cost_centre": 4711
        }
      `,
        fixed: files`
        -- desk.agent.json --
        {
          "voice_id": "11labs-Adrian",
          "interruption_sensitivity": 0.4,
          "owner": "front office",
          "cost_centre": 4711
        }
      `,
      },
      {
        files: files`
        -- agent_desk.create-agent-version.json --
        {
          "base_version": 3,
          "version_title": "Spring",
          ^^^^^^^^^^^^^^^ "version_title" is no field of a request for a new agent version, which takes no others
          "_note": "for Anna"
          ^^^^^^^ "_note" is no field of a request for a new agent version, which takes no others
        }
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      {
        "_note": "for Anna",
        "voice_id": "11labs-Adrian",
        "handbook_config": { "new_preset": true },
        "channel": "voice",
        "is_public": false
      }
    `,
    ],
  },
});
