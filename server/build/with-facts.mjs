// Adds the dated facts of schemas/platform/facts.json to the schemas: fields and values outside the specification are
// accepted and dated, removed ones are dated. A value is accepted if the specification or the client has it. Then adds
// the notices of schemas/platform/notices.json, with which the platform announced retirements.
import { readFileSync } from 'node:fs';
import { readDialects, readSchemas, shapeOf } from './schemas.mjs';

const read = name => JSON.parse(readFileSync(new URL(`../../schemas/platform/${name}.json`, import.meta.url), 'utf8'));
export const readFacts = () => read('facts');

/** All shapes by name, with the facts and the notices. */
export const platformSchemas = (dialects = readDialects(), facts = readFacts()) =>
  withNotices(withFacts(readSchemas(dialects), facts), read('notices'), dialects);

/**
 * Adds the notices to the schemas. A notice about a value of a dialect applies only to the dialect's spelling of this
 * value.
 */
export function withNotices(schemas, notices, dialects) {
  for (const { dialect, shape, field, values = [], fields = [], ...notice } of notices) {
    const properties = schemas[shape].properties;
    for (const value of values) {
      const [current = value] = Object.entries(dialects[dialect]?.names ?? {}).find(([, name]) => name === value) ?? [];
      (properties[field]['x-notices'] ??= {})[current] = { ...notice, ...(current !== value && { as: value }) };
    }
    for (const name of fields) {
      properties[name]['x-notice'] = notice;
      // the day on which the client removed the field is more certain than the notice
      if (!properties[name].deprecated) properties[name]['x-until'] ??= notice.refused;
    }
  }
  return schemas;
}

export function withFacts(schemas, { first, shapes }) {
  for (const [shape, fields] of Object.entries(shapes))
    for (const [path, fact] of Object.entries(fields)) {
      const steps = path.split('/'),
        name = steps.pop();
      const holder = steps.reduce(stepInto, schemas[shape]);
      if (holder) addFact(holder, name, fact, schemas[shape]);
    }
  return schemas;

  function addFact(holder, name, fact, isWhole) {
    const { types, since, until, values = {} } = fact;
    const existingField = stepInto(holder, name);
    if (!existingField) {
      // null is accepted, because a dashboard writes it for unset fields
      const addition = {
        ...(!types.includes('any') && { type: [...new Set([...types, 'null'])] }),
        'x-not-shown': true,
        'x-since': since ?? first,
        ...(until && {
          'x-until': until,
          ...successorOf(name, currentOf(Object.keys(fieldsIn(isWhole)), fieldsIn(isWhole))),
        }),
        ...(Object.keys(values).length > 0 && { 'x-known-values': [] }),
      };
      if (name === '*') holder.items = addition;
      else (holder.properties ??= {})[name] = addition;
      addValues(addition, values, addition['x-since']);
      return;
    }
    if (since && (existingField['x-not-shown'] || isWhole['x-not-shown'])) existingField['x-since'] = since;
    if (until && existingField.deprecated) existingField['x-deprecated-since'] = until;
    // fields in the specification are kept, even if the client has removed them
    else if (until && (existingField['x-not-shown'] || isWhole['x-not-shown']))
      Object.assign(existingField, { 'x-until': until, 'x-still-in-files': true });
    if (existingField.$ref && types.includes('null') && schemas[shapeOf(existingField.$ref)].type === 'object') {
      existingField['x-shape'] = shapeOf(existingField.$ref);
      existingField.type = 'object';
      delete existingField.$ref;
    }
    if (existingField.type && types.includes('null') && ![existingField.type].flat().includes('null')) {
      existingField.type = [existingField.type, 'null'].flat();
      existingField.enum?.push(null);
    }
    addValues(existingField.$ref ? schemas[shapeOf(existingField.$ref)] : existingField, values, since ?? first);
  }

  function fieldsIn({ $id }) {
    return shapes[$id.slice(0, -'.schema.json'.length)];
  }

  function addValues(schema, values, since) {
    if (schema.const !== undefined || Object.keys(values).length === 0) return;
    const list = schema.enum ?? schema['x-known-values'],
      current = currentOf(Object.keys(values), values);
    const extra = list ? current.filter(value => !list.includes(value)) : current.filter(value => values[value].since);
    // a schema without a list of values accepts all values, so the known values become examples
    if (list) list.push(...extra);
    else schema.examples = schema['x-named-values'] = current;
    if (extra.length > 0)
      schema['x-since-values'] = Object.fromEntries(extra.map(value => [value, values[value].since ?? since]));
    const removals = Object.keys(values).filter(value => values[value].until && !list?.includes(value));
    if (removals.length === 0) return;
    schema['x-until-values'] = Object.fromEntries(removals.map(value => [value, values[value].until]));
    const successors = removals.flatMap(value => {
      const successor = nearestOf(value, current);
      return successor === undefined ? [] : [[value, successor]];
    });
    schema['x-retired-values'] = { ...Object.fromEntries(successors), ...schema['x-retired-values'] };
  }
}

const stepInto = (schema, step) => (step === '*' ? schema?.items : schema?.properties?.[step]);
const currentOf = (names, facts) => names.filter(name => !facts[name].until);
const successorOf = (name, current) => {
  const successor = nearestOf(name, current);
  return successor === undefined ? {} : { 'x-successor': successor };
};

/** The name with the same first word and the fewest differences; undefined if more than half of the name differs. */
function nearestOf(name, names) {
  const word = text => text.split(/[-_]/, 1)[0];
  const [nearestName] = names
    .filter(candidate => word(candidate) === word(name))
    .map(candidate => ({ other: candidate, edits: editsBetween(name, candidate) }))
    .sort((a, b) => a.edits - b.edits);
  return nearestName && nearestName.edits <= name.length / 2 ? nearestName.other : undefined;
}

function editsBetween(a, b) {
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    last = row;
  }
  return last[b.length];
}
