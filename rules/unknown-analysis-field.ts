import { agentName } from '../server/core/workspace/names.ts';
import { valuesInWords } from '../server/core/domain/fields.ts';
import { analysisFieldsFor } from '../server/core/index/analysis-fields.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { listed, nearest, suggestShort, show, suggest } from '../server/core/wording.ts';
import { defineRule, referencesTo, set, type Cursor, type Problem } from '../server/core/engine/rule.ts';

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
    if (!lookup) return undefined;
    if (lookup.outcome === 'found') return otherTypeProblem(key, lookup.records);
    const name = show(key.value);
    const isMissing = lookup.outcome === 'missing';
    if (!isMissing && lookup.reason === 'none-here')
      return {
        severity: severityOf(lookup),
        message: `key: ${name} cannot be checked, as no agent in this workspace defines analysis fields`,
      };
    if (!isMissing && lookup.reason !== 'not-here') return undefined;
    const { agents } = analysisFieldsFor(key.within('alert-filter'), workspace);
    const anyAgentFields = analysisFieldsFor(undefined, workspace).definitions;
    const owners = agents
      ? listed(
          Array.from(agents.keys(), id => agentName(id, workspace)),
          'or',
          1,
        )
      : 'any agent here';
    const otherAgentsNote = agents && anyAgentFields.has(String(key.value)) ? ' (only by other agents)' : '';
    return {
      message: `key: ${name} is not extracted by ${owners}${otherAgentsNote}, so nothing matches${suggestShort(lookup)}`,
      severity: severityOf(lookup),
      fix: set(key, lookup.similarName),
    };
  },
});

/**
 * For each type of field, the types of filters that can match it. A filter of any type can check whether the field is
 * set.
 */
const typesByValue: Readonly<Record<string, readonly string[]>> = {
  boolean: ['boolean'],
  number: ['number', 'range'],
  enum: ['enum', 'string'],
  string: ['string', 'enum'],
};

/** Reports a filter that never matches, because the field has another type or other choices. */
function otherTypeProblem(key: Cursor, fields: readonly Cursor[]): Problem | undefined {
  const filter = key.parent!,
    type = filter.get('type'),
    items = fields.map(field => field.parent!),
    types = [...new Set(items.map(item => item.get('type').string() ?? ''))];
  const fittingTypes = types.flatMap(type => typesByValue[type] ?? []);
  if (
    types.length === 0 ||
    types.some(type => !typesByValue[type]) ||
    type.string() === undefined ||
    type.value === 'present'
  )
    return undefined;
  const relatedPlaces = items.slice(0, 3).map(cursor => ({ at: cursor, message: 'defined here' }));
  if (!fittingTypes.includes(type.string()!))
    return {
      at: type,
      message: `type: a ${type.string()} filter never matches ${show(key.value)}, which is of type ${listed(types, 'or')}`,
      related: relatedPlaces,
    };
  if (type.value !== 'enum' || types.some(type => type !== 'enum')) return undefined;
  const choices = [
      ...new Set(
        items.flatMap(item =>
          item
            .get('choices')
            .items()
            .flatMap(choice => choice.string() ?? []),
        ),
      ),
    ],
    unknownArg = filter
      .get('value')
      .items()
      .find(value => value.string() !== undefined && !choices.includes(value.string()!));
  if (!unknownArg || choices.length === 0) return undefined;
  const similar = nearest(unknownArg.string()!, choices);
  return {
    at: unknownArg,
    message: `${unknownArg.label}: ${show(unknownArg.value)} is not a choice of ${show(key.value)}, so nothing matches${suggest(similar)}`,
    help: valuesInWords(choices),
    related: relatedPlaces,
    fix: set(unknownArg, similar),
  };
}
