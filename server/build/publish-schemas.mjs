// Writes the published schemas: plain JSON Schema 2020-12 without short forms, the schema of the configuration with
// the ids of rules, the schemas of outputs, and a copy of each with the keyword of VS Code for the descriptions of
// values, which a strict validator rejects. `node server/build/publish-schemas.mjs [FOLDER]`, by default dist/schemas.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { load } from './load.mjs';
import { expand, withoutMarks } from './schemas.mjs';
import { platformSchemas } from './with-facts.mjs';

const root = new URL('../../', import.meta.url);

export async function publishSchemas(folder) {
  const { rules, groupNames, assumptions } = await load(
    "export { rules } from './rules/index.ts'; export { groupNames } from './server/core/engine/groups.ts';" +
      "export { assumptions } from './server/core/workspace/assumptions.ts';",
  );
  for (const part of ['outputs/', 'vscode/']) mkdirSync(new URL(part, folder), { recursive: true });
  for (const [name, schema] of Object.entries(platformSchemas())) {
    const expanded = expand(
      name === 'preflight-config' ? withAssumptions(withRules(schema, rules, groupNames), assumptions) : schema,
    );
    write(new URL(`${name}.schema.json`, folder), withoutMarks(expanded));
    const laxKeywords = name === 'preflight-config' && { allowTrailingCommas: true };
    write(new URL(`vscode/${name}.schema.json`, folder), {
      ...withoutMarks(expanded, { words: true }),
      ...laxKeywords,
    });
  }
  const outputs = new URL('schemas/outputs/', root);
  for (const name of readdirSync(outputs))
    writeFileSync(new URL(`outputs/${name}`, folder), readFileSync(new URL(name, outputs)));
}

/** Writes the schema without indentation, which would be a third of all published schemas. */
const write = (file, schema) => writeFileSync(file, `${JSON.stringify(schema)}\n`);

/**
 * The schema of the configuration with the ids of rules. Former ids are accepted, but not suggested; policies have
 * other ids.
 */
function withRules(schema, rules, groupNames) {
  const sortedRules = rules.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const names = sortedRules.flatMap(rule => [rule.id, ...(rule.aliases ?? [])]).sort();
  const severities = map => ({
    ...map,
    properties: Object.fromEntries(
      [
        ...sortedRules.map(({ id, summary }) => [id, summary]),
        ...groupNames.map(name => [name, `All rules of the group except those that are named themselves.`]),
      ].map(([name, description]) => [name, { ...map.additionalProperties, description }]),
    ),
  });
  const config = structuredClone(schema);
  const { rules: ruleProperties, select, overrides, suppress } = config.properties;
  config.properties.rules = severities(ruleProperties);
  overrides.items.properties.rules = severities(overrides.items.properties.rules);
  // an editor suggests the listed ids, but accepts others
  suppress.items.properties.rule = {
    ...suppress.items.properties.rule,
    anyOf: [{ enum: names }, { pattern: ruleProperties.propertyNames.pattern.replace('(group:)?', '') }],
  };
  select.items = {
    ...select.items,
    anyOf: [{ enum: [...names, ...groupNames] }, { pattern: ruleProperties.propertyNames.pattern }],
  };
  return config;
}

/** The schema of the configuration with the names of assumptions and their descriptions. */
function withAssumptions(config, assumptions) {
  const { additionalProperties: value, ...map } = config.properties.assumptions;
  const properties = Object.fromEntries(
    Object.entries(assumptions).map(([name, { assumes }]) => [name, { ...value, description: assumes }]),
  );
  return {
    ...config,
    properties: { ...config.properties, assumptions: { ...map, properties, additionalProperties: false } },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await publishSchemas(
    process.argv[2] ? pathToFileURL(`${process.argv[2].replace(/\/+$/, '')}/`) : new URL('dist/schemas/', root),
  );
}
