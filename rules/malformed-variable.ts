import type { Cursor } from '../server/core/cursor.ts';
import { hasBalancedBraces, isSystemVariable } from '../server/core/domain/templates.ts';
import { scopeOf } from '../server/core/domain/variables.ts';
import type { Fix, Part, Target } from '../server/core/finding.ts';
import { isArray, isObject, property, type Json } from '../server/core/json/json.ts';
import { lazy } from '../server/core/memory.ts';
import type { Marks } from '../server/core/shapes/table.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, defineRule, rename, rewrite, set, show, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'malformed-variable',
  group: 'variables',
  severity: 'warning',
  spec: 'domain',
  clause: 'Agent settings: boosted_keywords: may hold variables',
  at: { among: ['x-template', 'x-sets-variables'] },
  when: marks => value =>
    typeof value === 'string'
      ? !hasBalancedBraces(value)
      : marks['x-sets-variables'] !== undefined &&
        namesOf(value, marks['x-sets-variables']).some(name => bareName(name) !== name),

  check(node, workspace) {
    if (node.marks['x-sets-variables'] !== undefined) return namesIn(node);
    return malformedIn(node.string()!, node, workspace).map(({ at, name, writtenText: written }) => ({
      at,
      message: `${show(written)} is not replaced; a variable is written {{${clipped(name)}}}`,
      fix: rewrite(at, `{{${name}}}`, `Write {{${name}}}`),
    }));
  },
});

/** The names of the variables that a value sets. */
function namesOf(value: Json, mark: Marks['x-sets-variables']): readonly string[] {
  if (isArray(value)) return value.map(item => property(item, 'name')).filter(name => typeof name === 'string');
  const map = mark === 'parameters' ? property(value, 'properties') : value;
  return isObject(map) ? Object.keys(map) : [];
}
/** A name without braces and spaces around it. */
const bareName = (name: string): string => (/^[\s${]|[\s}]$/.test(name) ? name.replace(/^[\s${]+|[\s}]+$/g, '') : name);

/** Reports braces in the name of a variable that is set. */
function namesIn(sets: Cursor): Problem[] {
  if (sets.isArray) {
    const names = sets.items().map(item => item.get('name'));
    return names.flatMap(cursor => problemOf(cursor.string() ?? '', cursor, name => set(cursor, name)));
  }
  return (sets.marks['x-sets-variables'] === 'parameters' ? sets.get('properties') : sets)
    .entries()
    .flatMap(cursor =>
      problemOf(cursor.key, { key: cursor.pointer }, name =>
        cursor.sibling(name).exists ? undefined : rename(cursor, name),
      ),
    );
}
function problemOf(name: string, place: Cursor | Target, fix: (name: string) => Fix | undefined): Problem[] {
  const bare = bareName(name);
  if (bare === name || bare === '') return [];
  return [{ at: place, message: `${show(name)} is not the name of a variable; use ${show(bare)}`, fix: fix(bare) }];
}

interface MalformedPlaceholder {
  readonly at: Part;
  readonly name: string;
  readonly writtenText: string;
}

// the expression is compiled at its first use, because Node needs almost a millisecond for the letters of all scripts
const braced = lazy(() => /(\$?)(?<!\{)(\{+)[ \t]{0,4}(\p{L}[\p{L}\p{N}_ ./-]{0,60}?)[ \t]{0,4}(\}+)/gu);
const unclosedPattern = lazy(() => /(?<!\{)\{\{[ \t]{0,4}(\p{L}[\p{L}\p{N}_]*)(?![\p{L}\p{N}_]|[^{}\r\n]*\})/gu);

function malformedIn(text: string, node: Cursor, workspace: Workspace): MalformedPlaceholder[] {
  const problems: MalformedPlaceholder[] = [];
  const add = (start: number, text: string, name: string): void => {
    problems.push({ at: { within: node.pointer, start, end: start + text.length }, name, writtenText: text });
  };
  const scope = lazy(() => scopeOf(node, workspace));
  const isKnown = (name: string): boolean =>
    (scope().set.has(name) || scope().useCounts.has(name)) && !isPathParameter(name, node);
  for (const match of text.matchAll(braced())) {
    const [placeholder, , opener, name, close] = match as unknown as [string, string, string, string, string];
    if (opener.length >= 2 && close.length >= 2) continue;
    // two braces before a name are nearly always a variable, but single braces are also in JSON and code
    const isMeant = (opener.length === 2 && /^[\p{L}\p{N}_]+$/u.test(name)) || isKnown(name) || isSystemVariable(name);
    if (isMeant) add(match.index, placeholder, name);
  }
  for (const { index, 0: placeholder, 1: name } of text.matchAll(unclosedPattern())) {
    const isProse = node.key !== 'code' && ',.!?;'.includes(text[index + placeholder.length] ?? '');
    if (isProse || isKnown(name!) || isSystemVariable(name!)) add(index, placeholder, name!);
  }
  return problems;
}

/** Whether a name is a parameter in the path of a tool's URL: the model fills in `/orders/{order_id}`. */
function isPathParameter(name: string, node: Cursor): boolean {
  return node.key === 'url' && node.sibling('parameters').get('properties').get(name).exists;
}
