import type { DiffChange, DiffSide } from '../core/generated/outputs.js';
import { property, type Json } from '../core/json/json.ts';
import { count, listed, show } from '../core/wording.ts';
import type { Area, Sort } from '../compare/areas.ts';
import { areas } from '../compare/areas.ts';
import { selectionWords } from '../simulator/resolution.ts';
import { spellingFor } from '../core/index/agent-references.ts';
import { brief, valueInWords } from './contents-words.ts';
import { textInWords } from './text-words.ts';
import type { AskedSide, DiffReport } from './diff-report.ts';
import { addTo } from '../core/json/multimap.ts';

const areaHeadings = {
  prompts: 'Prompts and messages',
  settings: 'Settings',
  flow: 'Flow',
  tools: 'Tools',
  variables: 'Variables',
  unnoticed: 'Not noticed by callers',
} as const satisfies Record<Area, string>;

/** The heading of one side. */
interface SideWords {
  /** The reference, such as `Front desk@prod`. */
  readonly reference: string;
  /**
   * The selected version, such as `version 2 (published)`; empty for a record without a number, which is named by its
   * file.
   */
  readonly selectedText: string;
  /** The last steps of the resolution; empty for a record without a number. */
  readonly reason: string;
  /** The files of the version: `agents/v2.agent.json, engine of Front desk v3 in engines/desk.llm.json`. */
  readonly files: string;
}
export interface DiffRow {
  /** The name of the changed field, such as `transition_condition.prompt`. */
  readonly label: string;
  readonly words: string;
  readonly hunk: readonly string[];
  /** The changes of a text for the model, printed on separate lines. */
  readonly note: string;
  /** The place of the change, in the second version if both versions have it; undefined for a variable. */
  readonly at?: { readonly file: string; readonly at: string };
}
/** Changed fields with the same owner: a node, tool or state; `null` for the record itself. */
interface DiffSubject {
  readonly subject: string | null;
  readonly rows: readonly DiffRow[];
}
interface DiffSection {
  readonly area: Area;
  readonly heading: string;
  readonly subjects: readonly DiffSubject[];
}

/**
 * The title of a comparison, such as `Front desk: version 2 → version 3`. A side that was requested by file is named
 * by the file.
 */
export function titleOf({ result: { before, after }, sides, names }: DiffReport): string {
  const nameOf = ({ resolution }: DiffSide, side: AskedSide): string =>
    withState(side.file ?? `version ${resolution.agent_version}`, side);
  const [formerName, currentName] = [nameOf(before, sides.before), nameOf(after, sides.after)];
  if (before.resolution.agent_id === after.resolution.agent_id)
    return `${names.after.agent}: ${formerName} → ${currentName}`;
  // a record without name and id is named by its file
  const fullName = (side: DiffSide, agent: string, text: string): string =>
    side.resolution.agent_id === side.file ? text : `${agent} ${text}`;
  return `${fullName(before, names.before.agent, formerName)} → ${fullName(after, names.after.agent, currentName)}`;
}
const withState = (text: string, { stateName }: AskedSide): string =>
  stateName === undefined ? text : `${text} of ${stateName}`;

/** The numbers of changes that callers notice, such as `1 prompt or message` and `2 settings`. */
export function noticeableParts(counts: Readonly<Record<Exclude<Area, 'unnoticed'>, number>>): string[] {
  const nouns: Readonly<Record<keyof typeof counts, readonly [one: string, many?: string]>> = {
    prompts: ['prompt or message', 'prompts or messages'],
    settings: ['setting'],
    flow: ['flow element'],
    tools: ['tool'],
    variables: ['variable'],
  };
  const names = Object.keys(nouns) as (keyof typeof counts)[];
  return names.filter(area => counts[area] > 0).map(area => count(counts[area], ...nouns[area]));
}

/** The summary of a comparison: `1 prompt or message, 2 settings and 1 tool differ`. */
export function headlineOf({ result: { changes, variables, differs, not_compared: notCompared } }: DiffReport): string {
  if (!differs) return notCompared.length > 0 ? 'no differences in what could be compared' : 'no differences';
  const changesOf = (area: Area): readonly DiffChange[] => changes.filter(change => change.area === area);
  const counts = {
    prompts: changesOf('prompts').length,
    settings: changesOf('settings').length,
    flow: changesOf('flow').length,
    tools: new Set(changesOf('tools').map(({ labels }) => toolIn(labels))).size,
    variables: changesOf('variables').length + variables.length,
  };
  const parts = noticeableParts(counts);
  const unnoticedCount = changesOf('unnoticed').length;
  const unnoticedText = unnoticedCount === 0 ? '' : `${count(unnoticedCount, 'value')} that callers do not notice`;
  const total = Object.values(counts).reduce((sum, value) => sum + value, unnoticedCount);
  const summary = listed([...parts, ...(unnoticedText === '' ? [] : [unnoticedText])], 'and');
  return `${summary} ${total === 1 ? 'differs' : 'differ'}`;
}

/** The tool or server of a change, which may belong to a state. */
const toolIn = (labels: readonly string[]): string =>
  labels
    .slice(
      0,
      1 +
        Math.max(
          0,
          labels.findLastIndex(label => /^(?:tool|MCP server)\b/.test(label)),
        ),
    )
    .join('\n');

/**
 * The headings of both sides.
 * @param hasClauses whether to name the clauses of the specification
 */
export const sidesInWords = ({ result, sides, names }: DiffReport, hasClauses = true): readonly SideWords[] =>
  (['before', 'after'] as const).map(sideName => {
    const { resolution, file, parts } = result[sideName],
      { reference, steps, ...selection } = resolution,
      side = sides[sideName];
    const engine = parts.find(({ kind }) => kind !== 'flow-component');
    const version = engine?.version == null ? '' : `v${engine.version}`,
      { agent, engine: name } = names[sideName];
    const isNamed = engine && name !== engine.id && name !== '',
      engineText = engine ? [isNamed ? '' : engineNouns[engine.kind], name, version].filter(Boolean).join(' ') : '';
    const isNumbered = selection.agent_version !== null;
    const files = [
      ...(isNumbered || side.file === undefined ? [file] : []),
      ...(engine ? [`${engineText}${engine.file === file ? '' : ` in ${engine.file}`}`] : []),
    ];
    return {
      reference: withState(side.file ?? spellingFor(agent, reference), side),
      selectedText: isNumbered
        ? selectionWords({ ...selection, version: selection.agent_version, isPublished: selection.is_published })
        : '',
      reason: isNumbered
        ? steps.map(({ text, spec }) => `${text}${spec === null || !hasClauses ? '' : ` [${spec}]`}`).join('; ')
        : '',
      files: files.join(', '),
    };
  });

const engineNouns = { llm: 'LLM engine', 'conversation-flow': 'conversation flow', 'flow-component': '' };

/** The differences by area; areas that callers notice come first. */
export function sectionsOf({ result: { changes }, variables }: DiffReport): DiffSection[] {
  return areas.flatMap(area => {
    const subjects = groupBySubject(changes.filter(change => change.area === area)),
      variableRows = area === 'variables' ? variables : [];
    const rows = variableRows.map(({ name, before, after }) => ({
      label: name,
      words: `${before} → ${after}`,
      hunk: [],
      note: '',
    }));
    if (rows.length > 0) subjects.unshift({ subject: null, rows });
    return subjects.length === 0 ? [] : [{ area, heading: areaHeadings[area], subjects }];
  });
}

/** Groups changes by the node, tool or state to which the fields belong. */
function groupBySubject(changes: readonly DiffChange[]): DiffSubject[] {
  const groups = new Map<string | null, DiffRow[]>();
  for (const change of changes) {
    const { labels, sort } = change;
    const isWhole = labels.length === 1 && sort !== 'value',
      subject = labels.length > 1 || isWhole ? labels[0]! : null;
    const label = (subject === null ? labels : labels.slice(1)).join(' › ');
    const row = { label, ...inWords(change), note: textInWords(change.text), at: (change.after ?? change.before)! };
    addTo(groups, subject, row);
  }
  return [...groups].map(([subject, rows]) => ({ subject, rows }));
}

function inWords({ sort, before, after, default: usualChange, hidden }: DiffChange): Pick<DiffRow, 'words' | 'hunk'> {
  const [former, current] = [before, after].map(side => (side?.value ?? undefined) as Json | undefined);
  if (sort !== 'value' && !(before && after))
    return { words: `${after ? 'added' : 'removed'}: ${describe(sort, (before ?? after)!.value as Json)}`, hunk: [] };
  if (usualChange !== null && (former === undefined) !== (current === undefined)) {
    const side = (value: Json | undefined): string =>
      value === undefined ? `${brief(usualChange as Json)} (default)` : brief(value);
    return { words: `${side(former)} → ${side(current)}`, hunk: [] };
  }
  return valueInWords({ before: former, after: current, hidden });
}

/** Describes a node, an edge, a tool or a similar thing on one line. */
function describe(sort: Sort, value: Json): string {
  const text = (key: string, givenValue: Json | undefined = value): string => {
    const field = property(givenValue, key);
    return typeof field === 'string' ? field : '';
  };
  const quoteText = (text: string): string => (text === '' ? '' : show(text, 80));
  const countOf = (key: string): number => {
    const list = property(value, key);
    return Array.isArray(list) ? list.length : 0;
  };
  switch (sort) {
    case 'node':
      return join(
        `${text('type')} node`,
        text('component_id') || text('agent_id'),
        quoteText(text('text', property(value, 'instruction'))),
      );
    case 'edge': {
      const destination = text('destination_node_id') || text('destination_state_name'),
        condition = property(value, 'transition_condition');
      return join(
        destination === '' ? 'no destination' : `to ${destination}`,
        quoteText(text('prompt', condition) || text('description')),
      );
    }
    case 'tool':
    case 'MCP server':
      return join([text('type'), sort].filter(Boolean).join(' '), quoteText(text('description') || text('url')));
    case 'state':
      return join(count(countOf('tools'), 'tool'), quoteText(text('state_prompt')));
    case 'component':
      return join(count(countOf('nodes'), 'node'), count(countOf('tools'), 'tool'));
    case 'value':
      return brief(value);
  }
}
const join = (...parts: readonly string[]): string => parts.filter(Boolean).join(', ');
