import { set } from '../server/core/engine/fixes.ts';
import { agentName } from '../server/core/workspace/names.ts';
import { defineRule, referencesTo } from '../server/core/engine/rule.ts';
import { analysisFieldsFor } from '../server/core/index/analysis-fields.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { listed, orMeant, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-analysis-field',
  group: 'alerts',
  severity: 'warning',
  needsEveryFile: true,
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
          Array.from(agents.keys(), id => agentName(id, workspace)),
          'or',
          1,
        )
      : 'any agent here';
    const elsewhere = agents && anybodys.has(String(key.value)) ? ' (only by other agents)' : '';
    return {
      message: `key: ${name} is not extracted by ${owners}${elsewhere}, so nothing matches${orMeant(lookup)}`,
      severity: severityOf(lookup),
      fix: set(key, lookup.near),
    };
  },
});
