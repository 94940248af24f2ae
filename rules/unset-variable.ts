import { agentName } from '../server/core/workspace/names.ts';
import type { Document } from '../server/core/document.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { agentOfTask, recordOf, unsetInTask, unsetInTest } from '../server/core/domain/tasks.ts';
import { effectForCaller, judgeUnset, unsetInbound } from '../server/core/domain/inbound-variables.ts';
import { unheardEffect, mayBeSpoken, usesSpoken } from '../server/core/domain/spoken-uses.ts';
import { isSystemVariable, templatesIn } from '../server/core/domain/templates.ts';
import { laterVariables } from '../server/core/reach/later-variables.ts';
import { unusedIn } from '../server/core/domain/unused-variables.ts';
import { meantName } from '../server/core/domain/meant-variables.ts';
import { canBeSet } from '../server/core/domain/settable-variables.ts';
import { needsOf, variablesIn, type VariableUse } from '../server/core/domain/variables.ts';
import { placeOf, type Place } from '../server/core/workspace/records.ts';
import { columns } from '../server/core/workspace/tables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { addTo, clipped, defineRule, listed, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unset-variable',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'Batch call',
  clause: [
    'Batch call: task: variables are text and reach prompt and tools',
    'Versioning: 4: a tag brings its own variables, all else those of the preferred tag of the version',
  ],
  at: {
    among: ['x-template', 'batch-call-task', 'agent-weight', 'test-case-definition'],
  },
  when: () => value => typeof value !== 'string' || value.includes('{{'),

  check(node, workspace) {
    if (node.is('batch-call-task')) return checkTask(node, workspace);
    if (node.is('agent-weight')) return checkArm(node, workspace);
    return node.is('test-case-definition') ? checkTest(node, workspace) : checkUse(node, workspace);
  },
});

function checkTask(task: Cursor, workspace: Workspace): Problem | undefined {
  const answer = unsetInTask(task, workspace);
  if (!answer || answer.unsetVariables.size === 0) return undefined;
  const values = task.get('service_llm_dynamic_variables'),
    { unsetVariables, cause } = settableNames(withoutTypos(answer.unsetVariables, values, workspace), workspace);
  if (unsetVariables.size === 0) return undefined;
  const { agentId, version } = answer.resolution;
  return {
    ...(values.exists && { at: { key: values.pointer } }),
    cause,
    subjects: unsetVariables.size,
    message:
      `no value for ${names(unsetVariables)}, used by version ${version} of ${agentName(agentId, workspace)}; ` +
      judgeUnset(answer.resolution, workspace, true).words,
    related: places(unsetVariables),
  };
}

/**
 * The unset variables that the workspace could set. If it could set none, returns all, and the text that uses them as
 * the cause of the finding.
 */
function settableNames(
  unsetVariables: ReadonlyMap<string, VariableUse>,
  workspace: Workspace,
): { readonly unsetVariables: ReadonlyMap<string, VariableUse>; readonly cause?: Cursor | undefined } {
  const settable = [...unsetVariables].filter(([name, { at }]) => canBeSet(name, at, workspace));
  if (settable.length > 0) return { unsetVariables: new Map(settable) };
  for (const [name, { at }] of unsetVariables)
    for (const [pointer, variables] of unsetVariablesIn(at.document, workspace))
      if (variables.some(variable => variable.name === name))
        return { unsetVariables: unsetVariables, cause: at.document.at(pointer) };
  return { unsetVariables: unsetVariables };
}

/** The names without misspelled ones, which other rules report in the text or at the value in a call or test. */
function withoutTypos(
  unsetVariables: ReadonlyMap<string, VariableUse>,
  values: Cursor,
  workspace: Workspace,
): ReadonlyMap<string, VariableUse> {
  const misspelledNames = new Set(unusedIn(values, workspace).map(({ similarName }) => similarName));
  return new Map(
    [...unsetVariables].filter(([name, { at }]) => !misspelledNames.has(name) && !meantName(name, at, workspace)),
  );
}

function checkArm(arm: Cursor, workspace: Workspace): Problem | undefined {
  const { unsetVariables, cause } = settableNames(unsetInbound(arm, workspace), workspace);
  if (unsetVariables.size === 0) return undefined;
  const number = arm.within('phone-number')?.get('phone_number').string() || 'this number';
  const [caller, hook, callerAction] =
    arm.parent?.key === 'inbound_agents'
      ? [`inbound callers of ${clipped(number)}`, 'inbound webhook', 'read out']
      : [`people who text ${clipped(number)}`, 'inbound SMS webhook', 'sent'];
  return {
    at: arm.get('agent_id'),
    cause,
    subjects: unsetVariables.size,
    message: `no value for ${names(unsetVariables, 1)}: ${caller} have none (no ${hook}), so the placeholder is ${callerAction}`,
    related: places(unsetVariables),
  };
}

function checkTest(test: Cursor, workspace: Workspace): Problem | undefined {
  const values = test.get('dynamic_variables'),
    { unsetVariables, cause } = settableNames(withoutTypos(unsetInTest(test, workspace), values, workspace), workspace);
  if (unsetVariables.size === 0) return undefined;
  return {
    ...(values.exists && { at: { key: values.pointer } }),
    severity: 'info',
    cause,
    subjects: unsetVariables.size,
    message: `no value for ${names(unsetVariables)}, used by the tested engine; the test runs with the placeholder`,
    related: places(unsetVariables),
  };
}

/** A variable without a value. It contains only plain data, because it is cached for all files. */
interface UnsetVariable {
  readonly name: string;
  /** The id of the agent; `undefined` if nothing sets the variable for any agent. */
  readonly agent?: string;
  /** The places of the uses in one file. */
  readonly uses: readonly (Place & { readonly start: number; readonly end: number })[];
  /** The tags of the agent with which the variable is unset. */
  readonly tags: (Place & { readonly name: string })[];
  /** The arms of numbers and the tasks of batches without a value. */
  readonly calls: (Place & { readonly callers: string })[];
  /** Other unset variables of the record, if there are too many for mistakes. */
  readonly otherUnset?: readonly Pick<UnsetVariable, 'name' | 'uses'>[];
}

const noneUnset = new Map<string, UnsetVariable[]>();

/** The variables without a value in the texts of a file, by the place of the first use. */
function unsetVariablesIn(document: Document, workspace: Workspace): ReadonlyMap<string, readonly UnsetVariable[]> {
  return workspace.memory.remember(unsetVariablesIn, document, () => {
    const agents = document.roots.flatMap(root => agentsAt(root, workspace)),
      ids = new Set(agents.flatMap(agent => agent.get('agent_id').string() || []));
    let byUse = noneUnset;
    const reportedNames = new Set<string>();
    const add = (variable: UnsetVariable): void => {
      const { file, pointer } = variable.uses[0]!;
      if (file !== document.file) return;
      reportedNames.add(variable.name);
      if (byUse === noneUnset) byUse = new Map();
      addTo(byUse, pointer, variable);
    };
    for (const id of ids) for (const variable of unsetVariablesOf(id, workspace)) add(variable);
    for (const root of document.roots)
      for (const variable of variablesSetNowhere(root, reportedNames, workspace)) add(variable);
    return byUse;
  });
}

const unsetVariablesOf = (id: string, workspace: Workspace): readonly UnsetVariable[] =>
  workspace.memory.remember(unsetVariablesOf, id, () => {
    const byKey = new Map<string, UnsetVariable>();
    const add = (
      name: string,
      unsetUses: readonly VariableUse[],
      choice: Partial<Pick<UnsetVariable, 'tags' | 'calls'>>,
    ): void => {
      for (const file of new Set(unsetUses.map(use => use.at.document.file))) {
        const key = JSON.stringify([name, file]),
          uses = unsetUses.filter(use => use.at.document.file === file).map(placesOf);
        if (!byKey.has(key)) byKey.set(key, { name, agent: id, uses, tags: [], calls: [] });
        byKey.get(key)!.tags.push(...(choice.tags ?? []));
        byKey.get(key)!.calls.push(...(choice.calls ?? []));
      }
    };
    for (const state of workspace.agent(id)?.listItems.flatMap(item => item.get('tags').entries()) ?? [])
      for (const [name, uses] of unsetUnder(state, id, workspace))
        add(name, uses, { tags: [{ ...placeOf(state.get('dynamic_variables')), name: state.key }] });
    for (const { at, callers, unsetVariables } of callsOf(id, workspace))
      for (const [name, use] of unsetVariables)
        if (!canBeSet(name, use.at, workspace)) add(name, [use], { calls: [{ ...placeOf(at), callers }] });
    return [...byKey.values()];
  });
const placesOf = ({ at, start, end }: VariableUse): UnsetVariable['uses'][number] => ({ ...placeOf(at), start, end });

interface CallOf {
  readonly at: Cursor;
  readonly callers: string;
  readonly unsetVariables: ReadonlyMap<string, VariableUse>;
}
/** The callers of an agent through a number or batch, with the variables that have no value in their calls. */
function* callsOf(id: string, workspace: Workspace): Generator<CallOf> {
  for (const place of workspace.table(columns.arms).get(id) ?? []) {
    const cursor = workspace.at(place);
    yield {
      at: cursor,
      callers: `callers of ${clipped(place.number)}`,
      unsetVariables: unsetInbound(cursor, workspace),
    };
  }
  for (const task of tasksByAgent(workspace).get(id) ?? []) {
    const unsetUses = withoutTypos(
      unsetInTask(task, workspace)?.unsetVariables ?? new Map(),
      task.get('service_llm_dynamic_variables'),
      workspace,
    );
    const inAgent = [...unsetUses].filter(([, { at }]) => !at.within('batch-call-task'));
    yield {
      at: task,
      callers: `calls of ${task.document.file.replace(/^.*\//, '')}`,
      unsetVariables: new Map(inAgent),
    };
  }
}

/** The first task of each batch for each agent version. Other tasks would give the same findings. */
const tasksByAgent = (workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> =>
  workspace.memory.remember(tasksByAgent, undefined, () => {
    const tasks = new Map<string, Cursor[]>(),
      visited = new Set<string>();
    for (const batch of workspace.roots('batch-call'))
      for (const task of batch.get('tasks').items()) {
        const caller = agentOfTask(task, workspace),
          key = JSON.stringify([batch.document.file, batch.pointer, caller?.agentId, caller?.reference]);
        if (!caller || visited.has(key)) continue;
        visited.add(key);
        addTo(tasks, caller.agentId, task);
      }
    return tasks;
  });

/**
 * The maximum number of unset variables of a record that may be mistakes. More variables probably get their values in
 * the request of a call.
 */
const MAX_MISTAKES = 3;

/**
 * The variables in texts of a record that no file sets. Empty if no file sets any variable, because then all values
 * are in the requests of calls.
 */
function variablesSetNowhere(root: Cursor, reportedNames: ReadonlySet<string>, workspace: Workspace): UnsetVariable[] {
  const { uses, setters } = variablesIn(root);
  const isSet = (name: string): boolean => canBeSet(name, root, workspace);
  if (root.is('batch-call') || root.is('test-case-definition')) return [];
  if (setters.size === 0 && ![...uses.keys()].some(isSet) && !haveTagsVariables(workspace)) return [];
  const unsetEntries = [...uses]
    .filter(
      ([name]) => /[\p{L}\p{N}]{3}/u.test(name) && !isSystemVariable(name) && !isSet(name) && !reportedNames.has(name),
    )
    .map(([name, uses]) => [name, uses.filter(({ at }) => mayBeSpoken(at))] as const)
    .filter(([name, uses]) => uses.length > 0 && !uses.some(({ at }) => meantName(name, at, workspace)))
    .map(([name, uses]) => ({ name, uses: uses.map(placesOf), tags: [], calls: [] }));
  const [first, ...rest] = unsetEntries;
  return first && unsetEntries.length > MAX_MISTAKES ? [{ ...first, otherUnset: rest }] : unsetEntries;
}

const haveTagsVariables = (workspace: Workspace): boolean =>
  workspace.sharedMemory.remember(haveTagsVariables, undefined, () =>
    workspace
      .recordsOf('listItems')
      .some(({ tags }) => tags?.some(({ variables = {} }) => Object.keys(variables).length > 0)),
  );

function checkUse(text: Cursor, workspace: Workspace): Problem[] {
  const laterProblems = laterVariablesIn(text, workspace);
  if (laterProblems.length > 0) return laterProblems;
  const isSet = ({ name }: { readonly name: string }): boolean =>
    isSystemVariable(name) || canBeSet(name, text, workspace);
  if (templatesIn(text.string() ?? '').every(isSet)) return [];
  const unsetByPointer = unsetVariablesIn(text.document, workspace);
  return unsetByPointer.size === 0
    ? []
    : (unsetByPointer.get(text.pointer) ?? []).map(variable => problemOf(variable, text, workspace));
}

/** The variables of a flow's first node that only later nodes set. */
function laterVariablesIn(text: Cursor, workspace: Workspace): Problem[] {
  const flow = text.within('node-instruction') && text.within('conversation-flow');
  if (!flow || flow.peek('start_node_id') !== text.within('node')?.peek('id')) return [];
  return laterVariables(flow, workspace)
    .filter(({ at }) => at.pointer === text.pointer)
    .map(({ name, start, end, settingNodes }) => {
      const judgements = agentsAt(flow, workspace).map(agent => {
        const version = agent.peek('version');
        return judgeUnset(
          {
            agentId: agent.get('agent_id').string() ?? '',
            reference: null,
            version: typeof version === 'number' ? version : null,
          },
          workspace,
        );
      });
      const certainJudgement = judgements.find(({ isCertain }) => isCertain);
      return {
        at: { within: text.pointer, start, end },
        severity: certainJudgement ? 'warning' : 'info',
        message:
          `{{${clipped(name)}}} is set only later, in node ${show(settingNodes[0]!.get('id').value)}; ` +
          (certainJudgement?.words ?? 'unless the call sets it, the placeholder is read out'),
        related: settingNodes.slice(0, 8).map(node => ({ at: node.get('id'), message: 'set here' })),
      };
    });
}

/** Names the agents without a value for the variable, because other agents may have one. */
function elsewhereAdvice(names: readonly string[], text: Cursor, workspace: Workspace): string {
  if (!names.some(name => workspace.table(columns.setters).has(name))) return 'in this workspace';
  return agentsAt(text, workspace).length === 1 ? 'for this agent' : 'for the agents that run this';
}

/** Whether several agents run a text, so that the message must name the agent. */
const isShared = (text: Cursor, workspace: Workspace): boolean =>
  new Set(agentsAt(text, workspace).map(runner => runner.get('agent_id').string())).size > 1;

const targetPartOf = ({ pointer, start, end }: UnsetVariable['uses'][number]) => ({ within: pointer, start, end });

function problemOf(
  { name, agent, uses, tags, calls, otherUnset = [] }: UnsetVariable,
  text: Cursor,
  workspace: Workspace,
): Problem {
  const effect = unheardEffect(text),
    judgements = tags.map(({ name: tag }) =>
      judgeUnset({ agentId: agent!, reference: tag, version: null }, workspace, false, effect),
    ),
    certainWords =
      judgements.find(judgement => judgement.isCertain)?.words ??
      (calls[0] && effectForCaller(calls[0].callers, effect));
  const keys = tags.map(tag => clipped(tag.name)),
    ofAgent = agent !== undefined && isShared(text, workspace) ? ` of ${agentName(agent, workspace)}` : '',
    location =
      keys.length === 0
        ? elsewhereAdvice([name, ...otherUnset.map(variable => variable.name)], text, workspace)
        : `under ${keys.length === 1 ? 'tag' : 'tags'} ${listed(keys, 'and', 2)}${ofAgent}`;
  const [first, ...otherUses] = uses as [UnsetVariable['uses'][number], ...UnsetVariable['uses'][number][]];
  const variables = listed(
    [name, ...otherUnset.map(variable => variable.name)].map(name => `{{${clipped(name)}}}`),
    'and',
    3,
  );
  const [isAre, pronoun] = otherUnset.length > 0 ? ['are', 'them'] : ['is', 'it'],
    defaultWords = judgements[0]?.words ?? `unless the call sets ${pronoun}, ${effect ?? 'the placeholder stays'}`;
  return {
    at: targetPartOf(first),
    also: otherUnset.map(variable => targetPartOf(variable.uses[0]!)),
    subjects: 1 + otherUnset.length,
    severity: certainWords === undefined ? 'info' : 'warning',
    message:
      certainWords === undefined
        ? `${variables} ${isAre} not set ${location}; ${defaultWords}`
        : `${variables} is never set for ${agentName(agent!, workspace)}; ${certainWords}`,
    related: [
      ...calls.slice(0, 8).map(call => ({ at: workspace.at(call), message: 'provides no value' })),
      ...tags.slice(0, 8).map(tag => ({ at: workspace.at(tag), key: true, message: `not set under tag ${tag.name}` })),
      ...otherUses.slice(0, 8).map(use => ({ at: workspace.at(use), message: `also uses {{${name}}}` })),
    ],
  };
}

/** The variables without a value under a tag. A tag without variables of its own leaves them to each call. */
function unsetUnder(state: Cursor, id: string, workspace: Workspace): Map<string, readonly VariableUse[]> {
  const values = state.get('dynamic_variables');
  if (values.entries().length === 0) return new Map();
  const resolution = workspace.resolve(id, state.key);
  const agent = resolution.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
  const neededVariables = agent && needsOf(agent, workspace);
  return new Map(
    [...(neededVariables ? usesSpoken(neededVariables.variables, workspace) : [])].filter(
      ([name, uses]) =>
        !values.get(name).exists &&
        !uses.some(({ at }) => canBeSet(name, at, workspace) || meantName(name, at, workspace)),
    ),
  );
}

const names = (unsetVariables: ReadonlyMap<string, VariableUse>, limit = 2): string =>
  listed(
    [...unsetVariables.keys()].map(name => `{{${clipped(name)}}}`),
    'and',
    limit,
  );
const places = (unsetVariables: ReadonlyMap<string, VariableUse>) =>
  [...unsetVariables].slice(0, 8).map(([name, { at }]) => ({ at, message: `uses {{${name}}}` }));
