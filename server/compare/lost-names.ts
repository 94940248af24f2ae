import type { Cursor } from '../core/cursor.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { namingsOf, visitTexts } from '../core/domain/named-in-text.ts';
import { mayBeSpoken } from '../core/domain/spoken-uses.ts';
import { isSystemVariable } from '../core/domain/templates.ts';
import { toolNamesIn } from '../core/domain/tools.ts';
import { variablesIn } from '../core/domain/variables.ts';
import type { Document } from '../core/document.ts';
import { occurrencesIn } from '../core/index/occurrences-in.ts';
import { scopesIn } from '../core/index/scopes.ts';
import { equal, type Json } from '../core/json/json.ts';
import { addTo } from '../core/json/multimap.ts';
import { rewrite } from '../core/engine/fixes.ts';
import type { SeverityOf } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { masked } from '../core/secrets.ts';
import { acceptanceOf, type Acceptance } from '../core/workspace/workspace-settings.ts';
import { recordsOf, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { clipped, show } from '../core/wording.ts';
import { recordPairs } from './record-pairs.ts';

/** A name that a text still has, and that a change renamed or removed where it was defined. */
export interface LostName extends Place {
  readonly kind: 'tool' | 'state' | 'node' | 'variable';
  readonly name: string;
  /** UTF-16 units of the decoded text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where it was defined. */
  readonly was: Place;
  /** What defined it, of a variable: `get_balance`, `tag prod`. */
  readonly by: string | undefined;
  /** Whether a default of the engine is left that it had before as well. */
  readonly hasDefault: boolean;
  /** The name that took its place. */
  readonly now: string | undefined;
  readonly accepted: Acceptance | undefined;
}

/**
 * The names that texts still have although what they named is gone since the former state: tools, states and nodes of
 * the engine or component that a text belongs to, and variables that nothing sets any more. Each once a text, at its
 * first place. In the order of files and places.
 */
export function lostNamesBetween(before: Workspace, after: Workspace): readonly LostName[] {
  if (before === after) return [];
  return [...namedInEngines(before, after), ...lostVariables(before, after)];
}

/** What an engine or component defines, by kind and name. */
interface Definition {
  readonly kind: 'tool' | 'state' | 'node';
  readonly name: string;
  readonly at: Cursor;
}
export function definitionsIn(record: Cursor): readonly Definition[] {
  return record.remember(definitionsIn, () => {
    const named = (kind: Definition['kind'], list: string, key: string): Definition[] =>
      record
        .get(list)
        .items()
        .flatMap(at => {
          const name = at.get(key).string();
          return name ? [{ kind, name, at }] : [];
        });
    const tools = [...toolNamesIn(record)].flatMap(([name, at]): Definition[] =>
      at.is('tool') ? [{ kind: 'tool', name, at }] : [],
    );
    return [
      ...tools,
      ...named('state', 'states', 'name'),
      ...named('node', 'nodes', 'name'),
      ...named('node', 'nodes', 'id'),
    ];
  });
}

function namedInEngines(before: Workspace, after: Workspace): LostName[] {
  const lost: LostName[] = [];
  for (const { before: was, after: is } of recordPairs(before, after)) {
    if (!was || !is || !['llm', 'conversation-flow', 'flow-component'].includes(is.kind)) continue;
    const [old, now] = [before.at(was), after.at(is)];
    if (old.document === now.document || !old.document.readable || !now.document.readable) continue;
    const present = new Set(definitionsIn(now).map(({ name }) => name));
    const gone = definitionsIn(old).filter(({ name }) => !present.has(name));
    if (gone.length === 0) continue;
    const { uses, setters } = variablesIn(now);
    visitTexts(now, (place, text) => {
      if (!mayBeSpoken(place)) return;
      for (const { kind, name, at } of gone) {
        if (uses.has(name) || setters.has(name)) continue;
        const [mention] = namingsOf(name, kind, text);
        if (!mention) continue;
        const { file } = now.document;
        lost.push({
          kind,
          ...mention,
          file,
          pointer: place.pointer,
          was: { file: at.document.file, pointer: at.pointer },
          by: undefined,
          hasDefault: false,
          now: successorOf({ kind, name, at }, old, now),
          accepted: acceptanceOf([`${kind} ${name}`, name], after.facts),
        });
      }
    });
  }
  return lost;
}

/** What is new where the old one was: with the same id, or equal but for its name, or the only new one of its type. */
function successorOf({ kind, name, at }: Definition, old: Cursor, now: Cursor): string | undefined {
  const former = new Set(definitionsIn(old).map(one => one.name));
  const added = definitionsIn(now).filter(one => one.kind === kind && !former.has(one.name) && one.name !== name);
  const own = at.get('name').string() === name ? 'name' : 'id';
  const like = added.filter(one => one.at.get(own).string() === one.name);
  const id = kind === 'tool' ? 'tool_id' : 'id';
  const rest = ({ value }: Cursor): object => ({ ...(value as object), [own]: '' });
  const isSameType = (one: Definition): boolean => one.at.peek('type') === at.peek('type');
  const [first] = [
    like.find(one => own !== id && at.peek(id) !== undefined && one.at.peek(id) === at.peek(id)),
    like.find(one => equal(rest(one.at) as Json, rest(at) as Json)),
    like.filter(isSameType).length === 1 ? like.find(isSameType) : undefined,
  ].filter(one => one !== undefined);
  return first?.name;
}

/** The variables that texts use, that something set before, and that nothing sets any more for the same records. */
function lostVariables(before: Workspace, after: Workspace): LostName[] {
  const names = namesNoLongerSet(before, after);
  // a webhook that comes with the same change may set any of them
  if (names.size === 0 || webhooksOf(before) !== webhooksOf(after)) return [];
  const [were, are] = [settersIn(before, names), settersIn(after, names)],
    lost = new Map<string, LostName>();
  for (const document of after.documents)
    for (const [name, uses] of occurrencesIn(document, 'variable'))
      for (const use of names.has(name) ? uses : []) {
        const { file, pointer, part, role } = use,
          key = JSON.stringify([file, pointer, name]);
        if (role !== 'uses' || typeof part === 'string' || lost.has(key)) continue;
        const settersNow = scopesIn(use, after).flatMap(group => are.get(`${group} ${name}`) ?? []),
          settersThen = scopesIn(use, before).flatMap(group => were.get(`${group} ${name}`) ?? []);
        const was = settersThen.find(one => !isDefault(one)) ?? settersThen[0];
        if (!was || !settersNow.every(one => isDefault(one) && !isDefault(was) && settersThen.some(isDefault)))
          continue;
        // what nothing leads to is not read out
        if (!mayBeSpoken(after.at(use))) continue;
        const setter = before.at(was),
          accepted = acceptanceOf([`variable ${name}`, name], after.facts);
        lost.set(key, {
          kind: 'variable',
          name,
          file,
          pointer,
          start: part.start,
          end: part.end,
          was,
          by: setterName(setter),
          now: renamedSetter(setter, after),
          accepted,
          hasDefault: settersNow.length > 0,
        });
      }
  return [...lost.values()];
}

/** Names that a changed file sets in fewer places. */
function namesNoLongerSet(before: Workspace, after: Workspace): ReadonlySet<string> {
  const names = new Set<string>();
  for (const document of before.documents) {
    const now = after.document(document.file);
    if (now === document || !document.readable || now?.readable === false) continue;
    const count = (state: Document | undefined, name: string): number =>
      (state ? (occurrencesIn(state, 'variable').get(name) ?? []) : []).filter(({ role }) => role === 'sets').length;
    for (const name of recordsOf(document).sets)
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
    if (recordsOf(document).sets.some(name => names.has(name)))
      for (const [name, all] of occurrencesIn(document, 'variable'))
        for (const one of names.has(name) ? all : [])
          if (one.role === 'sets')
            for (const group of scopesIn(one, state))
              addTo(setters, `${group} ${name}`, { file: one.file, pointer: one.pointer });
  return setters;
}

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

/** The name that the same map or item has in place of one that is gone. */
function renamedSetter(at: Cursor, after: Workspace): string | undefined {
  const item = at.key === 'name' && at.parent?.parent?.isArray === true ? at.parent : undefined,
    holder = (item ?? at).parent;
  const now = holder && after.document(at.document.file)?.at(holder.pointer);
  if (!now) return undefined;
  if (item) {
    const former = new Set(holder.items().map(one => one.get('name').value));
    const rest = ({ value }: Cursor): object => ({ ...(value as object), name: '' });
    const [first] = now
      .items()
      .filter(one => !former.has(one.get('name').value) && equal(rest(one) as Json, rest(item) as Json));
    return first?.get('name').string();
  }
  const added = now.entries().filter(one => !holder.get(one.key).exists);
  return (added.find(one => equal(one.value, at.value)) ?? (added.length === 1 ? added[0] : undefined))?.key;
}

/** The form for output. */
export const lostNameOutput = (
  { name, kind, was, now, file, pointer }: LostName,
  shown: (file: string) => string,
): PlanOutput['lost_names'][number] => ({
  name: masked(name),
  kind,
  was: { file: shown(was.file), pointer: masked(was.pointer) },
  now: now === undefined ? null : masked(now),
  file: shown(file),
  pointer: masked(pointer),
});

/** Whether nothing is left of what a text names, and nobody accepts that. */
export const isLostName = ({ hasDefault, accepted }: LostName): boolean => !hasDefault && accepted === undefined;

const RULE = 'lost-name';

/** One finding at each text, unless the configuration accepts it. */
export const lostNameFindings = (
  names: readonly LostName[],
  workspace: Workspace,
  severityOf: SeverityOf,
): readonly Finding[] =>
  names.flatMap(lost => {
    const { file, pointer, start, end, name, now, was, accepted } = lost,
      severity = severityOf(RULE, file) ?? (lost.hasDefault ? 'warning' : 'error');
    if (severity === 'off' || accepted) return [];
    const target = { within: pointer, start, end },
      live = liveThrough({ file, pointer }, workspace),
      fix = now === undefined ? undefined : rewrite(target, now, `Use ${now}`);
    return [
      {
        rule: RULE,
        severity,
        file,
        target,
        message: lostNameInWords(lost, workspace),
        related: workspace.document(was.file)?.at(was.pointer).exists
          ? [{ file: was.file, target: was.pointer, message: `${show(name)} was here` }]
          : [],
        ...(fix && { fix }),
        ...(live.length > 0 && { live }),
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
  return `${workspace.at({ file, pointer }).label} still names ${show(name)}, a ${kind} that this change ${became}`;
}
