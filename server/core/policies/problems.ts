import type { Cursor } from '../cursor.ts';
import { set } from '../engine/fixes.ts';
import type { Problem } from '../engine/rule.ts';
import { isObject, typeNames } from '../json/json.ts';
import { isKind, kindNames, kinds } from '../kinds.ts';
import { isIndex, join, split } from '../json/pointer.ts';
import { entryFor, entryOf, rootOf, shapeNames, UNKNOWN, type ShapeName } from '../shapes/table.ts';
import { nearest, show, suggested } from '../wording.ts';
import { DEEPEST, type Must, parts, referenced } from './must.ts';
import { linearPattern } from './pattern.ts';

/** Shapes of Preflight's own files, which policies cannot be about. */
const ours = new Set<string>(['preflight-config', 'policy', 'policy-must']);
const shapes = shapeNames.filter(name => !ours.has(name));

/**
 * Mistakes in policies beyond their form, so that none is silently inactive because of a typo.
 * @param list the list in the configuration
 * @param ids rule ids, former ones included
 */
export function* policyProblems(list: Cursor, ids: ReadonlyMap<string, string>): Iterable<Problem> {
  const seen = new Set<string>(),
    patterns = new Set<string>();
  for (const policy of list.items()) {
    if (!policy.isObject) continue;
    const id = policy.get('id');
    const name = id.string();
    if (name !== undefined && ids.has(name))
      yield { at: id, message: `id: ${show(name)} is the name of a built-in rule` };
    else if (name !== undefined && seen.has(name))
      yield { at: id, message: `id: ${show(name)} is the id of another policy` };
    if (name !== undefined) seen.add(name);
    yield* subjectProblems(policy);
    yield* demandProblems(policy.get('must'), patterns);
  }
}

/** Whether a policy names a subject, and the subject exists. */
function* subjectProblems(policy: Cursor): Iterable<Problem> {
  const shape = policy.get('shape'),
    kind = policy.get('kind'),
    at = policy.get('at');
  if (shape.exists === kind.exists) {
    yield {
      at: shape.exists ? { key: kind.pointer } : policy,
      message: shape.exists
        ? 'expected shape or kind in a policy, got both'
        : 'expected shape or kind in a policy, got neither',
    };
    return;
  }
  const about = shape.exists ? shape : kind,
    name = about.string();
  if (name === undefined) return;
  if (shape.exists ? !shapes.includes(name as ShapeName) : !isKind(name)) {
    const near = nearest(name, shape.exists ? shapes : kindNames);
    yield {
      at: about,
      message: `${about.key}: unknown ${about.key} ${show(name)}${suggested(near)}`,
      fix: set(about, near),
    };
    return;
  }
  const path = at.string();
  if (path === undefined || !/^(\/.*)?$/.test(path)) return;
  let entries = (isKind(name) && kind.exists ? kinds[name].shapes : [name as ShapeName]).map(rootOf);
  const steps = split(path);
  for (const [i, step] of steps.entries()) {
    const names = new Set(
      entries.flatMap(entry => alternatives(entry).flatMap(one => Object.keys(entryOf(one).props ?? {}))),
    );
    entries = entries.flatMap(entry => alternatives(entry).flatMap(one => below(one, step)));
    if (entries.length > 0) continue;
    const near = nearest(step, names);
    yield {
      at,
      message: `at: ${name} has no ${show(step)} here${suggested(near)}`,
      fix: near === undefined ? undefined : set(at, join('', ...steps.with(i, near))),
    };
    return;
  }
}

/** An entry, and the entry of its variant. */
const alternatives = (entry: number): number[] => [entry, ...Object.values(entryOf(entry).variants?.of ?? {})];

function below(entry: number, step: string): number[] {
  const { props = {}, items, map } = entryOf(entryFor(entry, undefined));
  const others = isIndex(step) ? (items ?? map) : map;
  const children =
    step === '*' ? [...Object.values(props), items, map] : [Object.hasOwn(props, step) ? props[step] : others];
  return children.filter(one => one !== undefined && one !== UNKNOWN) as number[];
}

/** In characters: all patterns together, each once. Compiling them takes up to a second. */
const MOST_PATTERN = 20_000;
/** The most demands in one policy. */
const MOST_DEMANDS = 2000;

/** Demands that cannot be understood, or not checked in time. @param patterns those of all policies so far */
function* demandProblems(must: Cursor, patterns: Set<string>): Iterable<Problem> {
  if (!isObject(must.value)) return;
  const root = must.value as unknown as Must;
  if (Object.keys(root).length === 0) yield { at: must, message: 'must: an empty demand is always met' };
  let demands = 0,
    length = [...patterns].reduce((sum, one) => sum + one.length, 0);
  for (const pending = [{ place: must, depth: 0 }]; pending.length > 0;) {
    const { place, depth } = pending.pop()!;
    if (!place.isObject) continue;
    if (depth > DEEPEST / 2) {
      yield { at: must, message: `must: nested more than ${DEEPEST / 2} levels deep, so it cannot be checked` };
      return;
    }
    if (++demands > MOST_DEMANDS) {
      yield { at: must, message: `must: more than ${MOST_DEMANDS} demands, so it cannot be checked in time` };
      return;
    }
    const demand = place.value as unknown as Must;
    yield* typeProblems(place.get('type'));
    const pattern = place.get('pattern');
    const source = pattern.string();
    if (source !== undefined && !patterns.has(source)) {
      patterns.add(source);
      length += source.length;
    }
    if (source !== undefined && length > MOST_PATTERN) {
      yield {
        at: pattern,
        message: `pattern: the patterns of all policies together are longer than ${MOST_PATTERN} characters`,
      };
      return;
    }
    const reason = source === undefined ? undefined : linearPattern(source);
    if (typeof reason === 'string') yield { at: pattern, message: `pattern: not a pattern: ${reason}` };
    const ref = place.get('$ref');
    if (ref.string() !== undefined) {
      const to = referenced(ref.string()!, root);
      if (!to) yield { at: ref, message: `$ref: ${show(ref.value)} leads nowhere; only #/$defs/name and # do` };
      else if (leadsBack(to, demand, root))
        yield { at: ref, message: `$ref: ${show(ref.value)} leads back here without going into the value` };
    }
    if (isWellFormed(demand))
      pending.push(...parts(demand).map(({ path }) => ({ place: place.at(join('', ...path)), depth: depth + 1 })));
  }
}

function* typeProblems(type: Cursor): Iterable<Problem> {
  if (!type.exists) return;
  for (const one of type.isArray ? type.items() : [type]) {
    const name = one.string() ?? '';
    if (Object.hasOwn(typeNames, name)) continue;
    const near = nearest(name, Object.keys(typeNames));
    yield {
      at: one,
      message: `type: unknown type ${show(one.value)}${suggested(near)}`,
      fix: set(one, near),
    };
  }
}

/**
 * Whether a keyword with nested demands has them in a form that can be followed; if not, the schema has reported it.
 */
const isWellFormed = ({ properties, $defs, items, not, anyOf }: Must): boolean =>
  [properties, $defs, items, not].every(one => one === undefined || isObject(one)) &&
  (anyOf === undefined || Array.isArray(anyOf)) &&
  [...Object.values(properties ?? {}), ...Object.values($defs ?? {}), ...(anyOf ?? [])].every(isObject);

/** Whether a demand leads back to itself through references and demands on the same value. */
function leadsBack(from: Must, to: Must, root: Must): boolean {
  const seen = new Set<Must>();
  for (const pending = [from]; pending.length > 0;) {
    const must = pending.pop()!;
    if (must === to) return true;
    if (seen.has(must) || !isWellFormed(must)) continue;
    seen.add(must);
    const next = must.$ref === undefined ? undefined : referenced(must.$ref, root);
    pending.push(...(next ? [next] : []), ...parts(must).flatMap(part => (part.sameValue ? [part.must] : [])));
  }
  return false;
}
