import { clipped } from '../server/core/wording.ts';
import { isObject } from '../server/core/json/json.ts';
import type { Cursor } from '../server/core/cursor.ts';
import type { Document } from '../server/core/document.ts';
import { isEngineHere } from '../server/core/domain/questions.ts';
import { swapsOf } from '../server/core/domain/swaps.ts';
import { agentOfTask, recordOf } from '../server/core/domain/tasks.ts';
import { isSystemVariable } from '../server/core/domain/templates.ts';
import { needsOf, slipOf, variablesIn } from '../server/core/domain/variables.ts';
import { rename } from '../server/core/engine/fixes.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'unused-call-variable',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A batch task or test case sets a variable that the agent does not use.',
  why: `
    The value is never used: callers hear the default, or the placeholder. Usually the name has a typo. Without a
    similar name it is info. An agent that swaps to others may pass it on, so there only typos are reported.
  `,
  spec: 'Batch call',
  clause: 'Batch call: task: variables are text and reach prompt and tools',
  shows: 'unnecessary',
  at: { 'batch-call-task': '/service_llm_dynamic_variables', 'test-case-definition': '/dynamic_variables' },

  check(map, workspace) {
    if (!isObject(map.value) || Object.keys(map.value).length === 0) return undefined;
    const given = map.parent!,
      agent = given.is('test-case-definition') ? given : agentOf(given, workspace);
    const parts = agent && needsOf(agent, workspace)?.parts;
    return parts && unusedIn(map, agent, parts, workspace);
  },

  examples: {
    invalid: files`
      -- march.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          {
            "to_number": "+14155550111",
            "override_agent_id": "agent_desk",
            "service_llm_dynamic_variables": { "frist_name": "Ana", "order": "7" }
                                               ^^^^^^^^^^^^ warning: {{frist_name}} is not used by the agent; did
                                              | you mean {{first_name}}?
                                                                    ^^^^^^^ info: {{order}} is not used by the agent
         => "service_llm_dynamic_variables": { "first_name": "Ana", "order": "7" }
          }
        ]
      }
      -- greets.test-case.json --
      {
        "name": "Greets",
        "user_prompt": "You want a visit.",
        "metrics": ["The agent greeted by name"],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "dynamic_variables": { "first_nmae": "Ana" }
                               ^^^^^^^^^^^^ warning: {{first_nmae}} is not used by the agent; did you mean
                                          | {{first_name}}?
      => "dynamic_variables": { "first_name": "Ana" }
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 1, "last_modification_timestamp": 1, "assigned_tags": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_prompt": "Greet {{first_name}}.",
        "default_dynamic_variables": { "first_name": "there" }
      }
    `,
    valid: files`
      -- march.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          {
            "to_number": "+14155550111",
            "override_agent_id": "agent_desk",
            "service_llm_dynamic_variables": { "name": "Ana", "clinic": "Hill", "zip": "94110", "user_number": "+14155550111" },
            "agent_override": { "service_llm": { "begin_message": "This is {{clinic}}." } }
          },
          { "to_number": "+14155550112", "override_agent_id": "agent_elsewhere", "service_llm_dynamic_variables": { "x": "y" } }
        ]
      }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 1, "last_modification_timestamp": 1, "assigned_tags": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "general_prompt": "Greet {{name}}.",
        "general_tools": [{ "type": "code", "name": "look", "code": "return find(dv.zip)" }]
      }
    `,
  },
});

function agentOf(task: Cursor, workspace: Workspace): Cursor | undefined {
  const caller = agentOfTask(task, workspace);
  if (!caller || !isEngineHere(caller, workspace)) return undefined;
  const resolution = workspace.agent(caller.agentId) && workspace.resolve(caller.agentId, caller.reference);
  return resolution?.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
}

/** The names that a part uses; one set, shared by all agents with that part. */
function namesIn(part: Cursor): ReadonlySet<string> {
  const { uses } = variablesIn(part);
  return part.document.memory.remember(namesIn, uses, () => new Set(uses.keys()));
}

/** Whether the text of a part's file contains the name as a word, even without braces. */
const isNamedIn = ({ document }: Cursor, name: string, given: Cursor): boolean =>
  document !== given.document && (wordsIn(document).has(name) || (/[^\w]/.test(name) && document.text.includes(name)));

const wordsIn = (document: Document): ReadonlySet<string> =>
  document.memory.remember(wordsIn, undefined, () => new Set(document.text.match(/\w+/g)));

function* unusedIn(map: Cursor, agent: Cursor, parts: readonly Cursor[], workspace: Workspace): Generator<Problem> {
  const given = map.parent!;
  const swaps = swapsOf(agent, workspace),
    next = swaps.flatMap(({ resolution }) => recordOf(resolution, workspace) ?? []),
    others = next.flatMap(one => needsOf(one, workspace)?.parts ?? []);
  const used = [...parts, ...others, given.get('agent_override')].map(namesIn);
  for (const entry of map.entries()) {
    const { key, pointer } = entry;
    // code and conditions may use it without braces
    if (isSystemVariable(key) || used.some(names => names.has(key)) || parts.some(part => isNamedIn(part, key, given)))
      continue;
    const meant = used
      .map(names => slipOf(key, names))
      .find(name => name !== undefined && !map.get(name).exists && !isSystemVariable(name));
    if (meant === undefined && swaps.length > 0) continue;
    yield {
      at: { key: pointer },
      ...(meant === undefined && { severity: 'info' }),
      message:
        `{{${clipped(key)}}} is not used by the agent` +
        (meant === undefined ? '' : `; did you mean {{${clipped(meant)}}}?`),
      fix: rename(entry, meant),
    };
  }
}
