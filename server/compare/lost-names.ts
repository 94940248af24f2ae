import type { Cursor } from '../core/cursor.ts';
import { definitionsIn, recordsNamedBy } from '../core/domain/definitions.ts';
import { standingOf } from '../core/index/superseded.ts';
import { namingsOf, visitTexts, type NamedKind } from '../core/domain/named-in-text.ts';
import { mayBeSpoken } from '../core/domain/spoken-uses.ts';
import { agentsAt } from '../core/domain/swaps.ts';
import { isSystemVariable } from '../core/domain/templates.ts';
import { variablesIn } from '../core/domain/variables.ts';
import type { Document } from '../core/document.ts';
import type { Occurrence } from '../core/index/occurrences.ts';
import { occurrencesIn } from '../core/index/occurrences-in.ts';
import { scopesIn } from '../core/index/scopes.ts';
import { memberOf } from '../core/index/variable-groups.ts';
import { addTo } from '../core/json/multimap.ts';
import { join } from '../core/json/pointer.ts';
import { rewrite } from '../core/engine/fixes.ts';
import type { RuleSet, SeverityOf } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { masked } from '../core/secrets.ts';
import { acceptanceOf, type Acceptance } from '../core/workspace/workspace-settings.ts';
import { enginesHeld, placeOf, recordsOf, type Identified, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { clipped, show } from '../core/wording.ts';
import { recordPairs } from './record-pairs.ts';
import { successorOf, successorsAmong } from './successors.ts';

/** A name that a text still has, and that a change renamed or removed where it was defined. */
export interface LostName extends Place {
  readonly kind: NamedKind | 'variable';
  readonly name: string;
  /** UTF-16 units of the decoded text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where it was defined. */
  readonly former: Place;
  /** For a variable, what defined it: `get_balance`, `tag prod`. */
  readonly by: string | undefined;
  /** Whether only a default of the engine is left, which existed before, too. */
  readonly hasDefault: boolean;
  /** The name that took its place. */
  readonly now: string | undefined;
  readonly accepted: Acceptance | undefined;
}

/**
 * The names in texts whose definition is gone since the former state: tools, states, nodes and components of the engine
 * or component that a text belongs to, agents that it hands over to, and variables that nothing sets any longer. Each
 * name once per text, at its first place, in the order of files and places.
 */
export function lostNamesBetween(before: Workspace, after: Workspace): readonly LostName[] {
  if (before === after) return [];
  return [...namedInEngines(before, after), ...lostVariables(before, after)];
}

function namedInEngines(before: Workspace, after: Workspace): LostName[] {
  const lost = new Map<string, LostName>(),
    records = goneRecords(before, after);
  // most edits rename nothing, and need no pairs of all records
  if (records.size === 0 && !changedBetween(before, after).some(([old, now]) => hasFewer(old, now))) return [];
  for (const pair of recordPairs(before, after)) {
    if (!pair.before || !pair.after) continue;
    if (!['llm', 'conversation-flow', 'flow-component'].includes(pair.after.kind)) continue;
    const [old, now] = [before.at(pair.before), after.at(pair.after)];
    if ((records.size === 0 && old.document === now.document) || !old.document.readable || !now.document.readable)
      continue;
    // a model calls a tool by its name
    const [former, named] = [old, now].map(owner => definitionsIn(owner).filter(({ own }) => own !== 'tool_id')),
      present = new Set(named!.map(({ name }) => name));
    const gone = [
      ...former!.map(one => ({ ...one, former: placeOf(one.at), now: () => successorOf(one, old, now, after) })),
      ...(records.size === 0 ? [] : [old, now])
        .flatMap(recordsNamedBy)
        .flatMap(one => records.get(recordKey(one)) ?? []),
    ].filter(({ name }) => !present.has(name));
    if (gone.length === 0) continue;
    const { uses, setters } = variablesIn(now),
      sought = gone.filter(({ name }) => !uses.has(name) && !setters.has(name));
    visitTexts(now, (at, text) => {
      if (!mayBeSpoken(at)) return;
      for (const { kind, name, former: place, now: successor } of sought) {
        const [mention] = namingsOf(name, kind, text);
        if (!mention) continue;
        const key = JSON.stringify([placeOf(at), name]);
        if (lost.has(key)) continue;
        lost.set(key, {
          kind,
          ...mention,
          ...placeOf(at),
          former: place,
          by: undefined,
          hasDefault: false,
          now: successor(),
          accepted: acceptanceOf([`${kind} ${name}`, name], after.facts),
        });
      }
    });
  }
  return [...lost.values()];
}

/** Whether fewer things in a file have one of its names than before. */
function hasFewer(old: Document, now: Document | undefined): boolean {
  const left = new Map<string, number>();
  const countIn = (document: Document, by: 1 | -1): void => {
    const owners = document.roots.flatMap(root => [root, ...enginesHeld(root).map(({ at }) => at)]);
    for (const owner of [...owners, ...recordsOf(document).components.map(({ pointer }) => document.at(pointer))])
      for (const { name } of definitionsIn(owner)) left.set(name, (left.get(name) ?? 0) + by);
  };
  if (now) countIn(now, 1);
  countIn(old, -1);
  return [...left.values()].some(count => count < 0);
}

/** An agent or a shared component, and where its name is. */
interface NamedRecord {
  readonly kind: 'agent' | 'component';
  readonly id: string;
  readonly name: string;
  readonly former: Place;
}

/** Names that agents or shared components had and none has any longer, by kind and id. */
function goneRecords(before: Workspace, after: Workspace) {
  const gone = new Map<string, (NamedRecord & { now(): string | undefined })[]>();
  const old = changedBetween(before, after).flatMap(([document, now]) => {
    const kept = new Set(now && namedRecords(now).map(({ name }) => name));
    return namedRecords(document).filter(({ name }) => !kept.has(name));
  });
  if (old.length === 0) return gone;
  const all = after.documents.flatMap(namedRecords),
    present = new Set(all.map(({ name }) => name)),
    names = new Map(all.toReversed().map(one => [recordKey(one), one.name]));
  for (const one of old) {
    const key = recordKey(one);
    if (!present.has(one.name)) addTo(gone, key, { ...one, now: () => names.get(key) });
  }
  return gone;
}

const recordKey = ({ kind, id }: Pick<NamedRecord, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The former files that changed or are gone, and can be read. */
const changedBetween = (before: Workspace, after: Workspace) =>
  before.documents.flatMap((document): [Document, Document | undefined][] => {
    const now = after.document(document.file);
    return now === document || !document.readable || now?.readable === false ? [] : [[document, now]];
  });

function namedRecords(document: Document): NamedRecord[] {
  const { agents, listItems, components } = recordsOf(document);
  const named = ({ id, file, pointer }: Identified, kind: NamedRecord['kind'], key: string, name?: string) =>
    name ? [{ kind, id, name, former: { file, pointer: join(pointer, key) } }] : [];
  return [
    ...[...listItems, ...agents].flatMap(one => named(one, 'agent', 'agent_name', one.name)),
    ...components.flatMap(one =>
      one.isLocal ? [] : named(one, 'component', 'name', document.at(one.pointer).get('name').string()),
    ),
  ];
}

/** The variables that texts use and that were set before, but no longer are for the same records. */
function lostVariables(before: Workspace, after: Workspace): LostName[] {
  const names = namesNoLongerSet(before, after);
  // a webhook that the same change adds may set any of them
  if (names.size === 0 || webhooksOf(before) !== webhooksOf(after)) return [];
  const [were, are] = [settersIn(before, names), settersIn(after, names)],
    lost = new Map<string, LostName>();
  for (const document of after.documents)
    for (const [name, uses] of occurrencesIn(document, 'variable'))
      for (const use of names.has(name) ? uses : []) {
        const { file, pointer, part, role } = use,
          key = JSON.stringify([file, pointer, name]);
        if (role !== 'uses' || typeof part === 'string' || lost.has(key)) continue;
        const own = versionAround(after.at(use)),
          then = settersFor(use, own, before, were),
          now = settersFor(use, own, after, are);
        const loss = runnersOf(use, after)
          .map(runner => ({ then: then.filter(isFor(runner, before)), now: now.filter(isFor(runner, after)) }))
          .find(isLost);
        if (!loss) continue;
        const former = loss.then.find(one => !isDefault(one)) ?? loss.then[0]!;
        // a text that nothing leads to is not read out
        if (!mayBeSpoken(after.at(use))) continue;
        const setter = before.at(former),
          accepted = acceptanceOf([`variable ${name}`, name], after.facts);
        lost.set(key, {
          kind: 'variable',
          name,
          file,
          pointer,
          start: part.start,
          end: part.end,
          former,
          by: setterName(setter),
          now: renamedSetter(setter, after),
          accepted,
          hasDefault: loss.now.length > 0,
        });
      }
  return [...lost.values()];
}

/** Whether nothing sets a variable any longer, except a default that existed before, too. */
function isLost({ then, now }: Readonly<Record<'then' | 'now', readonly Place[]>>): boolean {
  const wasMore = then.some(one => !isDefault(one)) && then.some(isDefault);
  return then.length > 0 && now.every(one => isDefault(one) && wasMore);
}

/** The agents that run a text, because one may lack what sets the variable for others; `undefined` if unknown. */
function runnersOf(use: Place, state: Workspace): readonly (string | undefined)[] {
  const ids = agentsAt(state.at(use), state).map(agent => agent.get('agent_id').string());
  return ids.length === 0 ? [undefined] : [...new Set(ids)];
}
/** Whether something sets a variable in the calls of an agent; a test case sets none. */
const isFor =
  (runner: string | undefined, state: Workspace) =>
  (setter: Place): boolean => {
    const at = state.at(setter),
      member = memberOf(at, state);
    if (at.within('test-case-definition')) return false;
    if (runner === undefined || member === `agent ${runner}`) return true;
    const runners = member.startsWith('agent ') ? [] : runnersOf(setter, state);
    return runners.includes(runner) || runners.includes(undefined);
  };

/** Names that a changed file sets in fewer places. */
function namesNoLongerSet(before: Workspace, after: Workspace): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [document, now] of changedBetween(before, after)) {
    const count = (state: Document | undefined, name: string): number =>
      (state ? (occurrencesIn(state, 'variable').get(name) ?? []) : []).filter(({ role }) => role === 'sets').length;
    for (const { name } of recordsOf(document).sets)
      if (!isSystemVariable(name) && count(now, name) < count(document, name)) names.add(name);
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

/** The places that set each of these variables, by group of records that share variables and by name. */
function settersIn(state: Workspace, names: ReadonlySet<string>): ReadonlyMap<string, readonly Place[]> {
  const setters = new Map<string, Place[]>();
  for (const document of state.documents)
    if (recordsOf(document).sets.some(({ name }) => names.has(name)))
      for (const [name, all] of occurrencesIn(document, 'variable'))
        for (const one of names.has(name) ? all : [])
          if (one.role === 'sets')
            for (const group of scopesIn(one, state))
              addTo(setters, `${group} ${name}`, { file: one.file, pointer: one.pointer });
  return setters;
}

/**
 * The sources of the variable for the version that contains a text; other versions of its engine run without it.
 * @param own the version that has the text, as it is now
 */
function settersFor(
  use: Occurrence,
  own: RecordVersion | undefined,
  state: Workspace,
  setters: ReadonlyMap<string, readonly Place[]>,
): readonly Place[] {
  const isOther = (setter: Place): boolean => {
    const around = own && versionAround(state.at(setter));
    return around?.identity === own?.identity && around?.version !== own?.version;
  };
  return scopesIn(use, state).flatMap(group =>
    (setters.get(`${group} ${use.name}`) ?? []).filter(setter => !isOther(setter)),
  );
}

interface RecordVersion {
  readonly identity: string;
  readonly version: number;
}
/** The nearest record around a place that says which version it is. */
function versionAround(at: Cursor): RecordVersion | undefined {
  for (let around: Cursor | undefined = at; around; around = around.parent) {
    const record = around.is('agent-export') ? around.get('agent') : around;
    for (const [shape, key] of versioned) {
      const id = record.is(shape) ? record.get(key).string() : undefined,
        version = record.get('version').integer();
      if (id && version !== undefined) return { identity: `${shape} ${id}`, version };
    }
  }
  return undefined;
}
const versioned = [
  ['llm', 'llm_id'],
  ['conversation-flow', 'conversation_flow_id'],
  ['agent-settings', 'agent_id'],
] as const;

/** `get_balance`, `node "Ask"`, `the edge to state "booking"`, `tag prod` */
function setterName(at: Cursor): string {
  const tool = at.within('tool')?.get('name').string();
  if (tool) return tool;
  const node = at.within('node');
  if (node) return `node ${show(node.get('name').string() || node.get('id').string() || '')}`;
  const state = at.within('llm-state-edge')?.get('destination_state_name').string();
  if (state) return `the edge to state ${show(state)}`;
  const tag = at.within('root-tag-state');
  if (tag) return `tag ${clipped(tag.key)}`;
  return at.within('batch-call-task') ? 'calls of a batch' : 'the defaults of its engine';
}

/** The new name in the same map or item, in place of a removed one. */
function renamedSetter(at: Cursor, after: Workspace): string | undefined {
  const item = at.key === 'name' && at.parent?.parent?.isArray === true ? at.parent : undefined,
    gone = item ?? at,
    now = gone.parent && after.document(at.document.file)?.at(gone.parent.pointer);
  const named = (holder: Cursor) =>
    (item ? holder.items() : holder.entries()).map(one => ({
      name: item ? (one.get('name').string() ?? '') : one.key,
      at: one,
    }));
  return now && successorsAmong(named(gone.parent!), named(now), 'name')({ name: '', at: gone });
}

/** The form for output. */
export const lostNameOutput = (
  { name, kind, former, now, file, pointer }: LostName,
  pathOf: (file: string) => string,
): PlanOutput['lost_names'][number] => ({
  name: masked(name),
  kind,
  was: { file: pathOf(former.file), pointer: masked(former.pointer) },
  now: now === undefined ? null : masked(now),
  file: pathOf(file),
  pointer: masked(pointer),
});

/** Whether the definition of a name is entirely gone, and the configuration does not accept that. */
export const isLostName = ({ hasDefault, accepted }: LostName): boolean => !hasDefault && accepted === undefined;

const RULE = 'lost-name';

/** The findings without those about the same text that know nothing of the former state. */
export function besideLostNames(findings: readonly Finding[], lost: readonly Finding[], { replacedBy }: RuleSet) {
  const keyOf = ({ file, target }: Finding): string => JSON.stringify([file, target]),
    places = new Set(lost.filter(({ rule }) => rule === RULE).map(keyOf));
  return findings.filter(one => !replacedBy.get(one.rule)?.has(RULE) || !places.has(keyOf(one)));
}

/** One finding at each text, unless the configuration accepts it. */
export const lostNameFindings = (
  names: readonly LostName[],
  workspace: Workspace,
  severityOf: SeverityOf,
): readonly Finding[] =>
  names.flatMap(lost => {
    const { file, pointer, start, end, name, now, former, accepted } = lost,
      severity = severityOf(RULE, file) ?? (lost.hasDefault ? 'warning' : 'error');
    if (severity === 'off' || accepted) return [];
    const target = { within: pointer, start, end },
      standing = standingOf({ file, pointer }, workspace),
      fix = now === undefined ? undefined : rewrite(target, now, `Use ${now}`);
    return [
      {
        rule: RULE,
        severity,
        file,
        target,
        message: lostNameInWords(lost, workspace),
        related: workspace.document(former.file)?.at(former.pointer).exists
          ? [{ file: former.file, target: former.pointer, message: `${show(name)} was here` }]
          : [],
        ...(fix && { fix }),
        ...standing,
      },
    ];
  });

/** `general_prompt still names "confirm_visit", which this change renamed to "confirm_appointment"` */
export function lostNameInWords(
  { kind, name, file, pointer, by, now, hasDefault }: LostName,
  workspace: Workspace,
): string {
  if (kind === 'variable') {
    const rest = hasDefault ? 'only its default is left' : 'nothing sets it now';
    return `{{${clipped(name)}}} was set by ${by}; ${now === undefined ? rest : `that sets {{${clipped(now)}}} now`}`;
  }
  const became = now === undefined ? 'removed' : `renamed to ${show(now)}`;
  const { label } = workspace.at({ file, pointer }),
    what = kind === 'agent' ? 'an agent' : `a ${kind}`;
  return `${label} still names ${show(name)}, ${what} that this change ${became}`;
}
