import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { analysisFieldsFor } from '../server/core/index/analysis-fields.ts';
import { lookupAt } from '../server/core/index/lookup.ts';
import { listed, orMeant, show } from '../server/core/words.ts';

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
  clause: 'Alert rule, alert incident: filter custom_analysis_data: fields of the analysis',
  at: referencesTo('analysis-field'),

  check(key, workspace) {
    const lookup = lookupAt(key, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const name = show(key.value);
    const isMissing = lookup.outcome === 'missing';
    if (!isMissing && lookup.because === 'none-here')
      return {
        severity: 'info',
        message: `${name} cannot be checked, as no agent in the workspace defines an analysis field`,
      };
    if (!isMissing && lookup.because !== 'not-here') return undefined;
    const { agents } = analysisFieldsFor(key.within('alert-filter'), workspace);
    const anybodys = analysisFieldsFor(undefined, workspace).definitions;
    const owners = agents ? `by ${listed(agents, 'or', 3)}` : 'by any agent in the workspace';
    const elsewhere = agents && anybodys.has(String(key.value)) ? ', only by other agents' : '';
    return {
      message: `the analysis field ${name} is not defined ${owners}${elsewhere}, so the filter selects nothing${orMeant(lookup)}`,
      ...(isMissing && { severity: 'error' as const }),
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
