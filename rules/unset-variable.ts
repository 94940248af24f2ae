import { agentName } from '../server/core/workspace/names.ts';
import type { Cursor } from '../server/core/cursor.ts';
import type { Document } from '../server/core/document.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { agentOfTask, recordOf, unsetInTask, unsetInTest } from '../server/core/domain/tasks.ts';
import { judgeUnset, unsetInbound } from '../server/core/domain/inbound-variables.ts';
import { spokenOf } from '../server/core/domain/spoken-uses.ts';
import { isSystemVariable, templatesIn } from '../server/core/domain/templates.ts';
import { unusedIn } from '../server/core/domain/unused-variables.ts';
import { isSetAnywhere, meantName, needsOf, type VariableUse } from '../server/core/domain/variables.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import { placeOf, type Place } from '../server/core/workspace/records.ts';
import { clipped, listed } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { addTo } from '../server/core/json/multimap.ts';

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
  const caller = agentOfTask(task, workspace);
  if (!caller) return undefined;
  const found = unsetInTask(task, workspace);
  if (!found || found.unset.size === 0) return undefined;
  const given = task.get('service_llm_dynamic_variables'),
    unset = withoutTypos(found.unset, given, workspace);
  if (unset.size === 0) return undefined;
  const { agentId, version } = found.resolution;
  return {
    ...(given.exists && { at: { key: given.pointer } }),
    message:
      `no value for ${names(unset)}, used by version ${version} of ${agentName(agentId, workspace)}; ` +
      judgeUnset(found.resolution, workspace, true).words,
    related: places(unset),
  };
}

/** A misspelled name is reported where it is written: in the text, or in what the call or test sets. */
function withoutTypos(
  unset: ReadonlyMap<string, VariableUse>,
  given: Cursor,
  workspace: Workspace,
): ReadonlyMap<string, VariableUse> {
  const misspelled = new Set(unusedIn(given, workspace).map(({ meant }) => meant));
  return new Map([...unset].filter(([name, { at }]) => !misspelled.has(name) && !meantName(name, at, workspace)));
}

function checkArm(arm: Cursor, workspace: Workspace): Problem | undefined {
  const unset = unsetInbound(arm, workspace);
  if (unset.size === 0) return undefined;
  const number = arm.within('phone-number')?.get('phone_number').string() || 'this number';
  const [who, hook, does] =
    arm.parent?.key === 'inbound_agents'
      ? [`inbound callers of ${clipped(number)}`, 'inbound webhook', 'read out']
      : [`people who text ${clipped(number)}`, 'inbound SMS webhook', 'sent'];
  return {
    at: arm.get('agent_id'),
    message: `no value for ${names(unset, 1)}: ${who} have none (no ${hook}), so the placeholder is ${does}`,
    related: places(unset),
  };
}

function checkTest(test: Cursor, workspace: Workspace): Problem | undefined {
  const given = test.get('dynamic_variables'),
    unset = withoutTypos(unsetInTest(test, workspace), given, workspace);
  if (unset.size === 0) return undefined;
  return {
    ...(given.exists && { at: { key: given.pointer } }),
    severity: 'info',
    message: `no value for ${names(unset)}, used by the tested engine; the test has the placeholder instead`,
    related: places(unset),
  };
}

/** A variable that is unset under some tags of an agent; plain data, because it is cached for all files. */
interface Unset {
  readonly name: string;
  readonly agent: string;
  /** Where one file uses it. */
  readonly uses: readonly (Place & { readonly start: number; readonly end: number })[];
  readonly tags: readonly (Place & { readonly name: string })[];
}

const nothing = new Map<string, Unset[]>();

/** The variables that a file's agents lack under their tags, by the place of first use in the file. */
function unsetIn(document: Document, workspace: Workspace): ReadonlyMap<string, readonly Unset[]> {
  return workspace.memory.remember(unsetIn, document, () => {
    const agents = document.roots.flatMap(root => agentsAt(root, workspace)),
      ids = new Set(agents.flatMap(agent => agent.get('agent_id').string() || []));
    let byUse = nothing;
    for (const unset of [...ids].flatMap(id => unsetFor(id, workspace))) {
      const { file, pointer } = unset.uses[0]!;
      if (file !== document.file) continue;
      if (byUse === nothing) byUse = new Map();
      addTo(byUse, pointer, unset);
    }
    return byUse;
  });
}

const unsetFor = (id: string, workspace: Workspace): readonly Unset[] =>
  workspace.memory.remember(unsetFor, id, () =>
    (workspace.agent(id)?.listItems ?? []).flatMap(item => unsetOf(item, workspace)),
  );

function unsetOf(item: Cursor, workspace: Workspace): Unset[] {
  const id = item.get('agent_id').string();
  if (!id) return [];
  const found = new Map<string, Omit<Unset, 'tags'> & { readonly tags: (Place & { name: string })[] }>();
  for (const state of item.get('tags').entries())
    for (const [name, uses] of unsetUnder(state, id, workspace))
      for (const file of new Set(uses.map(({ at }) => at.document.file))) {
        const key = JSON.stringify([name, file]),
          tag = { ...placeOf(state.get('dynamic_variables')), name: state.key };
        const known = found.get(key);
        if (known) known.tags.push(tag);
        else {
          const here = uses.filter(({ at }) => at.document.file === file);
          found.set(key, {
            name,
            agent: id,
            uses: here.map(({ at, start, end }) => ({ ...placeOf(at), start, end })),
            tags: [tag],
          });
        }
      }
  return [...found.values()];
}

function checkUse(text: Cursor, workspace: Workspace): Problem[] {
  const isSet = ({ name }: { readonly name: string }): boolean =>
    isSystemVariable(name) || isSetAnywhere(name, workspace);
  if (templatesIn(text.string() ?? '').every(isSet)) return [];
  const unset = unsetIn(text.document, workspace);
  return unset.size === 0 ? [] : (unset.get(text.pointer) ?? []).map(one => problemOf(one, text, workspace));
}

function problemOf({ name, agent, uses, tags }: Unset, text: Cursor, workspace: Workspace): Problem {
  const judged = tags.map(tag => judgeUnset({ agentId: agent, reference: tag.name, version: null }, workspace)),
    { isCertain, words } = judged.find(one => one.isCertain) ?? judged[0]!;
  const keys = tags.map(tag => clipped(tag.name)),
    under = `${keys.length === 1 ? 'tag' : 'tags'} ${listed(keys, 'and', 2)}`;
  const [{ start, end }, ...others] = uses as [Unset['uses'][number], ...Unset['uses'][number][]];
  return {
    at: { within: text.pointer, start, end },
    severity: isCertain ? 'warning' : 'info',
    message:
      `{{${clipped(name)}}} is ${isCertain ? `never set for ${agentName(agent, workspace)}` : `not set under ${under}`}; ` +
      words,
    related: [
      ...tags.slice(0, 8).map(tag => ({ at: workspace.at(tag), key: true, message: `not set under tag ${tag.name}` })),
      ...others.slice(0, 8).map(use => ({ at: workspace.at(use), message: `also uses {{${name}}}` })),
    ],
  };
}

/** A tag without variables of its own leaves them to each call. */
function unsetUnder(state: Cursor, id: string, workspace: Workspace): Map<string, readonly VariableUse[]> {
  const given = state.get('dynamic_variables');
  if (given.entries().length === 0) return new Map();
  const resolution = workspace.resolve(id, state.key);
  const agent = resolution.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
  const needed = agent && needsOf(agent, workspace);
  return new Map(
    [...(needed ? spokenOf(needed.variables, workspace) : [])].filter(
      ([name, uses]) =>
        !given.get(name).exists &&
        !isSetAnywhere(name, workspace) &&
        !uses.some(({ at }) => meantName(name, at, workspace)),
    ),
  );
}

const names = (unset: ReadonlyMap<string, VariableUse>, limit = 2): string =>
  listed(
    [...unset.keys()].map(name => `{{${clipped(name)}}}`),
    'and',
    limit,
  );
const places = (unset: ReadonlyMap<string, VariableUse>) =>
  [...unset].slice(0, 8).map(([name, { at }]) => ({ at, message: `uses {{${name}}}` }));
