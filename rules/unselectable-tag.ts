import { isArray } from '../server/core/json/json.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { tagFault, hasTagForm, reservedReferences } from '../server/core/workspace/version-references.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unselectable-tag',
  group: 'references',
  aliases: ['malformed-tag-name'],
  severity: 'error',
  summary: 'A tag has a name that no reference can select.',
  why: `
    A tag name starts with a lowercase letter and has at most 20 characters: lowercase letters, digits, underscores
    and hyphens. \`v\` followed by digits is reserved for versions; \`latest\` and \`latest_published\` have their own
    meaning. The version cannot be reached by such a tag.
  `,
  spec: 'Agent version reference',
  clause: [
    'Agent (response shape): assigned_tags: the preferred one first',
    'Agent list item and list filter: tags: names to states; they are authoritative',
    'Agent version reference: a tag name has the same form',
  ],
  at: { 'agent-settings': '/assigned_tags/*', 'agent-list-item': '/tags/*' },
  // in a list item the key is the tag
  when: () => (tag, holder) =>
    !isArray(holder) || (typeof tag === 'string' && (reservedReferences.includes(tag) || !hasTagForm(tag))),

  check(node) {
    const isKey = node.within('agent-list-item') !== undefined;
    const name = isKey ? node.key : node.string();
    if (!name || node.within('agent-override')) return undefined;
    const at = isKey ? { key: node.pointer } : node;
    if (reservedReferences.includes(name))
      return {
        at,
        severity: 'warning',
        message: `tag ${show(name)} can never be selected: as a reference it means the ${reservedWord(name)}`,
      };
    // a malformed key is reported by the rule for its schema violation
    if (isKey || hasTagForm(name)) return undefined;
    return {
      at,
      message: `${show(name)} cannot be a tag (${tagFault(name)})${suggestion(node, name)}`,
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "assigned_tags": ["prod", "Prod EU", "v2", "canary-for-the-second-week", "2nd", "latest"] }
                                  ^^^^^^^^^ "Prod EU" cannot be a tag (it must start with a lowercase letter); did
                                          | you mean "prod-eu"?
                                             ^^^^ "v2" cannot be a tag ("v" + digits is reserved for versions)
                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | "canary-for-the-second-week" cannot be a tag (26 characters, the
                                              | limit is 20)
                                                                                 ^^^^^
                                              | "2nd" cannot be a tag (it must start with a lowercase letter)
                                                                                        ^^^^^^^^
                                              | warning: tag "latest" can never be selected: as a reference it means
                                              | the newest version
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "tags": { "latest_published": { "version": 1 } }
                    ^^^^^^^^^^^^^^^^^^ warning: tag "latest_published" can never be selected: as a reference it means
                                     | the version published last
        }
      ]
    `,
    valid: files`
      -- desk.agent.json --
      { "assigned_tags": ["prod", "v2-beta", "v", "canary_2", "a", "abcdefghijklmnopqrst", ""] }
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "latest-one": { "version": 1 } } }]
    `,
  },
});

const reservedWord = (name: string): string => (name === 'latest' ? 'newest version' : 'version published last');

function suggestion(node: Cursor, name: string): string {
  const meant = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-');
  const taken = node.parent?.items().some(other => other.value === meant);
  return !taken && hasTagForm(meant) && !reservedReferences.includes(meant) ? `; did you mean "${meant}"?` : '';
}
