import { agentName } from '../../core/workspace/names.ts';
import type { Cursor } from '../../core/cursor.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { effectInText, judgeUnset } from '../../core/domain/inbound-variables.ts';
import { agentOfTask } from '../../core/domain/tasks.ts';
import { systemVariableMeaning } from '../../core/domain/templates.ts';
import type { VariableSetter } from '../../core/workspace/setters.ts';
import { disjointParts, lineNaming, needsOf, unclearUse, variablesIn } from '../../core/domain/variables.ts';
import { isVersionReference } from '../../core/workspace/version-references.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { quotedValue, sourceInWords } from '../../simulator/resolution.ts';
import { callVariables, type SourcedVariable, type SourcedVariables } from '../../core/domain/variable-sources.ts';
import { firstLines } from '../../core/wording.ts';
import { blocks, bullets, capital, code, plainMarkdown, table } from './markdown.ts';

const MAX_ROWS = 20,
  MAX_PLACES = 10;

/**
 * The values of a dynamic variable: one for each way in which the text at a place is used. At a place that sets the
 * variable, the values that result from it.
 */
export function variableHover(name: string, cursor: Cursor, workspace: Workspace): string {
  const meaning = systemVariableMeaning(name);
  const rows = rowsAt(cursor, workspace).toSorted((row, otherRow) => Number(otherRow.isTag) - Number(row.isTag)),
    parts = partsAt(cursor, rows, workspace);
  const setters = parts.flatMap(part => {
    const setter = variablesIn(part).setters.get(name);
    return setter ? [setter] : [];
  });
  // values in the files override the platform's value, so its description is shown only without them
  if (meaning !== undefined && setters.length === 0) {
    return blocks(
      `**${plainMarkdown(`{{${name}}}`)}** · variable of the platform`,
      `Set in every conversation: ${plainMarkdown(meaning)}.`,
      'Not described in the specification; seen in real files.',
    );
  }
  const useCount = parts.reduce((sum, part) => sum + (variablesIn(part).uses.get(name)?.length ?? 0), 0);
  return blocks(
    `**${plainMarkdown(`{{${name}}}`)}** · dynamic variable`,
    values(name, rows, { isSet: setters.length > 0, isUsed: useCount > 0 }, workspace) ??
      (setters.length > 0 ? undefined : noValue(cursor, workspace)),
    bullets([
      ...firstLines([...new Set(setters.map(setter => setterInWords(setter, cursor)))], MAX_PLACES),
      ...(parts.length > 0
        ? [useCount === 0 ? unusedInWords(name, parts) : `used ${useCount === 1 ? 'once' : `${useCount} times`}`]
        : []),
    ]),
  );
}

/** The explanation of a missing value: a new agent has no id yet, and therefore no tags. */
const noValue = (cursor: Cursor, workspace: Workspace): string =>
  agentsAt(cursor, workspace).length > 0
    ? 'Nothing in these files sets it: the agent has no `agent_id`, and so no tags. The call may set it.'
    : 'Which agent uses this prompt is not known, so neither are its values.';

function unusedInWords(name: string, parts: readonly Cursor[]): string {
  const part = parts.find(cursor => lineNaming(name, cursor) !== undefined);
  return part ? `only in ${part.document.file}:${lineNaming(name, part)}, ${unclearUse}` : 'not used';
}

function rowsAt(cursor: Cursor, workspace: Workspace): readonly VariableRow[] {
  const task = cursor.within('batch-call-task');
  if (task) {
    const caller = agentOfTask(task, workspace);
    if (!caller || (caller.reference !== null && !isVersionReference(caller.reference))) return [];
    const resolution = workspace.resolve(caller.agentId, caller.reference);
    return [{ name: 'this call', isTag: false, resolution, call: task.get('service_llm_dynamic_variables') }];
  }
  const item = cursor.within('agent-list-item')?.get('agent_id').string();
  if (item) return tagRows(item, undefined, workspace);
  return agentsAt(cursor, workspace).flatMap(record => {
    const id = record.get('agent_id').string(),
      version = record.get('version').integer();
    return id && version !== undefined ? tagRows(id, version, workspace) : [];
  });
}

/** The records in which the variable may be set or used: agents, their engines and shared components. */
function partsAt(cursor: Cursor, rows: readonly VariableRow[], workspace: Workspace): readonly Cursor[] {
  const ofRows = rows.flatMap(
    ({ resolution: { agentId, version } }) =>
      workspace.agent(agentId)?.records.filter(record => record.get('version').value === version) ?? [],
  );
  const task = cursor.within('batch-call-task');
  const records = [...ofRows, ...(task ? [task] : agentsAt(cursor, workspace))];
  const parts = records.flatMap(
    record =>
      needsOf(record, workspace)?.parts ?? [record, workspace.engineOf(record)].filter(part => part !== undefined),
  );
  const ownCursor = cursor.within(
    'llm',
    'conversation-flow',
    'flow-component',
    'agent-settings',
    'test-case-definition',
  );
  const seenValues = new Set<unknown>();
  return disjointParts(
    [...(ownCursor ? [ownCursor] : []), ...parts].filter(
      part => part.isObject && !seenValues.has(part.value) && seenValues.add(part.value),
    ),
  );
}

/**
 * The values of a variable in words.
 * @param isSet whether the conversation sets the variable; an unused variable needs no value
 */
function values(
  name: string,
  rows: readonly VariableRow[],
  { isSet, isUsed }: { readonly isSet: boolean; readonly isUsed: boolean },
  workspace: Workspace,
): string | undefined {
  const answers = rows.map(row => {
    const variableSources = callVariables(row.resolution, workspace, row.call);
    return {
      row,
      sourced: variableSources,
      variable: variableSources.variables.find(variable => variable.name === name) ?? {
        name,
        value: undefined,
        source: isSet ? 'conversation' : undefined,
        hidden: [],
        uses: [],
      },
    };
  });
  const [firstAnswer] = answers;
  if (!firstAnswer) return undefined;
  const hasSeveral = new Set(answers.map(({ row }) => row.resolution.agentId)).size > 1;
  const agentOf = (row: VariableRow): string => plainMarkdown(agentName(row.resolution.agentId, workspace));
  const holes = answers
      .filter(({ variable, sourced, row }) => variable.source === undefined && isKnown(row.resolution, sourced))
      .map(({ row }) => row),
    judgements = holes.map(({ resolution, call }) =>
      judgeUnset(resolution, workspace, call !== undefined, effectInText()),
    ),
    { words = '' } = judgements.find(({ isCertain }) => isCertain) ?? judgements[0] ?? {},
    holeNames = holes.map(row => (hasSeveral ? `${agentOf(row)} ${nameOf(row)}` : nameOf(row)));
  const warning =
    holes.length === 0 || !isUsed
      ? undefined
      : `**Unset** for ${firstLines(holeNames, MAX_PLACES).join(', ')}: ${plainMarkdown(words)}.`;
  // the warning already names all rows, so a table would repeat it
  if (warning !== undefined && holes.length === answers.length) return warning;
  const isSame = answers.every(({ variable }) => variable.source === 'conversation' || variable.source === 'system');
  if (isSame)
    return `${capital(plainMarkdown(sourceInWords(firstAnswer.variable, firstAnswer.row.resolution, undefined)))}.`;
  if (answers.length === 1) {
    const { variable, row, sourced } = firstAnswer;
    if (variable.source === undefined)
      return warning ?? `${nameOf(row)}: ${plainMarkdown(openReason(row.resolution, sourced))}.`;
    return `${nameOf(row)}: ${plainMarkdown(sourceInWords(variable, row.resolution, sourced.withheld))}`;
  }
  const lines = answers
    .slice(0, MAX_ROWS)
    .map(({ row, variable, sourced }) => [
      ...(hasSeveral ? [agentOf(row)] : []),
      row.isTag ? plainMarkdown(row.name) : 'none',
      row.resolution.version === null ? row.resolution.outcome : String(row.resolution.version),
      ...cells(variable, row.resolution, sourced),
    ]);
  return blocks(
    table([...(hasSeveral ? ['Agent'] : []), 'Tag', 'Version', 'Value', 'Set by'], lines),
    answers.length > MAX_ROWS ? `and ${answers.length - MAX_ROWS} more` : undefined,
    warning,
  );
}

const nameOf = ({ name, isTag }: VariableRow): string => (isTag ? code(name) : name);
/** Whether a variable without a value is certainly unset. */
const isKnown = ({ variablesOutcome }: Resolution, { open }: SourcedVariables): boolean =>
  open === null && variablesOutcome !== 'unknowable';
const openReason = ({ because }: Resolution, { open }: SourcedVariables): string =>
  open ?? because ?? 'the values of the tag are not known';

function cells(
  variable: SourcedVariable,
  resolution: Resolution,
  sourcedVariables: SourcedVariables,
): readonly [string, string] {
  if (variable.source === undefined)
    return isKnown(resolution, sourcedVariables) ? ['**unset**', ''] : ['not known', ''];
  return [
    variable.value === undefined ? '' : plainMarkdown(quotedValue(variable.name, variable.value)),
    variable.source === 'conversation' ? 'the conversation' : variable.source,
  ];
}

/** The setter of a variable in words, for example `set by tool find_patient`. */
function setterInWords({ at }: VariableSetter, cursor: Cursor): string {
  const file = at.document === cursor.document ? '' : ` in ${code(at.document.file)}`;
  const edge = at.within('llm-state-edge'),
    tool = at.within('tool'),
    node = at.within('node');
  if (edge) return `set by the edge to state ${code(edge.get('destination_state_name').string() ?? '')}${file}`;
  if (tool) return `set by tool ${code(tool.get('name').string() ?? tool.label)}${file}`;
  if (node) return `set by node ${code(node.get('name').string() || (node.get('id').string() ?? node.label))}${file}`;
  return `set by ${code(at.parent?.isArray ? at.label : (at.parent?.key ?? at.key))}${file}`;
}

/** One way in which a text is used: through a tag of an agent, through a version without a tag, or by a batch call. */
interface VariableRow {
  /** The name of the tag, or another label. */
  readonly name: string;
  readonly isTag: boolean;
  readonly resolution: Resolution;
  /** The batch task or test case that sets values. */
  readonly call?: Cursor;
}

/**
 * One row for each tag of an agent; if no tag selects the version, one row for the version.
 * @param version the version that the tags must select; without it, all tags are included
 */
function tagRows(agentId: string, version: number | undefined, workspace: Workspace): readonly VariableRow[] {
  const agent = workspace.agent(agentId);
  const rows = [...(agent?.tags.keys() ?? [])]
    .map((name): VariableRow => ({ name, isTag: true, resolution: workspace.resolve(agentId, name) }))
    .filter(({ resolution }) => version === undefined || resolution.version === version);
  return rows.length > 0 || version === undefined
    ? rows
    : [{ name: `version ${version}`, isTag: false, resolution: workspace.resolve(agentId, version) }];
}
