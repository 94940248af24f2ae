import type { Cursor } from '../../core/cursor.ts';
import { Dispatch } from '../../core/dispatch.ts';
import type { Document } from '../../core/document.ts';
import { partsOf } from '../../core/domain/agent-parts.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { templatesIn } from '../../core/domain/templates.ts';
import { aboutTokens, estimatedTokens } from '../../core/domain/tokens.ts';
import { lazy } from '../../core/memory.ts';
import { withMark } from '../../core/shapes/at.ts';
import { count } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { agentsToShow } from '../shown-agent.ts';

const texts = lazy(() => new Dispatch<true>([[withMark('x-text'), true]]));

/** The texts of a document that people write and that a model or caller gets, in document order. */
const textsIn = (document: Document): readonly Cursor[] =>
  document.memory.remember(textsIn, undefined, () => {
    const places: Cursor[] = [];
    for (const record of document.roots)
      texts().walk(record, (_, place) => {
        if (place.string() !== undefined) places.push(place);
      });
    return places;
  });

/**
 * All texts of the agent to which a place belongs, beginning with the file of the agent; for a place without an agent,
 * the texts of its file.
 */
export function textsOfAgent(place: Cursor, workspace: Workspace): readonly Cursor[] {
  const [agent] = agentsToShow(place, workspace),
    parts = agent ? partsOf(agent, workspace) : [];
  const isIn = ({ pointer }: Cursor, container: string): boolean =>
    pointer === container || pointer.startsWith(`${container}/`);
  if (parts.length === 0) return textsIn(place.document);
  const places = parts.flatMap(({ file, pointer }) =>
    textsIn(workspace.document(file)!).filter(text => isIn(text, pointer)),
  );
  // an engine nested in the file of the agent is listed twice
  return [...new Map(places.map(text => [`${text.file} ${text.pointer}`, text] as const)).values()];
}

/** The name of a text, for example `CLOSE CALL instruction`, `get_slots description` or `general prompt`. */
export function textName(place: Cursor): string {
  const noun = place.marks['x-text'] ?? place.key.replaceAll('_', ' '),
    owner = ownerOf(place);
  if (owner !== undefined) return `${owner} ${noun}`;
  return place.key.endsWith(noun) || place.key.endsWith('prompt') ? place.key.replaceAll('_', ' ') : noun;
}

/** The name of a text with its owner, for example `general prompt of Front desk, version 3`. */
export function textTitle(place: Cursor, workspace: Workspace): string {
  const [agent] = agentsToShow(place, workspace),
    version = versionAround(place);
  return [
    textName(place),
    ...(agent ? [` of ${nameOfAgent(agent)}`] : []),
    ...(version === undefined ? [] : [`, version ${version}`]),
  ].join('');
}
export const nameOfAgent = (agent: Cursor): string =>
  agent.get('agent_name').string() || agent.get('agent_id').string() || agent.document.file;
function versionAround(place: Cursor): number | undefined {
  for (let cursor: Cursor | undefined = place.parent; cursor; cursor = cursor.parent) {
    const version = cursor.get('version').integer();
    if (version !== undefined) return version;
  }
  return undefined;
}

/** The name of the part of the record to which a text belongs: a node, an edge, a state, a tool. */
function ownerOf(place: Cursor): string | undefined {
  for (let cursor = place.parent; cursor?.parent; cursor = cursor.parent) {
    const destination = cursor.get('destination_node_id').string() ?? cursor.get('destination_state_name').string();
    if (destination !== undefined) return `${ownerOf(cursor) ?? ''} → ${nameOfNode(destination, cursor)}`.trim();
    const name = cursor.parent.isArray ? nameOf(cursor) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
}
function nameOfNode(id: string, edge: Cursor): string {
  const [owner] = ownersOf(edge),
    flow = owner && flowOf(owner),
    index = flow?.nodes.get(id);
  return (index === undefined ? undefined : nameOf(owner!.get(flow!.list).get(index))) ?? id;
}
const nameOf = (record: Cursor): string | undefined =>
  record.get('name').string() || record.get('id').string() || undefined;

/**
 * The size of a text, for example `10,025 characters · about 2,500 tokens · 9 variables`.
 * @param isBrief whether to leave out the characters if tokens are shown
 */
export function sizeOf(text: string, isBrief = false): string {
  if (text === '') return 'empty';
  const variables = new Set(templatesIn(text).map(({ name }) => name)).size,
    isLong = text.length > MAX_SHORT_LENGTH;
  return [
    ...(isBrief && isLong ? [] : [count(text.length, 'character')]),
    ...(isLong ? [`${aboutTokens(estimatedTokens(text))} tokens`] : []),
    ...(variables > 0 ? [count(variables, 'variable')] : []),
  ].join(' · ');
}
/** The maximum number of characters at which a text is still as readable in its JSON line as in a separate editor. */
const MAX_SHORT_LENGTH = 200;

/** The texts that get a lens at any length; all other texts get one only if they are long. */
const mainTexts: ReadonlySet<unknown> = new Set(['prompt', 'instruction', 'begin message']);
/** The maximum number of texts in a document; if there are more, only long texts get a lens. */
const MAX_TEXTS = 200;

/** The texts of a document that an editor offers to open. */
export function textsToOffer(document: Document): readonly Cursor[] {
  const cursors = textsIn(document),
    isLong = (place: Cursor): boolean => place.string()!.length > MAX_SHORT_LENGTH || place.string()!.includes('\n');
  return cursors.filter(
    place => isLong(place) || (cursors.length <= MAX_TEXTS && mainTexts.has(place.marks['x-text'])),
  );
}
