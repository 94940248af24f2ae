import { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Target } from '../finding.ts';
import { validators } from '../generated/validators.js';
import { isArray, isObject } from '../json/json.ts';
import { locate } from '../locate.ts';
import { join, split, type Pointer } from '../json/pointer.ts';
import { entryOf, marksOf, rootOf, type Violation } from '../shapes/table.ts';
import type { Span } from '../syntax/lines.ts';
import { NodeType } from '../syntax/tape.ts';
import type { SyntaxCode } from '../syntax/scanner.ts';
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
  const { problems } = document.parsed;
  if (!document.valid)
    return problems.map(problem => ({ span: problem, message: syntaxSentence(problem.code, problem.text) }));
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

function* violations(root: Cursor): Iterable<PlaceProblem> {
  const validate = validators['preflight-config'];
  if (validate(root.value)) return;
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
        message: `${label} must be ${typeNames[String(params['type'])] ?? String(params['type'])}, is ${show(value)}`,
      };
    case 'required':
      return { target, message: `${label} has no ${String(params['missingProperty'])}, which every entry needs` };
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      if (!at.parent && Object.hasOwn(gone, key))
        return { target: { key: join(target, key) }, message: `"${key}" is no setting any more: ${gone[key]}` };
      return {
        target: { key: join(target, key) },
        message:
          `"${key}" is not a setting of ${at.parent ? label : 'the configuration'}` +
          didYouMean(key, Object.keys(entryOf(at.entry).props ?? {})),
      };
    }
    case 'enum': {
      const allowed = params['allowedValues'] as string[];
      const meant = typeof value === 'string' ? didYouMean(value, allowed) : '';
      return {
        target,
        message: `${show(value)} is not ${noun ?? 'a value'} that ${label} takes${meant}; it takes ${listed(allowed)}`,
      };
    }
    case 'propertyNames': {
      const key = String(params['propertyName']);
      if (at.key === 'rules') return undefined;
      const keys = marksOf(entryOf(at.entry).keys ?? -1);
      return {
        target: { key: join(target, key) },
        message: `"${key}" is not ${keys['x-noun'] ?? `a key of ${label}`}${didYouMean(key, (keys.enum ?? []) as string[])}`,
      };
    }
    case 'pattern':
    case 'minLength':
      return { target, message: `${label} must be ${noun ?? 'a text that is not empty'}, is ${show(value)}` };
    case 'uniqueItems': {
      const second = Math.max(Number(params['i']), Number(params['j']));
      return {
        target: join(target, second),
        message: `${label} names ${show(isArray(value) ? value[second] : undefined)} twice`,
      };
    }
    case 'if':
    case 'allOf':
      return undefined;
    default:
      return { target, message: `${label} does not fit the schema of the configuration (${keyword})` };
  }
}
/** Settings of earlier versions, and what has come instead. */
const gone: Readonly<Record<string, string>> = {
  raiseLive:
    'whether callers are served by a version changes no severity; findings there come first, and "preflight lint --live" shows only those',
};
const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
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
          message: `"${key}" is set twice; it was first set in line ${lines.positionAt(tape.keySpan(seen.get(key)!)!.start).line + 1}`,
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
      if (!names.has(rule.key)) yield { target: { key: rule.pointer }, message: unknownRule(rule.key, names) };
    }
  for (const entry of root.get('suppress').items()) {
    const rule = entry.get('rule').string();
    if (rule !== undefined && rule !== '' && !names.has(rule))
      yield { target: entry.get('rule').pointer, message: unknownRule(rule, names) };
  }
}

/** `there is no rule "x"; did you mean "y"?` */
export const unknownRule = (name: string, names: ReadonlyMap<string, string>): string =>
  `there is no rule "${name}"` +
  (didYouMean(name, names.keys()) || `; "preflight rules" lists the ${count(new Set(names.values()).size, 'rule')}`);

function* unknownAssumptions(root: Cursor): Iterable<PlaceProblem> {
  for (const { key, pointer } of root.get('assumptions').entries()) {
    if (Object.hasOwn(assumptions, key)) continue;
    const names = Object.keys(assumptions);
    yield {
      target: { key: pointer },
      message:
        `there is no assumption "${key}"` +
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
        message: `"${key}" is no name of the platform: neither a field nor a listed value${didYouMean(key, known)}`,
      };
    if (own === undefined || own === '') continue;
    const other = taken.get(own);
    if (other !== undefined)
      yield { target: pointer, message: `"${own}" stands for "${other}" already, so it cannot stand for "${key}"` };
    else if (own === key) yield { target: pointer, message: `"${key}" is how the platform itself spells it` };
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
    if (problem !== undefined) yield { target: at.pointer, message: `${labelOf(at)} ${show(glob)} ${problem}` };
  }
}

function* suppressions(root: Cursor): Iterable<PlaceProblem> {
  for (const entry of root.get('suppress').items()) {
    if (!isObject(entry.value)) continue;
    const at = entry.get('at').string(),
      file = entry.get('file').string();
    const form = at?.startsWith('/') ? stablePointerProblem(at) : undefined;
    if (form !== undefined)
      yield { target: `${entry.pointer}/at`, message: `${show(at)} is not a pointer; one ${form}` };
    if (file !== undefined && (/^(\/|[A-Za-z]:)|\\/.test(file) || file.split('/').includes('..')))
      yield {
        target: `${entry.pointer}/file`,
        message: `${show(file)} must be a path below the folder of the configuration, with / between folders`,
      };
  }
}

/** Days that no calendar has, where the form of a date is right. */
function* dates(root: Cursor): Iterable<PlaceProblem> {
  for (const entry of [...root.get('suppress').items(), ...root.get('accept').items()]) {
    const until = entry.get('until'),
      day = until.string();
    if (day !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day) && !isDate(day))
      yield { target: until.pointer, message: `there is no day ${day}` };
  }
}

function syntaxSentence(code: SyntaxCode, text: string): string {
  switch (code) {
    case 'empty':
      return 'the file is empty; an empty configuration is {}';
    case 'merge-conflict':
      return 'a merge conflict is left in here';
    case 'trailing-comma':
      return 'a comma before a closing bracket is not JSON';
    case 'extra-text':
      return 'text after the end of the configuration';
    case 'control-character':
      return 'a control character must be written as an escape';
    case 'unquoted-key':
      return `the key ${show(text)} must be in double quotes`;
    default:
      return `not JSON here: ${code.replaceAll('-', ' ')}`;
  }
}
