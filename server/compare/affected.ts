import type { Cursor } from '../core/cursor.ts';
import { differences } from '../core/domain/contents.ts';
import { equal } from '../core/json/json.ts';
import { addTo } from '../core/json/multimap.ts';
import { kindNames } from '../core/kinds.ts';
import { compareTexts } from '../core/wording.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { paired } from './pairs.ts';
import { recordGraph, type RecordGraph, type RecordNode } from './record-graph.ts';

/** A record that a change can affect. */
export interface Affected {
  readonly record: RecordNode;
  /** Whether the record itself is new or differs. */
  readonly isChanged: boolean;
  /**
   * The records on the shortest way to one that is changed, that one last; empty if it is this one. Of a long way, those
   * nearest to the record.
   */
  readonly through: readonly RecordNode[];
  /** How many are left out before the last one. */
  readonly omitted: number;
}
/** The most steps of a way that are listed. */
const MOST_STEPS = 8;
interface Step {
  readonly isChanged: boolean;
  readonly via: RecordNode | undefined;
  /** What the way leads to. */
  readonly last: RecordNode;
  readonly length: number;
}
/** Two states of the files, and the files whose former contents are unknown. */
interface States {
  readonly before: Workspace;
  readonly after: Workspace;
  readonly unknown?: { has(file: string): boolean };
  /** Records that matter only if they change themselves: no way leads through them. */
  readonly isPast?: (record: RecordNode) => boolean;
}

/**
 * The records that a change can affect: those that change, and those that lead to a changed one by their names, in
 * either state and over any number of steps; never what a changed record leads to. A change without meaning for the
 * platform (titles, positions on a canvas, times) affects only the record itself, and the records whose references now
 * select something else. Records that are gone are not among them. By kind, id, number and file.
 */
export function affectedBy({ before, after, unknown = new Set(), isPast = () => false }: States): readonly Affected[] {
  const [olds, news] = [recordGraph(before), recordGraph(after)],
    pairs = matched(olds, news);
  const seen = new Map<RecordNode, Step>(),
    pending: RecordNode[] = [];
  const add = (node: RecordNode, isChanged: boolean, via?: RecordNode): void => {
    if (seen.has(node) || (!isChanged && isPast(node))) return;
    const { last = node, length = -1 } = (via && seen.get(via)) ?? {};
    seen.set(node, { isChanged, via, last, length: length + 1 });
    pending.push(node);
  };
  const silent = new Set<RecordNode>(),
    /**
     * For each changed record, the records whose references to its agent's versions or tags now select something else.
     */
    misled = new Map<RecordNode, RecordNode[]>();
  for (const old of olds.nodes) if (!pairs.former.has(old)) add(old, true);
  for (const now of news.nodes) {
    const old = pairs.latter.get(now),
      at = after.at(now);
    if (old && !unknown.has(now.file)) {
      const former = before.at(old);
      if (isSame(former, at)) continue;
      if (old.identity === now.identity && differences(former, at).length === 0) silent.add(now);
    }
    add(now, true);
  }
  const changedAbout = ({ aboutAgent }: RecordGraph, id: string): RecordNode[] =>
    (aboutAgent.get(id) ?? []).map(one => pairs.former.get(one) ?? one).filter(one => seen.get(one)?.isChanged);
  const others: RecordNode[] = [];
  for (const [now, old] of pairs.latter) {
    const agents = otherAnswers(old, now);
    if (agents === undefined || seen.has(now)) continue;
    others.push(now);
    for (const id of agents)
      for (const cause of [...changedAbout(olds, id), ...changedAbout(news, id)]) addTo(misled, cause, now);
  }
  const leading = leadersOf(olds, news, pairs, 'leads'),
    using = leadersOf(olds, news, pairs, 'uses');
  const follow = (): void => {
    // the list grows while it is read
    for (const node of pending.splice(0)) {
      for (const one of misled.get(node) ?? []) add(one, false, node);
      if (silent.has(node)) continue;
      for (const one of leading.get(node) ?? []) add(one, false, node);
      if (seen.get(node)!.isChanged) for (const one of using.get(node) ?? []) add(one, false, node);
    }
  };
  while (pending.length > 0) follow();
  for (const one of others) add(one, false);
  while (pending.length > 0) follow();
  const here = new Set(news.nodes),
    isThere = (node: RecordNode): boolean => here.has(node) || after.document(node.file)?.readable === false;
  return [...seen]
    .filter(([node]) => isThere(node))
    .map(([record, { isChanged }]) => ({ record, isChanged, ...wayFrom(record, seen) }))
    .sort((a, b) => compareRecords(a.record, b.record));
}

const isSame = (former: Cursor, now: Cursor): boolean =>
  (former.document === now.document && former.pointer === now.pointer) || equal(former.value, now.value);

function wayFrom(record: RecordNode, seen: ReadonlyMap<RecordNode, Step>): Pick<Affected, 'through' | 'omitted'> {
  const { last, length } = seen.get(record)!,
    way: RecordNode[] = [];
  for (let at = seen.get(record)?.via; at && way.length < MOST_STEPS; at = seen.get(at)?.via) way.push(at);
  const omitted = length - way.length;
  // the last step leads to the changed record
  return { through: omitted > 0 ? [...way.slice(0, -1), last] : way, omitted };
}

interface Pairs {
  /** From a record of the former state to the same one now. */
  readonly former: ReadonlyMap<RecordNode, RecordNode>;
  readonly latter: ReadonlyMap<RecordNode, RecordNode>;
}
/** The same records in both states: by identity at the same place, then by identity, then by place. */
function matched(olds: RecordGraph, news: RecordGraph): Pairs {
  const pairs = paired(olds.nodes, news.nodes, [
    node => `${keyOf(node)} ${node.identity}`,
    ({ identity }) => identity,
    node => `${keyOf(node)} ${node.kind}`,
  ]).flatMap(({ before, after }) => (before && after ? [[before, after] as const] : []));
  return { former: new Map(pairs), latter: new Map(pairs.map(([former, is]) => [is, former])) };
}

/** The agents whose answers differ; undefined if there are none. */
function otherAnswers(old: RecordNode, now: RecordNode): Set<string> | undefined {
  const agents = new Set<string>();
  let differs = false;
  for (const [one, other] of [
    [old.answers, now.answers],
    [now.answers, old.answers],
  ] as const)
    for (const [answer, agent] of one)
      if (!other.has(answer)) {
        differs = true;
        if (agent !== undefined) agents.add(agent);
      }
  return differs ? agents : undefined;
}

/** For each record, those that lead to it or use it in either state. */
function leadersOf(
  olds: RecordGraph,
  news: RecordGraph,
  { former }: Pairs,
  how: 'leads' | 'uses',
): Map<RecordNode, Set<RecordNode>> {
  const leading = new Map<RecordNode, Set<RecordNode>>();
  const current = (node: RecordNode): RecordNode => former.get(node) ?? node;
  for (const node of [...news.nodes, ...olds.nodes])
    for (const to of node[how]) {
      const leaders = leading.get(current(to));
      if (leaders) leaders.add(current(node));
      else leading.set(current(to), new Set([current(node)]));
    }
  return leading;
}

const compareRecords = (a: RecordNode, b: RecordNode): number =>
  kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind) ||
  compareTexts(a.id ?? '\uffff', b.id ?? '\uffff') ||
  (a.version ?? -1) - (b.version ?? -1) ||
  compareTexts(a.file, b.file) ||
  compareTexts(a.pointer, b.pointer);
