import type { Cursor } from '../server/core/cursor.ts';
import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, files, type At } from '../server/core/engine/rule.ts';
import { childEntry, marksOf, rootOf } from '../server/core/shapes.ts';
import { didYouMean, listed, show } from '../server/core/words.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

const definitions: At = { marked: marks => marks['x-identifies']?.of === 'analysis-field' };

export default defineRule({
  id: 'unknown-analysis-field',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'An alert filter on an analysis field that no agent extracts.',
  why: `
    A name that no agent defines selects nothing, and the alert stays silent for ever. \`custom_analysis_data\` filters
    on what the analysis after a call has extracted, by the name that the agent's analysis definition gives it. Names
    are compared as they are written, capital letters and spaces included.

    It is an error where the configuration says with \`complete\` that every analysis field is in the workspace.
  `,
  spec: 'Alert rule, alert incident',
  at: { 'alert-filter': '/custom_analysis_data/*/key' },

  check(key, workspace) {
    const name = key.string();
    const filter = key.within('alert-filter');
    if (!name || !filter || hasVariable(name) || key.within('alert-incident')) return undefined;
    const everywhere = workspace.collect(definitions);
    const agents = recordsOf(filter, workspace);
    const known = agents ? namesOfAgents(agents, workspace) : namesOf(everywhere, workspace);
    if (known.has(name) || presets().includes(name)) return undefined;
    if (everywhere.length === 0 && !workspace.facts.complete.includes('analysis-field')) {
      return {
        severity: 'info',
        message: `${show(name)} cannot be checked, as no agent in the workspace defines an analysis field`,
      };
    }
    const owners = agents ? `by ${listed(agents, 'or', 3)}` : 'by any agent in the workspace';
    const elsewhere = agents && namesOf(everywhere, workspace).has(name) ? ', only by other agents' : '';
    return {
      message:
        `the analysis field ${show(name)} is not defined ${owners}${elsewhere}, ` +
        `so the filter selects nothing${didYouMean(name, known)}`,
      ...(workspace.facts.complete.includes('analysis-field') && { severity: 'error' as const }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          "agent_id": "agent_desk",
          "version": 0,
          "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
          "voice_id": "11labs-Adrian",
          "post_call_analysis_data": [
            { "type": "boolean", "name": "Appointment booked", "description": "Whether the caller has an appointment." }
          ]
        }
        -- mood.alert-rule.json --
        {
          "name": "Nobody books",
          "metric_type": "call_count",
          "filter": {
            "agent": [{ "agent_id": "agent_desk" }],
            "custom_analysis_data": [
              { "key": "appointment_booked", "type": "boolean", "op": "eq", "value": false },
                       ^^^^^^^^^^^^^^^^^^^^ warning: the analysis field "appointment_booked" is not defined by
                                          | agent_desk, so the filter selects nothing; did you mean "Appointment
                                          | booked"?
              { "key": "refund_amount", "type": "number", "op": "gt", "value": 100 }
                       ^^^^^^^^^^^^^^^ warning: the analysis field "refund_amount" is not defined by agent_desk, so the
                                     | filter selects nothing
            ]
          }
        }
      `,
      },
      {
        files: files`
        -- mood.alert-rule.json --
        {
          "name": "Large refunds",
          "metric_type": "call_count",
          "filter": { "custom_analysis_data": [{ "key": "refund_amount", "type": "number", "op": "gt", "value": 100 }] }
                                                        ^^^^^^^^^^^^^^^
                                                | info: "refund_amount" cannot be checked, as no agent in the workspace
                                                | defines an analysis field
        }
      `,
      },
      {
        files: files`
        -- preflight.config.json --
        { "complete": ["analysis-field"] }
        -- mood.alert-rule.json --
        {
          "name": "Large refunds",
          "metric_type": "call_count",
          "filter": { "custom_analysis_data": [{ "key": "refund_amount", "type": "number", "op": "gt", "value": 100 }] }
                                                        ^^^^^^^^^^^^^^^
                                                | the analysis field "refund_amount" is not defined by any agent in the
                                                | workspace, so the filter selects nothing
        }
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "voice_id": "11labs-Adrian",
        "post_call_analysis_data": [{ "type": "number", "name": "refund_amount", "description": "How much is paid back." }]
      }
      -- mood.alert-rule.json --
      {
        "name": "Large refunds",
        "metric_type": "call_count",
        "filter": {
          "agent": [{ "agent_id": "agent_not_here" }],
          "custom_analysis_data": [
            { "key": "refund_amount", "type": "number", "op": "gt", "value": 100 },
            { "key": "", "type": "present", "op": "pr" }
          ]
        }
      }
    `,
    ],
  },
});

/** What the platform extracts by itself. */
const presets = (): readonly string[] =>
  (['call-preset-analysis-data', 'chat-preset-analysis-data'] as const).flatMap(
    shape => marksOf(childEntry(rootOf(shape), 'name'))['x-known-values'] ?? [],
  );

type Records = ReadonlyMap<string, readonly Cursor[]>;

/** The records of the agents that the filter names, by their ids, if all are here; remembered, as every key of the filter asks. */
const recordsOf = (filter: Cursor, workspace: Workspace): Records | undefined =>
  workspace.memory.remember(recordsOf, filter.value, () => {
    const ids = new Set(
      filter
        .get('agent')
        .items()
        .map(agent => agent.get('agent_id').string() ?? ''),
    );
    const records = new Map([...ids].map(id => [id, workspace.agent(id)?.records ?? []]));
    return records.size > 0 && [...records.values()].every(found => found.length > 0) ? records : undefined;
  });
const fieldsOf = (agent: Cursor): Cursor[] =>
  ['post_call_analysis_data', 'post_chat_analysis_data']
    .flatMap(list => agent.get(list).items())
    .map(item => item.get('name'));
const namesOfAgents = (agents: Records, workspace: Workspace): ReadonlySet<string> =>
  workspace.memory.remember(namesOfAgents, agents, () => texts([...agents.values()].flat().flatMap(fieldsOf)));
const namesOf = (definitions: readonly Cursor[], workspace: Workspace): ReadonlySet<string> =>
  workspace.memory.remember(namesOf, definitions, () => texts(definitions));
const texts = (places: readonly Cursor[]): ReadonlySet<string> =>
  new Set(places.flatMap(place => place.string() ?? []));
