import { pointerOfNode } from '../server/core/locate.ts';
import { join } from '../server/core/json/pointer.ts';
import { LineIndex } from '../server/core/syntax/lines.ts';
import { NodeType } from '../server/core/syntax/syntax-nodes.ts';
import { defineTextRule, show, type TextProblem } from '../server/core/engine/rule.ts';

/** The number of equal keys above which a fix removes only the previous key. All fixes together leave the last key. */
const MAX_REMOVED_NODES = 10;

export default defineTextRule({
  id: 'duplicate-key',
  group: 'files',
  severity: 'warning',
  spec: 'What the service does',
  clause: 'What the service does: bodies are JSON',

  suspects: facts => facts.valid && !facts.hasUniqueKeys,

  *checkText(text, { nodes }): Generator<TextProblem> {
    let lines: LineIndex | undefined;
    // The offsets of keys within an ignored value, which are not reported again.
    const ignoredKeys = new Set<number>();
    for (let node = 0; node < nodes.length; node++) {
      if (ignoredKeys.has(node)) for (const child of nodes.children(node)) ignoredKeys.add(child);
      if (nodes.type(node) !== NodeType.object || ignoredKeys.has(node)) continue;
      const children = nodes.children(node);
      const keys = new Map<string, number[]>();
      for (const child of children) {
        const key = nodes.key(child) ?? '';
        const before = keys.get(key);
        if (!before) {
          keys.set(key, [child]);
          continue;
        }
        const previous = before.at(-1)!,
          removedNodes = before.length > MAX_REMOVED_NODES ? [previous] : [...before];
        before.push(child);
        ignoredKeys.add(previous);
        lines ??= new LineIndex(text);
        const span = nodes.keySpan(child)!,
          earlierSpan = nodes.keySpan(previous)!;
        const textOf = (node: number): string => text.slice(nodes.start(node), nodes.end(node));
        const isSame = removedNodes.every(node => textOf(node) === textOf(child));
        const pointer = join(pointerOfNode(nodes, node), key);
        yield {
          span,
          pointer,
          message: `${show(key)} is defined twice; this one wins, line ${lines.positionAt(earlierSpan.start).line + 1} is ignored`,
          related: [{ span: earlierSpan, pointer, message: 'ignored' }],
          fix: {
            title: removedNodes.length === 1 ? 'Remove the earlier one' : 'Remove the earlier ones',
            safe: isSame,
            edits: removedNodes.map(node => ({ removeNode: node })),
          },
        };
      }
    }
  },
});
