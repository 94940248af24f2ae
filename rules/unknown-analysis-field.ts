import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { analysisFieldsFor } from '../server/core/index/analysis-fields.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { clipped, listed, orMeant, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-analysis-field',
  group: 'alerts',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'An alert filter uses an analysis field that no agent extracts.',
  why: `
    \`custom_analysis_data\` filters by the names of analysis items. A name that no agent defines matches nothing,
    so the alert stays silent. Names are compared exactly, including case and spaces. It is an error if \`complete\`
    says that every analysis field is in this workspace.
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
        severity: severityOf(lookup),
        message: `key: ${name} cannot be checked, as no agent in this workspace defines analysis fields`,
      };
    if (!isMissing && lookup.because !== 'not-here') return undefined;
    const { agents } = analysisFieldsFor(key.within('alert-filter'), workspace);
    const anybodys = analysisFieldsFor(undefined, workspace).definitions;
    const owners = agents
      ? listed(
          Array.from(agents.keys(), id => clipped(id)),
          'or',
          1,
        )
      : 'any agent here';
    const elsewhere = agents && anybodys.has(String(key.value)) ? ' (only by other agents)' : '';
    return {
      message: `key: ${name} is not extracted by ${owners}${elsewhere}, so nothing matches${orMeant(lookup)}`,
      severity: severityOf(lookup),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 0,
        "post_call_analysis_data": [{ "type": "boolean", "name": "Appointment booked" }]
      }
      -- mood.alert-rule.json --
      {
        "filter": {
          "agent": [{ "agent_id": "agent_desk" }],
          "custom_analysis_data": [
            { "key": "appointment_booked", "type": "boolean", "op": "eq", "value": false },
                     ^^^^^^^^^^^^^^^^^^^^ warning: key: "appointment_booked" is not extracted by agent_desk, so
                                        | nothing matches; did you mean "Appointment booked"?
            { "key": "refund_amount", "type": "number", "op": "gt", "value": 100 }
                     ^^^^^^^^^^^^^^^ warning: key: "refund_amount" is not extracted by agent_desk, so nothing
                                   | matches
          ]
        }
      }
      ====
      -- mood.alert-rule.json --
      {
        "filter": { "custom_analysis_data": [{ "key": "refund_amount", "type": "number", "op": "gt", "value": 100 }] }
                                                      ^^^^^^^^^^^^^^^
                                              | info: key: "refund_amount" cannot be checked, as no agent in this
                                              | workspace defines analysis fields
      }
      ====
      -- preflight.config.json --
      { "complete": ["analysis-field"] }
      -- mood.alert-rule.json --
      {
        "filter": { "custom_analysis_data": [{ "key": "refund_amount", "type": "number", "op": "gt", "value": 100 }] }
                                                      ^^^^^^^^^^^^^^^
                                              | key: "refund_amount" is not extracted by any agent here, so nothing
                                              | matches
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "post_call_analysis_data": [{ "type": "number", "name": "refund_amount" }] }
      -- mood.alert-rule.json --
      {
        "filter": {
          "agent": [{ "agent_id": "agent_not_here" }],
          "custom_analysis_data": [
            { "key": "refund_amount", "type": "number", "op": "gt", "value": 100 },
            { "key": "", "type": "present", "op": "pr" }
          ]
        }
      }
    `,
  },
});
