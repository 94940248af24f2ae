import type { Cursor } from '../cursor.ts';
import { set } from '../engine/fixes.ts';
import type { Problem } from '../engine/rule.ts';
import { isObject, typeNames } from '../json/json.ts';
import { isKind, kindNames, kinds } from '../kinds.ts';
import { isIndex, join, split } from '../json/pointer.ts';
import { entryFor, entryOf, rootOf, shapeNames, UNKNOWN_ENTRY, type ShapeName } from '../shapes/table.ts';
import { nearest, show, suggest } from '../wording.ts';
import { MAX_DEPTH, type Demand, parts, referenceTarget } from './must.ts';
import { linearPattern } from './pattern.ts';

/** The shapes of Preflight's own files. Policies cannot be about them. */
const ownShapes = new Set<string>(['preflight-config', 'policy', 'policy-must']);
const shapes = shapeNames.filter(name => !ownShapes.has(name));

/**
 * Mistakes in policies that the schema of policies does not find, so that no policy is silently inactive because of a
 * typo.
 * @param list the list in the configuration
 * @param ids rule ids, former ones included
 */
export function* policyProblems(list: Cursor, ids: ReadonlyMap<string, string>): Iterable<Problem> {
  const visited = new Set<string>(),
    patterns = new Set<string>();
  for (const policy of list.items()) {
    if (!policy.isObject) continue;
    const id = policy.get('id');
    const name = id.string();
    if (name !== undefined && ids.has(name))
      yield { at: id, message: `id: ${show(name)} is the name of a built-in rule` };
    else if (name !== undefined && visited.has(name))
      yield { at: id, message: `id: ${show(name)} is the id of another policy` };
    if (name !== undefined) visited.add(name);
    yield* subjectProblems(policy);
    yield* demandProblems(policy.get('must'), patterns);
  }
}

/** The mistakes in the shape or kind of a policy: it is missing, or does not exist. */
function* subjectProblems(policy: Cursor): Iterable<Problem> {
  const shape = policy.get('shape'),
    kind = policy.get('kind'),
    cursor = policy.get('at');
  if (shape.exists === kind.exists) {
    yield {
      at: shape.exists ? { key: kind.pointer } : policy,
      message: shape.exists
        ? 'expected shape or kind in a policy, got both'
        : 'expected shape or kind in a policy, got neither',
    };
    return;
  }
  const subject = shape.exists ? shape : kind,
    name = subject.string();
  if (name === undefined) return;
  if (shape.exists ? !shapes.includes(name as ShapeName) : !isKind(name)) {
    const similarName = nearest(name, shape.exists ? shapes : kindNames);
    yield {
      at: subject,
      message: `${subject.key}: unknown ${subject.key} ${show(name)}${suggest(similarName)}`,
      fix: set(subject, similarName),
    };
    return;
  }
  const path = cursor.string();
  if (path === undefined || !/^(\/.*)?$/.test(path)) return;
  let entries = (isKind(name) && kind.exists ? kinds[name].shapes : [name as ShapeName]).map(rootOf);
  const steps = split(path);
  for (const [i, step] of steps.entries()) {
    const names = new Set(
      entries.flatMap(entry => alternatives(entry).flatMap(entry => Object.keys(entryOf(entry).props ?? {}))),
    );
    entries = entries.flatMap(entry => alternatives(entry).flatMap(entry => childrenAt(entry, step)));
    if (entries.length > 0) continue;
    const similarName = nearest(step, names);
    yield {
      at: cursor,
      message: `at: ${name} has no ${show(step)}${suggest(similarName)}`,
      fix: similarName === undefined ? undefined : set(cursor, join('', ...steps.with(i, similarName))),
    };
    return;
  }
}

/** The entry itself and the entries of its variants. */
const alternatives = (entry: number): number[] => [entry, ...Object.values(entryOf(entry).variants?.of ?? {})];

function childrenAt(entry: number, step: string): number[] {
  const { props = {}, items, map } = entryOf(entryFor(entry, undefined));
  const otherEntry = isIndex(step) ? (items ?? map) : map;
  const children =
    step === '*' ? [...Object.values(props), items, map] : [Object.hasOwn(props, step) ? props[step] : otherEntry];
  return children.filter(child => child !== undefined && child !== UNKNOWN_ENTRY) as number[];
}

/** The maximum total number of characters of all different patterns. Compiling so many takes up to a second. */
const MAX_PATTERN_LENGTH = 20_000;
/** The maximum number of demands in one policy. */
const MAX_DEMANDS = 2000;

/**
 * Demands that are meaningless or too expensive.
 * @param patterns the patterns of all policies up to this one
 */
function* demandProblems(policyDemand: Cursor, patterns: Set<string>): Iterable<Problem> {
  if (!isObject(policyDemand.value)) return;
  const root = policyDemand.value as unknown as Demand;
  if (Object.keys(root).length === 0) yield { at: policyDemand, message: 'must: an empty demand is always met' };
  let demands = 0,
    length = [...patterns].reduce((sum, pattern) => sum + pattern.length, 0);
  for (const pending = [{ place: policyDemand, depth: 0 }]; pending.length > 0;) {
    const { place, depth } = pending.pop()!;
    if (!place.isObject) continue;
    if (depth > MAX_DEPTH / 2) {
      yield {
        at: policyDemand,
        message: `must: nested more than ${MAX_DEPTH / 2} levels deep, so it cannot be checked`,
      };
      return;
    }
    if (++demands > MAX_DEMANDS) {
      yield { at: policyDemand, message: `must: more than ${MAX_DEMANDS} demands, so it cannot be checked in time` };
      return;
    }
    const demand = place.value as unknown as Demand;
    yield* typeProblems(place.get('type'));
    const pattern = place.get('pattern');
    const source = pattern.string();
    if (source !== undefined && !patterns.has(source)) {
      patterns.add(source);
      length += source.length;
    }
    if (source !== undefined && length > MAX_PATTERN_LENGTH) {
      yield {
        at: pattern,
        message: `pattern: the patterns of all policies together are longer than ${MAX_PATTERN_LENGTH} characters`,
      };
      return;
    }
    const reason = source === undefined ? undefined : linearPattern(source);
    if (typeof reason === 'string') yield { at: pattern, message: `pattern: not a pattern: ${reason}` };
    const ref = place.get('$ref');
    if (ref.string() !== undefined) {
      const target = referenceTarget(ref.string()!, root);
      if (!target)
        yield {
          at: ref,
          message: `$ref: ${show(ref.value)} does not exist; only #/$defs/name and # can be referenced`,
        };
      else if (isCyclic(target, demand, root))
        yield {
          at: ref,
          message: `$ref: ${show(ref.value)} refers back to itself for the same value, so it has no end`,
        };
    }
    if (isWellFormed(demand))
      pending.push(...parts(demand).map(({ path }) => ({ place: place.at(join('', ...path)), depth: depth + 1 })));
  }
}

function* typeProblems(type: Cursor): Iterable<Problem> {
  if (!type.exists) return;
  for (const typeItem of type.isArray ? type.items() : [type]) {
    const name = typeItem.string() ?? '';
    if (Object.hasOwn(typeNames, name)) continue;
    const similarName = nearest(name, Object.keys(typeNames));
    yield {
      at: typeItem,
      message: `type: unknown type ${show(typeItem.value)}${suggest(similarName)}`,
      fix: set(typeItem, similarName),
    };
  }
}

/** Whether nested demands have a form that can be evaluated. If not, the schema has already reported it. */
const isWellFormed = ({ properties, $defs, items, not, anyOf }: Demand): boolean =>
  [properties, $defs, items, not].every(part => part === undefined || isObject(part)) &&
  (anyOf === undefined || Array.isArray(anyOf)) &&
  [...Object.values(properties ?? {}), ...Object.values($defs ?? {}), ...(anyOf ?? [])].every(isObject);

/** Whether `goal` is reached from a demand through references and demands on the same value. */
function isCyclic(demand: Demand, goal: Demand, root: Demand): boolean {
  const seenDemands = new Set<Demand>();
  for (const pending = [demand]; pending.length > 0;) {
    const demand = pending.pop()!;
    if (demand === goal) return true;
    if (seenDemands.has(demand) || !isWellFormed(demand)) continue;
    seenDemands.add(demand);
    const next = demand.$ref === undefined ? undefined : referenceTarget(demand.$ref, root);
    pending.push(...(next ? [next] : []), ...parts(demand).flatMap(part => (part.sameValue ? [part.must] : [])));
  }
  return false;
}
