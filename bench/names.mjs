// Counts the renames that Preflight reports at texts that still contain the old name, and its findings in unchanged
// files: `node bench/names.mjs FOLDER [--list]`. FOLDER contains real files. One tool or response variable is renamed
// at its definition at a time, and counted if a text of the file contains the old name. Tools are checked without and
// with the former file, variables only with it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../server/build/load.mjs';

const RULE = 'prompt-names-missing-tool';
const [folder, ...options] = process.argv.slice(2);
const isListing = options.includes('--list');
const { changesBetween, lint, Document, Workspace, RuleSet, rules } = await load(`
  export { changesBetween } from './server/compare/changes.ts';
  export { lint, RuleSet } from './server/core/engine/lint.ts';
  export { Document } from './server/core/document.ts';
  export { Workspace } from './server/core/workspace/workspace.ts';
  export { rules } from './rules/index.ts';
`);
const set = new RuleSet(rules.filter(({ id }) => id === RULE));
const findingsIn = (file, text) => {
  const workspace = new Workspace([new Document(file, text)]);
  return workspace.documents.flatMap(document => lint(document, workspace, set));
};

/** All tools in a value: objects with a name and a type, in a list of tools. */
function* toolsIn(value, key = '') {
  if (Array.isArray(value))
    for (const item of value) yield* /^(?:general_)?tools$/.test(key) && item?.name ? [item] : toolsIn(item, key);
  else if (value && typeof value === 'object')
    for (const [name, innerValue] of Object.entries(value)) yield* toolsIn(innerValue, name);
}
function* promptsIn(value, key = '') {
  if (typeof value === 'string') {
    if (/prompt$|^text$/.test(key)) yield value;
  } else if (Array.isArray(value)) for (const item of value) yield* promptsIn(item, key);
  else if (value && typeof value === 'object')
    for (const [name, innerValue] of Object.entries(value)) yield* promptsIn(innerValue, name);
}
const escape = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** All maps from variables to places in the answer of a tool. */
function* responseMapsIn(value, key = '') {
  if (Array.isArray(value)) for (const item of value) yield* responseMapsIn(item, key);
  else if (value && typeof value === 'object') {
    if (key === 'response_variables') yield value;
    else for (const [name, innerValue] of Object.entries(value)) yield* responseMapsIn(innerValue, name);
  }
}
const snapshot = (file, value) => ({
  workspace: new Workspace([new Document(file, JSON.stringify(value, undefined, 2))]),
});
const lostNames = (file, before, after) => changesBetween(snapshot(file, before), snapshot(file, after)).lostNames;

const counts = {
  'tools, by the text': [0, 0],
  'tools, against the base': [0, 0],
  'variables, against the base': [0, 0],
};
function count(category, isFound, file, name, prompts, word) {
  counts[category][1]++;
  if (isFound) counts[category][0]++;
  else if (isListing) {
    const excerpts = prompts.map(prompt => {
      const { index } = word.exec(prompt);
      return JSON.stringify(prompt.slice(Math.max(0, index - 45), index + name.length + 30));
    });
    console.log(`missed (${category}): ${file}: ${name}: ${excerpts.join(' | ').slice(0, 300)}`);
  }
}

for (const file of readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .sort()) {
  const text = readFileSync(join(folder, file), 'utf8');
  for (const { target, message } of findingsIn(file, text))
    console.log(`unchanged: ${file} ${JSON.stringify(target)}: ${message}`);
  let value;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    continue;
  }
  if (new Document(file, text).kind === undefined) continue;
  for (const name of new Set([...toolsIn(value)].map(tool => tool.name))) {
    const word = new RegExp(`(?<![\\p{L}\\p{N}_-])${escape(name)}(?![\\p{L}\\p{N}_-])`, 'u'),
      prompts = [...promptsIn(value)].filter(prompt => word.test(prompt));
    if (prompts.length === 0) continue;
    const copy = structuredClone(value);
    for (const tool of toolsIn(copy)) if (tool.name === name) tool.name = 'another_thing';
    const hits = findingsIn(file, JSON.stringify(copy, undefined, 2));
    count(
      'tools, by the text',
      hits.some(({ message }) => message.includes(name.slice(0, 20))),
      file,
      name,
      prompts,
      word,
    );
    const isLost = lostNames(file, value, copy).some(entry => entry.name === name && entry.now === 'another_thing');
    count('tools, against the base', isLost, file, name, prompts, word);
  }
  for (const name of new Set([...responseMapsIn(value)].flatMap(Object.keys))) {
    const word = new RegExp(`\\{\\{\\s*${escape(name)}\\s*\\}\\}`),
      prompts = [...promptsIn(value)].filter(prompt => word.test(prompt));
    if (prompts.length === 0) continue;
    const copy = structuredClone(value);
    for (const map of responseMapsIn(copy))
      if (Object.hasOwn(map, name)) {
        map.another_value = map[name];
        delete map[name];
      }
    count(
      'variables, against the base',
      lostNames(file, value, copy).some(lostName => lostName.name === name),
      file,
      name,
      prompts,
      word,
    );
  }
}
for (const [category, [hits, total]] of Object.entries(counts))
  console.log(`${category}: ${hits} of ${total} renames reported (${((100 * hits) / total).toFixed(0)} %)`);
