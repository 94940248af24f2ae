import { tagFault } from '../server/core/workspace/version-references.ts';
import { defineSchemaRule } from '../server/core/engine/rule.ts';
import { entryOf, marksOf, type Marks } from '../server/core/shapes/table.ts';
import { nearest, show, suggested } from '../server/core/wording.ts';
import { rename } from '../server/core/engine/fixes.ts';

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
    const near = meantBy(key, marks);
    const free = near !== undefined && !node.get(near).exists;
    return {
      at: { key: node.get(key).pointer },
      message:
        (marks['x-noun'] === 'a tag name'
          ? `${show(key)} cannot be a tag (${tagFault(key)})`
          : `${show(key)} cannot be a key of ${node.label}`) + suggested(near),
      ...(marks['x-form'] !== undefined && { help: `expected ${marks['x-form']}` }),
      fix: free ? rename(node.get(key), near) : undefined,
    };
  },
});

function meantBy(key: string, marks: Marks): string | undefined {
  if (marks.enum)
    return nearest(
      key,
      marks.enum.filter(value => typeof value === 'string'),
    );
  const lower = key.trim().toLowerCase().replace(/\s+/g, '-');
  return lower !== key && marks.pattern !== undefined && new RegExp(marks.pattern, 'u').test(lower) ? lower : undefined;
}
