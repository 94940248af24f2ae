import { ownersOf } from '../../core/domain/tools.ts';
import type { Cursor } from '../../core/cursor.ts';
import { isObject, property } from '../../core/json/json.ts';
import { childEntry, entryOf, marksOf } from '../../core/shapes/table.ts';
import { show } from '../../core/wording.ts';
import { offsetContext } from '../offset-context.ts';
import type { Action, SelectionContext } from './action.ts';
import { changedFile } from './changed.ts';

const ELSE_EDGE = 'else_edge',
  ALWAYS_EDGE = 'always_edge';

/**
 * The action that adds an else edge to a node, if the node can have one and has none. The edge has no destination yet.
 */
export function addElseEdge({ document, span }: SelectionContext): Action[] {
  const node = document.valid ? offsetContext(document, span.start)?.cursor.within('node') : undefined;
  if (!node || !Object.hasOwn(entryOf(node.entry).props ?? {}, ELSE_EDGE)) return [];
  if (isObject(node.get(ELSE_EDGE).value) || isObject(node.get(ALWAYS_EDGE).value)) return [];
  const condition = childEntry(childEntry(node.entry, ELSE_EDGE), 'transition_condition'),
    prompt = marksOf(childEntry(condition, 'prompt')).const ?? '',
    nodeName = node.get('name').string() || node.get('id').string();
  const edge = {
    id: freeId(node),
    transition_condition: { type: 'prompt', prompt },
    // null marks the edge as unfinished; an empty destination would be an error
    destination_node_id: null,
  };
  const pointer = node.get(ELSE_EDGE).pointer;
  return changedFile(
    document,
    { title: `Add an else edge to ${nodeName ? show(nodeName) : 'the node'}`, kind: 'refactor.rewrite' },
    [{ set: pointer, to: edge }],
    `${pointer}/destination_node_id`,
  );
}

/** An id that no edge of the flow has. */
function freeId(node: Cursor): string {
  const takenNames = new Set(
    (ownersOf(node)[0]?.get('nodes').items() ?? []).flatMap(cursor =>
      Object.values(isObject(cursor.value) ? cursor.value : {})
        .flat()
        .map(edge => property(edge, 'id')),
    ),
  );
  const base = `${node.get('id').string() || 'node'}_else`;
  let id = base;
  for (let n = 2; takenNames.has(id); n++) id = `${base}_${n}`;
  return id;
}
