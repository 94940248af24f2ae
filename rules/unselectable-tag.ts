import { hasTagForm, reservedReferences, tagFault, tagMeant } from '../server/core/workspace/version-references.ts';
import { defineRule, isArray, set, show, suggest } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unselectable-tag',
  group: 'references',
  aliases: ['malformed-tag-name'],
  severity: 'error',
  spec: 'Agent version reference',
  clause: [
    'Agent (response shape): assigned_tags: the preferred one first',
    'Agent list item and list filter: tags: names to states; they are authoritative',
    'Agent version reference: a tag name has the same form',
  ],
  at: { 'agent-settings': '/assigned_tags/*', 'agent-list-item': '/tags/*' },
  // in a list item, the tag is the key
  when: () => (tag, holder) =>
    !isArray(holder) || (typeof tag === 'string' && (reservedReferences.includes(tag) || !hasTagForm(tag))),

  check(node) {
    const isKey = node.within('agent-list-item') !== undefined;
    const name = isKey ? node.key : node.string();
    if (!name || node.within('agent-override')) return undefined;
    const target = isKey ? { key: node.pointer } : node;
    if (reservedReferences.includes(name))
      return {
        at: target,
        severity: 'warning',
        message: `tag ${show(name)} can never be selected: as a reference it means the ${reservedWord(name)}`,
      };
    // another rule reports a malformed key, because it violates the schema
    if (isKey || hasTagForm(name)) return undefined;
    const tag = tagMeant(name);
    return {
      at: target,
      message: `${show(name)} cannot be a tag (${tagFault(name)})${suggest(tag)}`,
      fix: node.parent?.items().some(sibling => sibling.value === tag) ? undefined : set(node, tag),
    };
  },
});

const reservedWord = (name: string): string => (name === 'latest' ? 'newest version' : 'version published last');
