import type { Cursor } from '../server/core/cursor.ts';
import { recordOf, unsetInTask } from '../server/core/domain/tasks.ts';
import { isSetAnywhere, needsOf, type VariableUse } from '../server/core/domain/variables.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { count, listed } from '../server/core/words.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'unset-variable',
  severity: 'warning',
  summary: 'A variable that an agent uses has no value in a batch task, or under a tag.',
  why: `
    A variable without a value stays in the text as it is: the agent says "curly bracket name", a tool is called with it. Values come from the call, then
    from the tag that the agent is reached by, then from the engine's \`default_dynamic_variables\`; some are set during the conversation, some by the
    platform. Where all of these are in the files, what is missing is shown: for a task of a batch call, and for a tag with variables of its
    own. A tag's callers may still bring the value along, so there it is only worth knowing, unless a phone number answers calls with the tag.
  `,
  spec: 'Batch call',
  at: { 'batch-call-task': '', 'root-tag-state': '' },

  check(node, workspace) {
    return node.is('batch-call-task') ? checkTask(node, workspace) : checkTag(node, workspace);
  },

  examples: {
    invalid: [{
      files: files`
        -- march.batch-call.json --
        {
          "from_number": "+14155550100",
          "tasks": [
            { "to_number": "+14155550111", "override_agent_id": "agent_desk", "service_llm_dynamic_variables": { "name": "Ana" } },
                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: the task gives no value for {{order_id}}, which version 1 of agent agent_desk uses, so it is spoken as it stands
            { "to_number": "+14155550112", "override_agent_id": "agent_desk", "override_agent_version": "prod" }
            ^ warning: the task gives no value for {{name}} and {{order_id}}, which version 1 of agent agent_desk uses, so they are spoken as they stand
          ]
        }
        -- desk.agent.json --
        {
          "agent_id": "agent_desk", "version": 1, "last_modification_timestamp": 1, "assigned_tags": ["prod"],
          "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
        }
        -- desk.llm.json --
        {
          "llm_id": "llm_desk", "general_prompt": "Ask {{name}} about order {{order_id}} at {{clinic}}, it is {{current_time}}. {{reason}}",
          "general_tools": [{ "type": "extract_dynamic_variable", "name": "extract", "variables": [{ "type": "string", "name": "reason", "description": "Why" }] }]
        }
        -- all.agent-list.json --
        [{ "agent_id": "agent_desk", "agent_name": "Desk", "tags": { "prod": { "version": 1, "dynamic_variables": { "clinic": "Hill Clinic" } } } }]
                                                                                             ^^^^^^^^^^^^^^^^^^^ info: nothing in the files sets {{order_id}}, which agent agent_desk uses under tag prod; a call that does not bring it speaks it as it stands
      `,
    }, {
      files: files`
        -- all.agent-list.json --
        [{ "agent_id": "agent_desk", "agent_name": "Desk", "tags": { "prod": { "version": 1, "dynamic_variables": { "clinic": "Hill Clinic" } } } }]
                                                                                             ^^^^^^^^^^^^^^^^^^^ warning: nothing in the files sets {{city}}, which agent agent_desk uses under tag prod; +14155550100 answers with it, so a caller hears it as it stands
        -- main.phone-number.json --
        { "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }] }
        -- desk.agent.json --
        {
          "agent_id": "agent_desk", "version": 1, "last_modification_timestamp": 1,
          "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "serviceLlmData": { "general_prompt": "Welcome to {{clinic}}, {{city}}." }
        }
      `,
    }],
    valid: [files`
      -- march.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+14155550111", "service_llm_dynamic_variables": { "name": "Ana" } },
          { "to_number": "+14155550112", "service_llm_dynamic_variables": { "name": "Ben" }, "agent_override": { "service_llm": { "begin_message": "Hello" } } },
          { "to_number": "+14155550113", "override_agent_id": "agent_elsewhere" }
        ]
      }
      -- main.phone-number.json --
      { "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_desk", "agent_version": 1, "weight": 1 }] }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 1, "last_modification_timestamp": 1, "assigned_tags": [],
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "serviceLlmData": { "general_prompt": "Ask {{name}} about {{order}}. Call {{user_number}}.", "default_dynamic_variables": { "order": "the order" } }
      }
    `],
  },
});

function checkTask(task: Cursor, workspace: Workspace): Problem | undefined {
  const found = unsetInTask(task, workspace);
  if (!found || found.unset.size === 0) return undefined;
  const { resolution: { agentId, version }, unset } = found;
  const given = task.get('service_llm_dynamic_variables');
  return {
    ...(given.exists && { at: { key: given.pointer } }),
    message: `the task gives no value for ${names(unset)}, which version ${version} of agent ${agentId} uses, so ${unset.size === 1 ? 'it is' : 'they are'} spoken as ${unset.size === 1 ? 'it stands' : 'they stand'}`,
    related: places(unset),
  };
}

/** A tag without variables of its own leaves them to the calls. */
function checkTag(state: Cursor, workspace: Workspace): Problem | undefined {
  const item = state.within('agent-list-item'), id = item?.get('agent_id').string();
  const given = state.get('dynamic_variables');
  if (!id || given.entries().length === 0) return undefined;
  const resolution = workspace.resolve(id, state.key);
  const agent = resolution.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
  const needs = agent && needsOf(agent, workspace);
  if (!needs) return undefined;
  const unset = new Map([...needs.variables].filter(([name]) => !given.get(name).exists && !isSetAnywhere(name, workspace)).map(([name, [use]]) => [name, use!]));
  if (unset.size === 0) return undefined;
  const inbound = [...workspace.phoneNumbers.values()].flat().find(number => ['inbound_agents', 'inbound_sms_agents'].some(key => number.get(key).items()
    .some(arm => arm.get('agent_id').value === id && arm.get('agent_version').value === state.key)));
  return {
    at: { key: given.pointer },
    severity: inbound ? 'warning' : 'info',
    message: `nothing in the files sets ${names(unset)}, which agent ${id} uses under tag ${state.key}; ${inbound
      ? `${inbound.get('phone_number').value} answers with it, so a caller hears ${unset.size === 1 ? 'it' : 'them'} as ${unset.size === 1 ? 'it stands' : 'they stand'}`
      : `a call that does not bring ${unset.size === 1 ? 'it' : 'them'} speaks ${unset.size === 1 ? 'it as it stands' : 'them as they stand'}`}`,
    related: places(unset),
  };
}

const names = (unset: ReadonlyMap<string, VariableUse>): string => `${unset.size > 8 ? `${count(unset.size, 'variable')}: ` : ''}${listed([...unset.keys()].map(name => `{{${name}}}`), 'and')}`;
const places = (unset: ReadonlyMap<string, VariableUse>) => [...unset].slice(0, 8).map(([name, { at }]) => ({ at, message: `uses {{${name}}}` }));
