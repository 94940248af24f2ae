/**
 * Prints a random sample of comments, declared names and messages for readers who judge whether each is plain at first
 * reading, and then all declared names that are not nouns. The same seed gives the same sample on every machine. node
 * server/build/sample-words.mjs --seed 7 [--count 60] [--under server/compare]
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';

const options = { seed: { type: 'string' }, count: { type: 'string' }, under: { type: 'string' } };
const { seed = '0', count = '60', under = '.' } = parseArgs({ options }).values;
const root = fileURLToPath(new URL('../..', import.meta.url));
const NO_NOUN = new RegExp(
  `^(?:${[
    'found|said|told|known|meant|was|stood|asked|wanted|given|shown|sent|made|taken|kept|left|lost|answered|lacks|cannot',
    'cached|encoded|exchanged|grouped|indexed|joined|layered|matched|merged|ordered|overriding|rounded|sorted|wrapped',
    'these|those|both|each|others|some|then|also|alone|elsewhere|meanwhile|over|within|most|straight',
  ].join('|')})$`,
  'i',
);
const isIdentifier = ({ type }) => /^(?:Private)?Identifier$/.test(type);
const SKIPPED = new Set(['node_modules', 'generated', 'dist', 'samples']);
const lists = { comments: [], names: [], messages: [] };

readdirSync(join(root, under), { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /(?<!\.d)\.[cm]?[jt]s$/.test(entry.name))
  .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep))
  .filter(parts => !parts.some(part => SKIPPED.has(part) || part.startsWith('.')))
  .forEach(parts => readWords(parts.join('/')));
for (const [title, items] of Object.entries(lists)) {
  console.log(`\n# ${Math.min(items.length, Number(count))} of ${items.length} ${title}\n`);
  print(draw(items));
}
const otherNames = lists.names.filter(({ text }) => NO_NOUN.test(text));
console.log(`\n# declared names that are no nouns: ${otherNames.length}\n`);
print(otherNames);

/** Adds the comments, names and messages of a file to the lists, with their places. */
function readWords(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { program, comments } = parseSync(file, source);
  const add = (list, { start }, text) =>
    list.push({
      place: `${file}:${source.slice(0, start).split('\n').length}`,
      text: text.replace(/\s*\n[\s*]*/g, ' '),
    });
  for (const comment of joinLines(comments, source))
    add(lists.comments, comment, comment.value.replace(/^\*|\s+$/g, ''));
  const visit = (node, isPattern) => {
    for (const name of namesIn(node, isPattern)) add(lists.names, name, name.name);
    const text = /^(?:TemplateLiteral|Literal)$/.test(node.type) ? source.slice(node.start + 1, node.end - 1) : '';
    if (/^[^<\n\\]*[a-z,:}] [a-z$]+[^<\n\\]* \w/.test(text) && !text.includes('=>')) add(lists.messages, node, text);
    for (const child of Object.values(node).flat())
      if (typeof child?.type === 'string') visit(child, node.type === 'ObjectPattern');
  };
  visit(program, false);
}
/** The comments of a file. Adjacent `//` lines with the same indentation are joined. */
function joinLines(comments, source) {
  const joinedComments = [];
  const isOwnLine = ({ start }) => /(?:^|\n)[ \t]*$/.test(source.slice(0, start));
  for (const comment of comments) {
    const last = joinedComments.at(-1);
    const continues =
      comment.type === 'Line' &&
      last?.type === 'Line' &&
      /^\r?\n[ \t]*$/.test(source.slice(last.end, comment.start)) &&
      isOwnLine(last);
    if (continues)
      joinedComments[joinedComments.length - 1] = { ...last, end: comment.end, value: `${last.value}${comment.value}` };
    else joinedComments.push(comment);
  }
  return joinedComments;
}
/** The identifiers that a node declares: variables, functions, types, and members of classes and types. */
function namesIn({ type, id, key, computed, params, value }, isPattern) {
  const isKeyed = /^(?:PropertyDefinition|MethodDefinition|TSPropertySignature|TSMethodSignature)$/.test(type);
  if (type === 'Property') return isPattern ? bindingsIn(value) : [];
  if (isKeyed) return computed ? [] : [key].filter(isIdentifier);
  const isFunction = /Function|^TSMethodSignature$/.test(type);
  return [...(id && type !== 'MetaProperty' ? bindingsIn(id) : []), ...(isFunction ? params.flatMap(bindingsIn) : [])];
}
/** The identifiers in a pattern. Those of an object pattern are added when its properties are visited. */
function bindingsIn(pattern) {
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(bindingsIn);
  const innerPattern = pattern?.left ?? pattern?.argument ?? pattern?.parameter;
  if (innerPattern) return bindingsIn(innerPattern);
  return pattern && isIdentifier(pattern) ? [pattern] : [];
}
/** Draws the items with the smallest hashes, so that an edit in one file replaces few items. */
function draw(items) {
  const hashOf = ({ place, text }) =>
    createHash('sha256')
      .update([seed, place.replace(/:\d+$/, ''), text].join('\0'))
      .digest('hex');
  const hashed = items.map(item => ({ ...item, hash: hashOf(item) }));
  const distinctItems = [...new Map(hashed.map(item => [item.hash, item])).values()];
  return distinctItems.sort((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, Number(count));
}
function print(items) {
  for (const { place, text } of items) console.log(`${place}  ${text.trim()}`);
}
