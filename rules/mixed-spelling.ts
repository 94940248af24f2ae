import { specNamesIn } from '../server/core/domain/mixed-dialects.ts';
import { kinds } from '../server/core/kinds.ts';
import { count, defineRule, show } from '../server/core/engine/rule.ts';

/** Every shape that the root of a file can have. */
const records = Object.fromEntries(Object.values(kinds).flatMap(({ shapes }) => shapes.map(shape => [shape, ''])));

export default defineRule({
  id: 'mixed-spelling',
  group: 'style',
  severity: 'info',
  spec: 'domain',
  at: records,
  check(node) {
    const { document } = node;
    if (document.roots[0]?.pointer !== node.pointer) return undefined;
    const otherNames = specNamesIn(document),
      [first] = otherNames;
    if (!first) return undefined;
    const otherCount = otherNames.length - 1,
      { pointer } = first.at,
      shows = document.dialect!.shows;
    return {
      at: first.key ? { key: pointer } : pointer,
      message:
        `${show(first.name)}: spelled unlike the rest of the file` +
        `${first.spelled === shows ? '' : ` (${show(shows)})`}; expected ${show(first.spelled)}` +
        (otherCount > 0 ? ` (and ${count(otherCount, 'more name')})` : ''),
      fix: {
        title: 'Spell all names as the rest of the file does',
        safe: false,
        edits: otherNames.map(({ at, key, name }) =>
          key ? { rename: at.pointer, to: name } : { set: at.pointer, to: name },
        ),
      },
    };
  },
});
