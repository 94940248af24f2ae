import type { Cursor } from '../server/core/cursor.ts';
import { hasTagForm, reservedReferences } from '../server/core/workspace/version-references.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

export default defineRule({
  id: 'unselectable-tag',
  aliases: ['malformed-tag-name'],
  severity: 'error',
  summary: 'A tag that no reference can name.',
  why: `
    The version that bears such a tag cannot be reached by it: a reference is refused or means something else. A tag
    begins with a lowercase letter and has up to 20 characters: lowercase letters, digits, underscores and hyphens.
    \`v\` followed by digits only is not a tag, because it looks like a version, and \`latest\` and \`latest_published\`
    select versions of their own accord.
  `,
  spec: 'Agent version reference',
  clause: [
    'Agent (response shape): assigned_tags: the preferred one first',
    'Agent list item and list filter: tags: names to states; they are authoritative',
    'Agent version reference: a tag name has the same form',
  ],
  at: { 'agent-settings': '/assigned_tags/*', 'agent-list-item': '/tags/*' },

  check(node) {
    const isKey = node.within('agent-list-item') !== undefined;
    const name = isKey ? node.key : node.string();
    if (!name || node.within('agent-override')) return undefined;
    const at = isKey ? { key: node.pointer } : node;
    if (reservedReferences.includes(name))
      return {
        at,
        severity: 'warning',
        message: `tag ${show(name)} can never be selected: as a reference it means ${reservedWord(name)}`,
      };
    // a malformed key is a violation of the schema and said by its rule
    if (isKey || hasTagForm(name)) return undefined;
    return {
      at,
      message: `${show(name)} is not a tag name: ${fault(name)}, so no reference can select it${suggestion(node, name)}`,
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        { "assigned_tags": ["prod", "Prod EU", "v2", "canary-for-the-second-week", "2nd", "latest"] }
                                    ^^^^^^^^^ "Prod EU" is not a tag name: it must begin with a lowercase letter, so no
                                            | reference can select it; did you mean "prod-eu"?
                                               ^^^^
                                                | "v2" is not a tag name: "v" and digits stand for a version, so no
                                                | reference can select it
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                                | "canary-for-the-second-week" is not a tag name: it has 26 characters,
                                                | at most 20 fit, so no reference can select it
                                                                                   ^^^^^
                                                | "2nd" is not a tag name: it must begin with a lowercase letter, so no
                                                | reference can select it
                                                                                          ^^^^^^^^
                                                | warning: tag "latest" can never be selected: as a reference it means
                                                | the version with the largest number
        -- team.agent-list.json --
        [
          {
            "agent_id": "agent_desk",
            "agent_name": "Desk",
            "channel": "voice",
            "user_modified_timestamp": 1760000000000,
            "tags": { "latest_published": { "version": 1 } }
                      ^^^^^^^^^^^^^^^^^^ warning: tag "latest_published" can never be selected: as a reference it means
                                       | the version published last
          }
        ]
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "assigned_tags": ["prod", "v2-beta", "v", "canary_2", "a", "abcdefghijklmnopqrst", ""] }
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "agent_name": "Desk",
          "channel": "voice",
          "user_modified_timestamp": 1760000000000,
          "tags": { "latest-one": { "version": 1 } }
        }
      ]
    `,
    ],
  },
});

const reservedWord = (name: string): string =>
  name === 'latest' ? 'the version with the largest number' : 'the version published last';

function fault(name: string): string {
  if (/^v[0-9]+$/.test(name)) return '"v" and digits stand for a version';
  if ([...name].length > 20) return `it has ${[...name].length} characters, at most 20 fit`;
  return /^[a-z]/.test(name)
    ? 'it may hold lowercase letters, digits, "_" and "-" only'
    : 'it must begin with a lowercase letter';
}

function suggestion(node: Cursor, name: string): string {
  const meant = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-');
  const taken = node.parent?.items().some(other => other.value === meant);
  return !taken && hasTagForm(meant) && !reservedReferences.includes(meant) ? `; did you mean "${meant}"?` : '';
}
