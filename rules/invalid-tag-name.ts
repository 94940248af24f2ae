import { tagFault, tagMeant } from '../server/core/workspace/version-references.ts';
import { entryOf, marksOf } from '../server/core/shapes/table.ts';
import { defineSchemaRule, rename, show, suggest } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'invalid-tag-name',
  group: 'references',
  aliases: ['bad-key'],
  severity: 'error',
  spec: 'Agent version reference',
  violates: ['propertyNames'],

  check(node, violation) {
    const key = String(violation.params['propertyName']);
    const { keys } = entryOf(node.entry);
    const marks = keys === undefined ? {} : marksOf(keys);
    const similarTag = tagMeant(key);
    const isFree = similarTag !== undefined && !node.get(similarTag).exists;
    return {
      at: { key: node.get(key).pointer },
      message:
        (marks['x-noun'] === 'a tag name'
          ? `${show(key)} cannot be a tag (${tagFault(key)})`
          : `${show(key)} cannot be a key of ${node.label}`) + suggest(similarTag),
      ...(marks['x-form'] !== undefined && { help: `expected ${marks['x-form']}` }),
      fix: isFree ? rename(node.get(key), similarTag) : undefined,
    };
  },
});
