// How many renamed tools a prompt still names, and how many false hits, over a folder of real files:
// `node bench/names.mjs FOLDER [--list]`. One tool is renamed where it is defined, one at a time; it counts if some text of the file
// has the old name as a whole word.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../server/build/load.mjs';

const RULE = 'prompt-names-missing-tool';
const [folder, ...options] = process.argv.slice(2);
const lists = options.includes('--list');
const { lint, Document, Workspace, RuleSet, rules } = await load(`
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

/** Every tool's object in a value: an object with a name and a type, in a list of tools. */
function* toolsIn(value, key = '') {
  if (Array.isArray(value))
    for (const item of value) yield* /^(?:general_)?tools$/.test(key) && item?.name ? [item] : toolsIn(item, key);
  else if (value && typeof value === 'object')
    for (const [name, inside] of Object.entries(value)) yield* toolsIn(inside, name);
}
function* promptsIn(value, key = '') {
  if (typeof value === 'string') {
    if (/prompt$|^text$/.test(key)) yield value;
  } else if (Array.isArray(value)) for (const item of value) yield* promptsIn(item, key);
  else if (value && typeof value === 'object')
    for (const [name, inside] of Object.entries(value)) yield* promptsIn(inside, name);
}
const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

let renamed = 0;
let reported = 0;
for (const file of readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .sort()) {
  const text = readFileSync(join(folder, file), 'utf8');
  for (const { target, message } of findingsIn(file, text))
    console.log(`as it is: ${file} ${JSON.stringify(target)}: ${message}`);
  let value;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    continue;
  }
  if (new Document(file, text).kind === undefined) continue;
  const names = new Set([...toolsIn(value)].map(({ name }) => name));
  for (const name of names) {
    const word = new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(name)}(?![\\p{L}\\p{N}_-])`, 'u');
    const naming = [...promptsIn(value)].filter(prompt => word.test(prompt));
    if (naming.length === 0) continue;
    const copy = structuredClone(value);
    for (const tool of toolsIn(copy)) if (tool.name === name) tool.name = 'another_thing_entirely';
    renamed++;
    const hits = findingsIn(file, JSON.stringify(copy, undefined, 2)).filter(({ message }) =>
      message.includes(name.slice(0, 20)),
    );
    if (hits.length > 0) reported++;
    else if (lists)
      console.log(
        `missed: ${file}: ${name}: ${naming
          .map(prompt =>
            JSON.stringify(
              prompt.slice(Math.max(0, word.exec(prompt).index - 45), word.exec(prompt).index + name.length + 30),
            ),
          )
          .join(' | ')
          .slice(0, 300)}`,
      );
  }
}
console.log(`${reported} of ${renamed} renamed tools reported (${((100 * reported) / renamed).toFixed(0)} %)`);
