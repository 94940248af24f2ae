import type { Cursor } from '../core/cursor.ts';
import { namingsOf, visitTexts, type NamedKind, definitionsIn, recordsNamedBy } from '../core/domain/named-in-text.ts';
import { mayBeSpoken } from '../core/domain/spoken-uses.ts';
import { agentsAt } from '../core/domain/swaps.ts';
import { isSetBeforeHandOver } from '../core/domain/settable-variables.ts';
import { isSystemVariable } from '../core/domain/templates.ts';
import { variablesIn } from '../core/domain/variables.ts';
import type { Document } from '../core/document.ts';
import type { Occurrence } from '../core/index/occurrences.ts';
import { occurrencesIn } from '../core/index/occurrences-in.ts';
import { scopesIn } from '../core/index/scopes.ts';
import { memberOf } from '../core/index/variable-groups.ts';
import { addTo } from '../core/json/multimap.ts';
import { join } from '../core/json/pointer.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { maskSecrets } from '../core/secrets.ts';
import { acceptanceOf, type Acceptance } from '../core/workspace/workspace-settings.ts';
import { enginesInside, placeOf, recordsOf, type RecordWithId, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { clipped, show } from '../core/wording.ts';
import { recordPairs } from './record-pairs.ts';
import { successorOf } from './successors.ts';
import { renamedSetter, selectsAny, setterName } from './variable-setters.ts';

/** A name that a text still contains although a change renamed or removed its definition. */
export interface LostName extends Place {
  readonly kind: NamedKind | 'variable';
  readonly name: string;
  /** The offset of the name in the decoded text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The former place of the definition. */
  readonly formerPlace: Place;
  /** For a variable, the name of its setter: `get_balance`, `tag prod`. */
  readonly definedBy: string | undefined;
  /** For a variable, the kind of setter that remains from before: a default of its engine, or the calls of batches. */
  readonly remainder?: 'default' | 'batch' | undefined;
  /** The name that replaces the lost name. */
  readonly successor: string | undefined;
  readonly acceptance: Acceptance | undefined;
}

/**
 * The names in texts whose definition is gone since the former state: tools, states, nodes and components of the
 * engine or component to which a text belongs, agents to which the engine hands over, and variables that nothing sets
 * any longer. Each name is listed once per text, at its first place, in the order of files and places.
 */
export function lostNamesBetween(before: Workspace, after: Workspace): readonly LostName[] {
  if (before === after) return [];
  return [...namedInEngines(before, after), ...lostVariables(before, after)];
}

function namedInEngines(before: Workspace, after: Workspace): LostName[] {
  const losses = new Map<string, LostName>(),
    records = lostRecordNames(before, after);
  // most edits rename nothing, so records are not paired for them
  if (records.size === 0 && !changedBetween(before, after).some(pair => hasFewer(...pair))) return [];
  for (const pair of recordPairs(before, after)) {
    if (!pair.before || !pair.after) continue;
    if (!['llm', 'conversation-flow', 'flow-component'].includes(pair.after.kind)) continue;
    const [formerCursor, currentCursor] = [before.at(pair.before), after.at(pair.after)];
    if (records.size === 0 && formerCursor.document === currentCursor.document) continue;
    if (!formerCursor.document.readable || !currentCursor.document.readable) continue;
    // the ids of tools do not count, because a model calls a tool by its name
    const definitionsOf = (owner: Cursor) => definitionsIn(owner).filter(({ nameField }) => nameField !== 'tool_id'),
      presentNames = new Set(definitionsOf(currentCursor).map(({ name }) => name));
    const lostDefinitions = [
      ...definitionsOf(formerCursor).map(definition => ({
        ...definition,
        formerPlace: placeOf(definition.at),
        successor: () => successorOf(definition, formerCursor, currentCursor, after),
      })),
      ...(records.size === 0 ? [] : [formerCursor, currentCursor])
        .flatMap(recordsNamedBy)
        .flatMap(record => records.get(recordKey(record)) ?? []),
    ].filter(({ name }) => !presentNames.has(name));
    if (lostDefinitions.length === 0) continue;
    const { uses, setters } = variablesIn(currentCursor),
      candidates = lostDefinitions.filter(({ name }) => !uses.has(name) && !setters.has(name));
    visitTexts(currentCursor, (cursor, text) => {
      if (!mayBeSpoken(cursor)) return;
      for (const { kind, name, formerPlace: place, successor } of candidates) {
        const [mention] = namingsOf(name, kind, text);
        if (!mention) continue;
        const key = JSON.stringify([placeOf(cursor), name]);
        if (losses.has(key)) continue;
        losses.set(key, {
          kind,
          ...mention,
          ...placeOf(cursor),
          formerPlace: place,
          definedBy: undefined,
          successor: successor(),
          acceptance: acceptanceOf([`${kind} ${name}`, name], after.facts),
        });
      }
    });
  }
  return [...losses.values()];
}

/** Whether a file defines any name fewer times than before. */
function hasFewer(formerDocument: Document, currentDocument: Document | undefined): boolean {
  const counts = new Map<string, number>();
  const countIn = (document: Document, step: 1 | -1): void => {
    const owners = document.roots.flatMap(root => [root, ...enginesInside(root).map(({ at }) => at)]);
    for (const owner of [...owners, ...recordsOf(document).components.map(({ pointer }) => document.at(pointer))])
      for (const { name } of definitionsIn(owner)) counts.set(name, (counts.get(name) ?? 0) + step);
  };
  if (currentDocument) countIn(currentDocument, 1);
  countIn(formerDocument, -1);
  return [...counts.values()].some(count => count < 0);
}

/** An agent or a shared component, and the place of its name. */
interface NamedRecord {
  readonly kind: 'agent' | 'component';
  readonly id: string;
  readonly name: string;
  readonly formerPlace: Place;
}

/** Former names of agents or shared components that no record has any longer, by kind and id. */
function lostRecordNames(before: Workspace, after: Workspace) {
  const lostRecords = new Map<string, (NamedRecord & { successor(): string | undefined })[]>();
  const formerRecords = changedBetween(before, after).flatMap(([document, current]) => {
    const currentNames = new Set(current && namedRecords(current).map(({ name }) => name));
    return namedRecords(document).filter(({ name }) => !currentNames.has(name));
  });
  if (formerRecords.length === 0) return lostRecords;
  const records = after.documents.flatMap(namedRecords),
    presentNames = new Set(records.map(({ name }) => name)),
    names = new Map(records.toReversed().map(record => [recordKey(record), record.name]));
  for (const record of formerRecords) {
    const key = recordKey(record);
    if (!presentNames.has(record.name)) addTo(lostRecords, key, { ...record, successor: () => names.get(key) });
  }
  return lostRecords;
}

const recordKey = ({ kind, id }: Pick<NamedRecord, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The former files that changed or are gone, each with its current document; unreadable files are left out. */
const changedBetween = (before: Workspace, after: Workspace) =>
  before.documents.flatMap((document): [Document, Document | undefined][] => {
    const current = after.document(document.file);
    return current === document || !document.readable || current?.readable === false ? [] : [[document, current]];
  });

function namedRecords(document: Document): NamedRecord[] {
  const { agents, listItems, components } = recordsOf(document);
  const recordsWith = ({ id, file, pointer }: RecordWithId, kind: NamedRecord['kind'], key: string, name?: string) =>
    name ? [{ kind, id, name, formerPlace: { file, pointer: join(pointer, key) } }] : [];
  return [
    ...[...listItems, ...agents].flatMap(record => recordsWith(record, 'agent', 'agent_name', record.name)),
    ...components
      .filter(({ isLocal }) => !isLocal)
      .flatMap(record => recordsWith(record, 'component', 'name', document.at(record.pointer).get('name').string())),
  ];
}

/** The variables that texts use and that are no longer set for the same records. */
function lostVariables(before: Workspace, after: Workspace): LostName[] {
  const names = namesNoLongerSet(before, after);
  // a webhook that the same change adds may set any variable
  if (names.size === 0 || webhooksOf(before) !== webhooksOf(after)) return [];
  const [settersBefore, settersAfter] = [settersIn(before, names), settersIn(after, names)],
    losses = new Map<string, LostName>();
  for (const document of after.documents)
    for (const [name, uses] of occurrencesIn(document, 'variable'))
      for (const use of names.has(name) ? uses : []) {
        const { file, pointer, part, role } = use,
          key = JSON.stringify([file, pointer, name]);
        if (role !== 'uses' || typeof part === 'string' || losses.has(key)) continue;
        const ownVersion = versionAround(after.at(use)),
          setters = settersFor(use, ownVersion, before, settersBefore),
          current = settersFor(use, ownVersion, after, settersAfter);
        const loss = runnersOf(use, after)
          .map(runner => ({ then: setters.filter(isFor(runner, before)), now: current.filter(isFor(runner, after)) }))
          .find(sides => isLost(sides, before, after));
        if (!loss) continue;
        const isOfBatch = inBatch(before),
          runners = agentsAt(after.at(use), after),
          formerPlace =
            loss.then.find(place => selectsAny(before.at(place), runners)) ??
            loss.then.find(place => !isDefault(place) && !isOfBatch(place)) ??
            loss.then.find(place => !isDefault(place)) ??
            loss.then[0]!;
        // a text that is never read out needs no variable
        if (!mayBeSpoken(after.at(use)) || isSetBeforeHandOver(after.at(use), name, after)) continue;
        const setter = before.at(formerPlace),
          acceptance = acceptanceOf([`variable ${name}`, name], after.facts);
        losses.set(key, {
          kind: 'variable',
          name,
          file,
          pointer,
          start: part.start,
          end: part.end,
          formerPlace: formerPlace,
          definedBy: setterName(setter, runners),
          successor: renamedSetter(setter, after),
          acceptance: acceptance,
          remainder: loss.now[0] && (loss.now.some(isDefault) ? 'default' : 'batch'),
        });
      }
  return [...losses.values()];
}

/** Whether nothing sets a variable any longer, except a default or batches that already set it before. */
function isLost(
  { then: formerPlaces, now: currentPlaces }: Readonly<Record<'then' | 'now', readonly Place[]>>,
  before: Workspace,
  after: Workspace,
): boolean {
  const hadSeveralSources = formerPlaces.some(place => !isDefault(place)) && formerPlaces.some(isDefault),
    isOfBatch = inBatch(before),
    hadBatches = formerPlaces.some(isOfBatch) && formerPlaces.some(place => !isDefault(place) && !isOfBatch(place));
  return (
    formerPlaces.length > 0 &&
    currentPlaces.every(place => (isDefault(place) ? hadSeveralSources : hadBatches && inBatch(after)(place)))
  );
}

/** Whether a place is in a call of a batch, which sets variables for itself only. */
const inBatch =
  (state: Workspace) =>
  (place: Place): boolean =>
    state.at(place).within('batch-call-task') !== undefined;

/** The agents that run a text, because a variable may be set for some agents only; `undefined` if unknown. */
function runnersOf(use: Place, state: Workspace): readonly (string | undefined)[] {
  const ids = agentsAt(state.at(use), state).map(agent => agent.get('agent_id').string());
  return ids.length === 0 ? [undefined] : [...new Set(ids)];
}
/** Returns whether a place sets a variable in the calls of an agent; a test case sets no variable in calls. */
const isFor =
  (runner: string | undefined, state: Workspace) =>
  (setter: Place): boolean => {
    const cursor = state.at(setter),
      member = memberOf(cursor, state);
    if (cursor.within('test-case-definition')) return false;
    if (runner === undefined || member === `agent ${runner}`) return true;
    const runners = member.startsWith('agent ') ? [] : runnersOf(setter, state);
    return runners.includes(runner) || runners.includes(undefined);
  };

/** Names that a changed file sets in fewer places than before. */
function namesNoLongerSet(before: Workspace, after: Workspace): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [document, current] of changedBetween(before, after)) {
    const count = (state: Document | undefined, name: string): number =>
      (state ? (occurrencesIn(state, 'variable').get(name) ?? []) : []).filter(({ role }) => role === 'sets').length;
    for (const { name } of recordsOf(document).sets)
      if (!isSystemVariable(name) && count(current, name) < count(document, name)) names.add(name);
  }
  return names;
}

const webhooksOf = (state: Workspace): string =>
  JSON.stringify(
    [...state.tables.phoneNumbers.values()]
      .flat()
      .map(place => [place.id, state.at(place).peek('inbound_webhook_url')]),
  );

const isDefault = ({ pointer }: Place): boolean => /\/default_dynamic_variables\/[^/]*$/.test(pointer);

/** The places that set each of these variables, by the name and by the group of records that share variables. */
function settersIn(state: Workspace, names: ReadonlySet<string>): ReadonlyMap<string, readonly Place[]> {
  const setters = new Map<string, Place[]>();
  for (const document of state.documents)
    if (recordsOf(document).sets.some(({ name }) => names.has(name)))
      for (const [name, occurrences] of occurrencesIn(document, 'variable'))
        for (const occurrence of names.has(name) ? occurrences : [])
          if (occurrence.role === 'sets')
            for (const group of scopesIn(occurrence, state))
              addTo(setters, `${group} ${name}`, { file: occurrence.file, pointer: occurrence.pointer });
  return setters;
}

/**
 * The sources of a variable for the version that contains a text; other versions do not contain the text.
 * @param ownVersion the current record of the version with the text
 */
function settersFor(
  use: Occurrence,
  ownVersion: RecordVersion | undefined,
  state: Workspace,
  setters: ReadonlyMap<string, readonly Place[]>,
): readonly Place[] {
  const isOther = (setter: Place): boolean => {
    const setterVersion = ownVersion && versionAround(state.at(setter));
    return setterVersion?.identity === ownVersion?.identity && setterVersion?.version !== ownVersion?.version;
  };
  return scopesIn(use, state).flatMap(group =>
    (setters.get(`${group} ${use.name}`) ?? []).filter(setter => !isOther(setter)),
  );
}

interface RecordVersion {
  readonly identity: string;
  readonly version: number;
}
/** The nearest record around a place with a version. */
function versionAround(cursor: Cursor): RecordVersion | undefined {
  for (let ancestor: Cursor | undefined = cursor; ancestor; ancestor = ancestor.parent) {
    const record = ancestor.is('agent-export') ? ancestor.get('agent') : ancestor;
    for (const [shape, key] of engineKeys) {
      const id = record.is(shape) ? record.get(key).string() : undefined,
        version = record.get('version').integer();
      if (id && version !== undefined) return { identity: `${shape} ${id}`, version };
    }
  }
  return undefined;
}
const engineKeys = [
  ['llm', 'llm_id'],
  ['conversation-flow', 'conversation_flow_id'],
  ['agent-settings', 'agent_id'],
] as const;

/** The output form of a lost name. */
export const lostNameOutput = (
  { name, kind, formerPlace, successor, file, pointer }: LostName,
  pathOf: (file: string) => string,
): PlanOutput['lost_names'][number] => ({
  name: maskSecrets(name),
  kind,
  was: { file: pathOf(formerPlace.file), pointer: maskSecrets(formerPlace.pointer) },
  now: successor === undefined ? null : maskSecrets(successor),
  file: pathOf(file),
  pointer: maskSecrets(pointer),
});

/** Whether the definition of a name is entirely gone, and the configuration does not accept the loss. */
export const isLostName = ({ remainder, acceptance }: LostName): boolean =>
  remainder === undefined && acceptance === undefined;

const remainders = { default: 'only its default is left', batch: 'only the calls of batches set it now' } as const;
/**
 * A sentence about a lost name: `general_prompt still names "confirm_visit", which this change renamed to
 * "confirm_appointment"`.
 */
export function lostNameInWords(
  { kind, name, file, pointer, definedBy, successor, remainder }: LostName,
  workspace: Workspace,
): string {
  if (kind === 'variable') {
    const setterNote = remainder === undefined ? 'nothing sets it now' : remainders[remainder];
    const outcome = successor === undefined ? `; ${setterNote}` : `, which sets {{${clipped(successor)}}} now`;
    return `{{${clipped(name)}}} was set by ${definedBy}${outcome}`;
  }
  const change = successor === undefined ? 'removed' : `renamed to ${show(successor)}`;
  const { label } = workspace.at({ file, pointer }),
    noun = kind === 'agent' ? 'an agent' : `a ${kind}`;
  return `${label} still names ${show(name)}, ${noun} that this change ${change}`;
}
