import { property, type Json } from '../core/json/json.ts';
import { count, listed, show } from '../core/wording.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Area, Sort } from '../simulator/areas.ts';
import { areas } from '../simulator/areas.ts';
import { selects, sourceInWords } from '../simulator/resolution-words.ts';
import { written } from '../simulator/references.ts';
import type { SourcedVariable } from '../simulator/variable-sources.ts';
import type { ComparedVersion, VariableDifference, VersionChange, VersionDiff } from '../simulator/version-diff.ts';
import { brief, valueInWords } from './contents-words.ts';

/** A comparison with how its files are shown. */
export interface DiffReport extends VersionDiff {
  /** A path of a side's workspace as it is shown. */
  shown(side: ComparedVersion, file: string): string;
}

const areaHeadings = {
  prompts: 'Prompts and messages',
  settings: 'Settings',
  flow: 'Flow',
  tools: 'Tools',
  variables: 'Variables',
  unnoticed: 'Not noticed by callers',
} as const satisfies Record<Area, string>;

/** One side, as it is introduced. */
interface SideWords {
  /** `agent_desk@prod` */
  readonly reference: string;
  /** `version 2 (published)` */
  readonly selects: string;
  /** Why: the last steps of the resolution. */
  readonly why: string;
  /** `agents/v2.agent.json, LLM engine llm_desk version 3 in engines/desk.llm.json` */
  readonly files: string;
}
export interface DiffRow {
  /** `transition_condition.prompt` */
  readonly label: string;
  readonly words: string;
  readonly hunk: readonly string[];
}
/** What belongs to one node, tool or state; `null`: fields of the record itself. */
export interface DiffSubject {
  readonly subject: string | null;
  readonly rows: readonly DiffRow[];
}
export interface DiffSection {
  readonly area: Area;
  readonly heading: string;
  readonly subjects: readonly DiffSubject[];
}

export const differs = ({ changes, variables }: VersionDiff): boolean => changes.length + variables.length > 0;

/** `Front desk (agent_desk): version 2 → version 3`. */
export function titleOf({ before, after }: VersionDiff): string {
  const called = ({ name, resolution: { agentId } }: ComparedVersion): string =>
    name === undefined || name === '' ? agentId : `${name} (${agentId})`;
  const [old, now] = [before, after].map(({ resolution: { version } }) => `version ${version}`);
  return before.resolution.agentId === after.resolution.agentId
    ? `${called(after)}: ${old} → ${now}`
    : `${called(before)} ${old} → ${called(after)} ${now}`;
}

/** `1 prompt or message, 2 settings and 1 tool differ`. */
export function headlineOf(diff: VersionDiff): string {
  const { changes, variables, notCompared } = diff;
  if (!differs(diff)) return notCompared.length > 0 ? 'no differences in what could be compared' : 'no differences';
  const of = (area: Area): readonly VersionChange[] => changes.filter(change => change.area === area);
  const counts: readonly (readonly [number, string, string?])[] = [
    [of('prompts').length, 'prompt or message', 'prompts or messages'],
    [of('settings').length, 'setting'],
    [of('flow').length, 'flow element'],
    [new Set(of('tools').map(({ place }) => place.labels[0])).size, 'tool'],
    [of('variables').length + variables.length, 'variable'],
  ];
  const parts = counts.filter(([n]) => n > 0).map(([n, one, many]) => count(n, one, many));
  const unnoticed = of('unnoticed').length;
  const beside = unnoticed === 0 ? '' : `${count(unnoticed, 'value')} that callers do not notice`;
  const total = changes.length + variables.length;
  const what = listed([...parts, ...(beside === '' ? [] : [beside])], 'and');
  return `${what} ${total === 1 ? 'differs' : 'differ'}`;
}

export const sidesInWords = ({ before, after, shown }: DiffReport): readonly SideWords[] =>
  [before, after].map(side => ({
    reference: written(side.resolution.agentId, side.resolution.reference),
    selects: selects(side.resolution),
    why: side.resolution.steps.map(({ text, spec }) => `${text}${spec === null ? '' : ` [${spec}]`}`).join('; '),
    files: filesOf(side, file => shown(side, file)),
  }));

const engineNouns = { agent: '', llm: 'LLM engine', 'conversation-flow': 'conversation flow', 'flow-component': '' };

function filesOf({ record, parts, workspace }: ComparedVersion, shown: (file: string) => string): string {
  const engine = parts.find(({ kind }) => kind === 'llm' || kind === 'conversation-flow'),
    own = shown(placeOf(record).file);
  if (!engine) return own;
  const version = workspace.at(engine).get('version').integer();
  const called = [engineNouns[engine.kind], engine.id, version === undefined ? '' : `version ${version}`];
  const where = shown(engine.file);
  return `${own}, ${called.filter(Boolean).join(' ')}${where === own ? '' : ` in ${where}`}`;
}

/** What differs, area by area, what callers notice first before the rest. */
export function sectionsOf(diff: VersionDiff): DiffSection[] {
  return areas.flatMap(area => {
    const subjects = grouped(diff.changes.filter(change => change.area === area)),
      rows = area === 'variables' ? diff.variables.map(one => variableRow(one, diff)) : [];
    if (rows.length > 0) subjects.unshift({ subject: null, rows });
    return subjects.length === 0 ? [] : [{ area, heading: areaHeadings[area], subjects }];
  });
}

/** Fields of one node, tool or state are below it. */
function grouped(changes: readonly VersionChange[]): DiffSubject[] {
  const groups = new Map<string | null, DiffRow[]>();
  for (const change of changes) {
    const { labels, sort } = change.place;
    const isWhole = labels.length === 1 && sort !== 'value',
      subject = labels.length > 1 || isWhole ? labels[0]! : null;
    const label = (subject === null ? labels : labels.slice(1)).join(' › ');
    const row = { label, ...inWords(change) },
      rows = groups.get(subject);
    if (rows) rows.push(row);
    else groups.set(subject, [row]);
  }
  return [...groups].map(([subject, rows]) => ({ subject, rows }));
}

function inWords({ place: { sort }, before, after, usual, hidden }: VersionChange): Pick<DiffRow, 'words' | 'hunk'> {
  if (sort !== 'value' && !(before && after)) {
    const words = describe(sort, (before ?? after)!.value);
    return { words: `${after ? 'added' : 'removed'}: ${words}`, hunk: [] };
  }
  const [was, is] = [before?.value ?? undefined, after?.value ?? undefined];
  if (usual !== undefined && usual !== null && (was === undefined) !== (is === undefined)) {
    const side = (value: Json | undefined): string =>
      value === undefined ? `${brief(usual)} (default)` : brief(value);
    return { words: `${side(was)} → ${side(is)}`, hunk: [] };
  }
  return valueInWords({ before: was, after: is, hidden });
}

/** A node, an edge, a tool or the like in one line. */
function describe(sort: Sort, value: Json): string {
  const text = (key: string, of: Json | undefined = value): string => {
    const found = property(of, key);
    return typeof found === 'string' ? found : '';
  };
  const quoted = (said: string): string => (said === '' ? '' : show(said, 80));
  const many = (key: string): number => {
    const list = property(value, key);
    return Array.isArray(list) ? list.length : 0;
  };
  switch (sort) {
    case 'node':
      return join(
        `${text('type')} node`,
        text('component_id') || text('agent_id'),
        quoted(text('text', property(value, 'instruction'))),
      );
    case 'edge': {
      const to = text('destination_node_id') || text('destination_state_name'),
        condition = property(value, 'transition_condition');
      return join(to === '' ? 'no destination' : `to ${to}`, quoted(text('prompt', condition) || text('description')));
    }
    case 'tool':
    case 'MCP server':
      return join([text('type'), sort].filter(Boolean).join(' '), quoted(text('description') || text('url')));
    case 'state':
      return join(count(many('tools'), 'tool'), quoted(text('state_prompt')));
    case 'component':
      return join(count(many('nodes'), 'node'), count(many('tools'), 'tool'));
    case 'value':
      return brief(value);
  }
}
const join = (...parts: readonly string[]): string => parts.filter(Boolean).join(', ');

function variableRow({ name, before, after }: VariableDifference, diff: VersionDiff): DiffRow {
  const side = (one: typeof before, version: ComparedVersion): string =>
    one ? sourceInWords(strongest(one), version.resolution, version.variables.withheld) : 'neither set nor used';
  return { label: name, words: `${side(before, diff.before)} → ${side(after, diff.after)}`, hunk: [] };
}
/** Who else gives a value that has no effect is not told here. */
const strongest = (one: SourcedVariable): SourcedVariable =>
  one.source === 'unknowable' ? one : { ...one, hidden: [] };
