import { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Target } from '../finding.ts';
import { Dispatch } from '../dispatch.ts';
import { validatorOf } from '../generated/validators.js';
import { isArray, isObject } from '../json/json.ts';
import { locate } from '../locate.ts';
import { join, split, type Pointer } from '../json/pointer.ts';
import { entryOf, marksOf, rootOf, type Violation } from '../shapes/table.ts';
import type { Span } from '../syntax/lines.ts';
import { NodeType } from '../syntax/tape.ts';
import type { SyntaxCode } from '../syntax/scanner.ts';
import { groupNames, ruleGroups } from '../engine/groups.ts';
import { platformNames } from '../dialects/platform-names.ts';
import { count, didYouMean, listed, show } from '../words.ts';
import { assumptions } from '../workspace/assumptions.ts';
import { policyProblems } from '../policies/problems.ts';
import { isDate } from './dates.ts';
import { globProblem } from './glob.ts';
import { stablePointerProblem } from './stable-pointer.ts';

interface SpanProblem {
  readonly span: Span;
  readonly message: string;
}
interface PlaceProblem {
  readonly target: Target;
  readonly message: string;
}

/**
 * Everything that is wrong with a configuration, in the order of the text; of a broken text only what breaks it.
 * @param names of the rules that there are: built in, and the policies of the configuration itself
 */
export function problemsOf(
  document: Document,
  builtIn: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): SpanProblem[] {
  if (!isReadable(document))
    return flawsOf(document).map(problem => ({ span: problem, message: syntaxSentence(problem.code, problem.text) }));
  const root = new Cursor(document, document.value, rootOf('preflight-config'), undefined, '');
  const found = [
    ...violations(root),
    ...duplicateKeys(document),
    ...unknownRules(root, names),
    ...policyProblems(root.get('policies'), builtIn),
    ...unknownAssumptions(root),
    ...impossibleNames(root),
    ...globs(root),
    ...suppressions(root),
    ...dates(root),
  ];
  return found
    .map(({ target, message }) => ({ span: locate(document, target), message }))
    .sort((a, b) => a.span.start - b.span.start);
}

/** What breaks a configuration: a comma after the last item does not. */
const flawsOf = ({ parsed }: Document) => parsed.problems.filter(({ code }) => code !== 'trailing-comma');
/** Whether the text of a configuration can be read whole; comments and trailing commas are allowed. */
export const isReadable = (document: Document): boolean => document.valid || flawsOf(document).length === 0;

const judging = new Dispatch<never>([], { judges: true });
function* violations(root: Cursor): Iterable<PlaceProblem> {
  if (judging.walk(root, () => {})) return;
  const validate = validatorOf('preflight-config');
  validate(root.value);
  for (const violation of validate.errors ?? []) {
    // what a key must look like is said once, by the keyword that asks for it
    if (violation.propertyName !== undefined) continue;
    const at = split(violation.instancePath).reduce(
      (cursor, segment) => cursor.get(cursor.isArray ? Number(segment) : segment),
      root,
    );
    const problem = sentence(at, violation);
    if (problem) yield problem;
  }
}

function sentence(at: Cursor, { keyword, params }: Violation): PlaceProblem | undefined {
  const { marks, value } = at;
  const target = at.pointer;
  const noun = marks['x-noun'];
  const label = labelOf(at);
  switch (keyword) {
    case 'type':
      return {
        target,
        message:
          `${label}: expected ${typeNames[String(params['type'])] ?? String(params['type'])}, ` +
          `got ${typeof value === 'string' ? 'the string ' : ''}${show(value)}`,
      };
    case 'required':
      return { target, message: `${label}: missing ${String(params['missingProperty'])}` };
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      if (!at.parent && Object.hasOwn(gone, key))
        return { target: { key: join(target, key) }, message: `${show(key)} was removed: ${gone[key]}` };
      return {
        target: { key: join(target, key) },
        message:
          `${at.parent ? `${label}: ` : ''}unknown setting ${show(key)}` +
          didYouMean(key, Object.keys(entryOf(at.entry).props ?? {})),
      };
    }
    case 'enum': {
      const allowed = params['allowedValues'] as string[];
      const meant = typeof value === 'string' ? didYouMean(value, allowed) : '';
      return {
        target,
        message: `${label}: expected ${listed(allowed)}, got ${show(value)}${meant}`,
      };
    }
    case 'propertyNames': {
      const key = String(params['propertyName']);
      if (at.key === 'rules') return undefined;
      const keys = marksOf(entryOf(at.entry).keys ?? -1);
      return {
        target: { key: join(target, key) },
        message: `${label}: expected ${keys['x-noun'] ?? 'another key'}, got ${show(key)}${didYouMean(key, (keys.enum ?? []) as string[])}`,
      };
    }
    case 'pattern':
    case 'minLength':
      return { target, message: `${label}: expected ${noun ?? 'a non-empty string'}, got ${show(value)}` };
    case 'minItems':
      return { target, message: `${label}: expected at least one entry, got an empty list` };
    case 'uniqueItems': {
      const second = Math.max(Number(params['i']), Number(params['j']));
      return {
        target: join(target, second),
        message: `${label}: ${show(isArray(value) ? value[second] : undefined)} is listed twice`,
      };
    }
    case 'if':
    case 'allOf':
      return undefined;
    default:
      return { target, message: `${label}: does not match the configuration schema (${keyword})` };
  }
}
/** Settings of earlier versions, and what has come instead. */
const gone: Readonly<Record<string, string>> = {
  raiseLive: 'severities no longer depend on it; "preflight lint --live" shows live findings only',
};
const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'a boolean',
};

/** `suppress[0].reason`, as people say where they are. */
function labelOf(at: Cursor): string {
  if (!at.parent) return 'the configuration';
  const outer = at.parent.parent ? labelOf(at.parent) : '';
  if (at.parent.isArray) return `${outer}[${at.segment}]`;
  return outer === '' ? at.key : `${outer}.${at.key}`;
}

/** Of two equal keys the second wins without a word, which nobody means. */
function* duplicateKeys({ parsed: { tape }, lines }: Document): Iterable<PlaceProblem & { target: Pointer }> {
  const pending: { node: number; pointer: Pointer }[] = tape.length > 0 ? [{ node: 0, pointer: '' }] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const seen = new Map<string, number>();
    for (const [index, child] of tape.children(next.node).entries()) {
      const key = tape.type(next.node) === NodeType.object ? tape.key(child)! : undefined;
      const pointer = join(next.pointer, key ?? index);
      if (key !== undefined && seen.has(key))
        yield {
          target: pointer,
          message: `${show(key)} is set twice, first in line ${lines.positionAt(tape.keySpan(seen.get(key)!)!.start).line + 1}`,
        };
      if (key !== undefined) seen.set(key, child);
      pending.push({ node: child, pointer });
    }
  }
}

function* unknownRules(root: Cursor, names: ReadonlyMap<string, string>): Iterable<PlaceProblem> {
  const settings = [
    root.get('rules'),
    ...root
      .get('overrides')
      .items()
      .map(entry => entry.get('rules')),
  ];
  for (const rules of settings)
    for (const rule of rules.entries()) {
      const message = unknownChoice(rule.key, names);
      if (message !== undefined) yield { target: { key: rule.pointer }, message };
    }
  for (const entry of root.get('select').items()) {
    const message = unknownChoice(entry.string() ?? '', names);
    if (message !== undefined && entry.string()) yield { target: entry.pointer, message };
  }
  for (const entry of root.get('suppress').items()) {
    const rule = entry.get('rule').string();
    if (rule !== undefined && rule !== '' && !names.has(rule))
      yield { target: entry.get('rule').pointer, message: unknownRule(rule, names) };
  }
}

/** What is wrong with a name that may be a rule's or a group's. */
function unknownChoice(name: string, names: ReadonlyMap<string, string>): string | undefined {
  if (names.has(name) || groupNames.includes(name)) return undefined;
  if (ruleGroups.some(group => group === name))
    return `unknown rule ${show(name)}; did you mean ${show(`group:${name}`)}?`;
  if (!name.includes(':')) return unknownRule(name, names);
  return `unknown group ${show(name)}${didYouMean(name, groupNames) || `; there are ${listed(groupNames, 'and', 20)}`}`;
}

/** `unknown rule "x"; did you mean "y"?` */
export const unknownRule = (name: string, names: ReadonlyMap<string, string>, groups: readonly string[] = []): string =>
  `unknown rule ${show(name)}` +
  (didYouMean(name, [...names.keys(), ...groups]) ||
    `; "preflight rules" lists the ${count(new Set(names.values()).size, 'rule')}`);

function* unknownAssumptions(root: Cursor): Iterable<PlaceProblem> {
  for (const { key, pointer } of root.get('assumptions').entries()) {
    if (Object.hasOwn(assumptions, key)) continue;
    const names = Object.keys(assumptions);
    yield {
      target: { key: pointer },
      message:
        `unknown assumption ${show(key)}` +
        (didYouMean(key, names) || `; "preflight assumptions" lists the ${count(names.length, 'assumption')}`),
    };
  }
}

/** Names are exchanged one for one: each must be the platform's, and become one that means nothing else. */
function* impossibleNames(root: Cursor): Iterable<PlaceProblem> {
  const entries = root.get('names').entries();
  if (entries.length === 0) return;
  const known = platformNames(),
    taken = new Map<string, string>();
  for (const at of entries) {
    const { key, pointer } = at,
      own = at.string();
    if (!known.has(key))
      yield {
        target: { key: pointer },
        message: `${show(key)} is not a platform name: neither a field nor a listed value${didYouMean(key, known)}`,
      };
    if (own === undefined || own === '') continue;
    const other = taken.get(own);
    if (other !== undefined)
      yield {
        target: pointer,
        message: `${show(own)} already stands for ${show(other)}, so it cannot stand for ${show(key)}`,
      };
    else if (own === key) yield { target: pointer, message: `${show(key)} is already the platform's own name` };
    taken.set(own, other ?? key);
  }
}

function* globs(root: Cursor): Iterable<PlaceProblem> {
  const lists = [
    root.get('ignore'),
    ...root
      .get('overrides')
      .items()
      .map(entry => entry.get('files')),
    ...root.get('files').entries(),
    ...root
      .get('policies')
      .items()
      .map(policy => policy.get('when').get('path')),
  ];
  for (const at of lists.flatMap(list => [...list.items()])) {
    const glob = at.string(),
      problem = glob === undefined ? undefined : globProblem(glob);
    if (problem !== undefined) yield { target: at.pointer, message: `${labelOf(at)}: ${show(glob)} ${problem}` };
  }
}

function* suppressions(root: Cursor): Iterable<PlaceProblem> {
  for (const entry of root.get('suppress').items()) {
    if (!isObject(entry.value)) continue;
    const at = entry.get('at').string(),
      file = entry.get('file').string();
    const form = at?.startsWith('/') ? stablePointerProblem(at) : undefined;
    if (form !== undefined)
      yield { target: `${entry.pointer}/at`, message: `expected a pointer, got ${show(at)}; it ${form}` };
    if (file !== undefined && (/^(\/|[A-Za-z]:)|\\/.test(file) || file.split('/').includes('..')))
      yield {
        target: `${entry.pointer}/file`,
        message: `expected a path relative to the configuration's folder, with /, got ${show(file)}`,
      };
  }
}

/** Days that no calendar has, where the form of a date is right. */
function* dates(root: Cursor): Iterable<PlaceProblem> {
  for (const entry of [...root.get('suppress').items(), ...root.get('accept').items()]) {
    const until = entry.get('until'),
      day = until.string();
    if (day !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day) && !isDate(day))
      yield { target: until.pointer, message: `${day} is not a calendar date` };
  }
}

function syntaxSentence(code: SyntaxCode, text: string): string {
  switch (code) {
    case 'empty':
      return 'the file is empty; use {} for an empty configuration';
    case 'merge-conflict':
      return 'unresolved merge conflict';
    case 'extra-text':
      return 'unexpected text after the end of the configuration';
    case 'control-character':
      return 'unescaped control character';
    case 'unquoted-key':
      return `the key ${show(text)} must be in double quotes`;
    default:
      return `invalid JSON: ${code.replaceAll('-', ' ')}`;
  }
}
