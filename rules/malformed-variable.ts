import { clipped, show } from '../server/core/wording.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { bracesAreWell, isSystemVariable } from '../server/core/domain/templates.ts';
import { scopeOf } from '../server/core/domain/variables.ts';
import { rename, rewrite, set } from '../server/core/engine/fixes.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import type { Fix, Part, Target } from '../server/core/finding.ts';
import { lazy } from '../server/core/lazy.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'malformed-variable',
  group: 'variables',
  severity: 'warning',
  spec: 'domain',
  clause: 'Agent settings: boosted_keywords: may hold variables',
  at: { among: ['x-template', 'x-sets-variables'] },
  when: marks => value =>
    typeof value === 'string'
      ? !bracesAreWell(value)
      : marks['x-sets-variables'] !== undefined && typeof value === 'object' && value !== null,

  check(node, workspace) {
    if (node.marks['x-sets-variables'] !== undefined) return namesIn(node);
    return malformedIn(node.string()!, node, workspace).map(({ at, name, written }) => ({
      at,
      message: `${show(written)} is not replaced; a variable is written {{${clipped(name)}}}`,
      fix: rewrite(at, `{{${name}}}`, `Write {{${name}}}`),
    }));
  },
});

/** Reports braces in a name where a variable is set. */
function namesIn(sets: Cursor): Problem[] {
  if (sets.isArray) {
    const names = sets.items().map(item => item.get('name'));
    return names.flatMap(at => problemOf(at.string() ?? '', at, bare => set(at, bare)));
  }
  return (sets.marks['x-sets-variables'] === 'parameters' ? sets.get('properties') : sets)
    .entries()
    .flatMap(at =>
      problemOf(at.key, { key: at.pointer }, bare => (at.sibling(bare).exists ? undefined : rename(at, bare))),
    );
}
function problemOf(name: string, at: Cursor | Target, fix: (bare: string) => Fix | undefined): Problem[] {
  const bare = name.replace(/^[\s${]+|[\s}]+$/g, '');
  if (bare === name || bare === '') return [];
  return [{ at, message: `${show(name)} is not the name of a variable; use ${show(bare)}`, fix: fix(bare) }];
}

interface Malformed {
  readonly at: Part;
  readonly name: string;
  readonly written: string;
}

// compiled on first use, because Node needs almost a millisecond for the letters of all scripts
const braced = lazy(() => /(\$?)(?<!\{)(\{+)[ \t]{0,4}(\p{L}[\p{L}\p{N}_ ./-]{0,60}?)[ \t]{0,4}(\}+)/gu);
const unclosed = lazy(() => /(?<!\{)\{\{[ \t]{0,4}(\p{L}[\p{L}\p{N}_]*)(?![\p{L}\p{N}_]|[^{}\r\n]*\})/gu);

function malformedIn(text: string, node: Cursor, workspace: Workspace): Malformed[] {
  const problems: Malformed[] = [];
  const add = (start: number, written: string, name: string): void => {
    problems.push({ at: { within: node.pointer, start, end: start + written.length }, name, written });
  };
  const scope = lazy(() => scopeOf(node, workspace));
  const isKnown = (name: string): boolean =>
    (scope().set.has(name) || scope().used.has(name)) && !isPathParameter(name, node);
  for (const match of text.matchAll(braced())) {
    const [written, , open, name, close] = match as unknown as [string, string, string, string, string];
    if (open.length >= 2 && close.length >= 2) continue;
    // two braces before a name are nearly always a variable; single ones also occur in JSON and code
    const isMeant = (open.length === 2 && /^[\p{L}\p{N}_]+$/u.test(name)) || isKnown(name) || isSystemVariable(name);
    if (isMeant) add(match.index, written, name);
  }
  for (const { index, 0: written, 1: name } of text.matchAll(unclosed())) {
    const isProse = node.key !== 'code' && ',.!?;'.includes(text[index + written.length] ?? '');
    if (isProse || isKnown(name!) || isSystemVariable(name!)) add(index, written, name!);
  }
  return problems;
}

/** `/orders/{order_id}` with a parameter of that name is filled in by the model. */
function isPathParameter(name: string, node: Cursor): boolean {
  return node.key === 'url' && node.sibling('parameters').get('properties').get(name).exists;
}
