import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Cursor } from '../core/cursor.ts';
import { Document } from '../core/document.ts';
import { differences } from '../core/domain/contents.ts';
import { partsOf } from '../core/domain/agent-parts.ts';
import { resolvedHandOvers } from '../core/domain/swaps.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { referencesOf, resolutionOf } from '../core/index/agent-references.ts';
import { isArray, isObject, type Json } from '../core/json/json.ts';
import { addTo, groupsOf } from '../core/json/multimap.ts';
import { placeOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { Random } from '../testing/fuzz/random.ts';
import { openSample } from '../testing/samples.ts';
import { affectedBy } from './affected.ts';
import { lookupOf, namesIn } from './name-references.ts';
import { recordGraph } from './record-graph.ts';

const CASES = Number(process.env['PREFLIGHT_CASES'] ?? 1500);
/** The findings are compared only in the cases whose number is a multiple of this number. */
const LINTED = 10;
const set = new RuleSet(rules);

function otherScalar(former: Json): Json {
  if (typeof former === 'number') return former + 1;
  return typeof former === 'boolean' ? !former : `${typeof former === 'string' ? former : ''}x`;
}

/**
 * Returns a copy of a value with one random change: a value in it is removed, repeated, or replaced by null or another
 * scalar.
 */
function changedValue(value: Json, random: Random): Json {
  const copy = structuredClone(value),
    places: (readonly [holder: Record<string, Json> | Json[], key: string])[] = [];
  const walk = (at: Json): void => {
    if (!isArray(at) && !isObject(at)) return;
    for (const [key, child] of Object.entries(at)) {
      places.push([at as Json[], key]);
      walk(child as Json);
    }
  };
  walk(copy);
  const [holder, key] = random.pick(places);
  const of = holder as Record<string, Json>,
    former = of[key]!;
  switch (random.upTo(5)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete of[key];
      break;
    case 1:
      of[key] = null;
      break;
    case 2:
      if (Array.isArray(holder)) holder.push(structuredClone(former));
      else of[`${key}_2`] = former;
      break;
    default:
      of[key] = otherScalar(former);
  }
  return copy;
}

/**
 * Changes or removes one random file.
 * @returns the new workspace and the name of the file
 */
function changed(workspace: Workspace, random: Random): { readonly after: Workspace; readonly file: string } {
  const document = random.pick(workspace.documents.filter(({ kind }) => kind !== 'preflight-config'));
  const { file } = document;
  if (random.chance(0.05)) return { after: workspace.withoutDocument(file), file };
  return {
    after: workspace.withDocument(new Document(file, JSON.stringify(changedValue(document.value!, random)))),
    file,
  };
}

type Answers = ReadonlyMap<string, string>;
/** The files in both states whose answers differ. */
const differing = (before: Answers, after: Answers): string[] =>
  [...after.keys()].filter(file => before.has(file) && before.get(file) !== after.get(file));
const byFile = (lines: readonly (readonly [file: string, line: string])[]): Answers =>
  new Map(
    [...groupsOf(lines, ([file]) => file)].map(([file, all]) => [
      file,
      all
        .map(([, line]) => line)
        .sort()
        .join('\n'),
    ]),
  );

/** The resolutions of all references, as one text for each file. */
const resolutions = (workspace: Workspace): Answers =>
  byFile(
    referencesOf(workspace).map(one => {
      const { outcome, version, isPublished, variables, variablesFrom } = resolutionOf(one, workspace);
      const result = [
        one.at.pointer,
        one.agentId,
        one.reference,
        outcome,
        version,
        isPublished,
        variables,
        variablesFrom,
      ];
      return [one.at.document.file, JSON.stringify(result)];
    }),
  );
/** The outcomes of the lookups of all names, as one text for each file. */
const lookups = (workspace: Workspace): Answers =>
  byFile(
    namesIn(workspace).map(one => [
      one.at.document.file,
      JSON.stringify([one.at.pointer, one.name, lookupOf(one, workspace)?.outcome]),
    ]),
  );
/**
 * For each file, the records of other files to which its names refer. Names that select among several versions are
 * left out.
 */
const namedIn = (workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> =>
  new Map(
    [...groupsOf(namesIn(workspace), one => one.at.document.file)].map(([file, names]) => [
      file,
      names.flatMap(one => {
        const lookup = lookupOf(one, workspace),
          isVersioned = one.at.parent?.is('response-engine') || one.at.parent?.is('agent-filter');
        return lookup?.outcome === 'found' && !isVersioned
          ? lookup.records.filter(({ document }) => document.file !== file)
          : [];
      }),
    ]),
  );

/** The files of the agents whose contents differ, in the agent's own record, its engine or its components. */
function contentsDiffer(before: Workspace, after: Workspace): string[] {
  return after.recordsOf('runners').flatMap(place => {
    const former = before.document(place.file)?.at(place.pointer);
    if (!former?.exists || !former.isObject) return [];
    const [olds, news] = [partsOf(former, before), partsOf(after.at(place), after)];
    const isOther =
      olds.length !== news.length ||
      news.some((part, i) => differences(before.at(olds[i]!), after.at(part)).length > 0);
    return isOther ? [place.file] : [];
  });
}

/**
 * For each file, the records that calls of its agents can reach, also through swaps: agents, engines and components.
 */
function reachedFrom(workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> {
  const byName = new Map<string, Cursor[]>();
  const reached = (file: string, record: Cursor, seen: Set<string>): void => {
    for (const part of partsOf(record, workspace)) addTo(byName, file, workspace.at(part));
    for (const { to } of resolvedHandOvers(placeOf(record), workspace)) {
      const next = recordOf(to, workspace),
        key = JSON.stringify([to.agentId, to.version]);
      if (!next || seen.has(key)) continue;
      seen.add(key);
      reached(file, next, seen);
    }
  };
  for (const one of referencesOf(workspace)) {
    const record = recordOf(resolutionOf(one, workspace), workspace);
    if (record) reached(one.at.document.file, record, new Set());
  }
  for (const { file, pointer } of workspace.recordsOf('runners'))
    reached(file, workspace.at({ file, pointer }), new Set());
  for (const { kind, roots, file } of workspace.documents)
    for (const root of roots) {
      const engine = kind === 'test-case' ? workspace.engineOf(root) : undefined;
      if (engine) addTo(byName, file, engine);
    }
  return byName;
}
const recordsDiffer = (former: ReturnType<typeof reachedFrom>, is: ReturnType<typeof reachedFrom>): string[] =>
  [...is].flatMap(([file, all]) => {
    const olds = former.get(file);
    return olds && (olds.length !== all.length || all.some((one, i) => differences(olds[i]!, one).length > 0))
      ? [file]
      : [];
  });

const findings = (workspace: Workspace): Answers =>
  byFile(
    workspace.documents.flatMap(document =>
      lint(document, workspace, set).map(
        finding => [document.file, JSON.stringify([finding.rule, finding.target, finding.message])] as const,
      ),
    ),
  );
/**
 * The files of all records to which the records of a file refer, directly or indirectly. Findings in these files may
 * be about the file, although a change of the file does not affect them.
 */
function ledToBy(file: string, workspace: Workspace): Set<string> {
  const { nodes } = recordGraph(workspace),
    led = new Set(nodes.filter(node => node.file === file));
  for (const node of led) for (const to of node.leads) led.add(to);
  return new Set([...led].map(node => node.file));
}

test('every changed answer is in an affected file, and few other files are affected', () => {
  const { workspace } = openSample('clinic'),
    random = new Random(26);
  const former = {
    resolutions: resolutions(workspace),
    lookups: lookups(workspace),
    named: namedIn(workspace),
    reached: reachedFrom(workspace),
    findings: findings(workspace),
  };
  const missing: string[] = [];
  let [listed, needed, files] = [0, 0, 0];
  for (let i = 0; i < CASES; i++) {
    const { after, file } = changed(workspace, random);
    const affected = new Set(affectedBy({ before: workspace, after }).map(({ record }) => record.file));
    const others = new Map<string, string[]>([
      ['resolve', differing(former.resolutions, resolutions(after))],
      ['lookup', differing(former.lookups, lookups(after))],
      ['named', recordsDiffer(former.named, namedIn(after))],
      ['contents', contentsDiffer(workspace, after)],
      ['reached', recordsDiffer(former.reached, reachedFrom(after))],
    ]);
    if (i % LINTED === 0) {
      const beyond = new Set([...ledToBy(file, workspace), ...ledToBy(file, after)]);
      others.set(
        'findings',
        differing(former.findings, findings(after)).filter(one => !beyond.has(one)),
      );
    }
    for (const [answer, all] of others)
      for (const one of all)
        if (!affected.has(one)) missing.push(`case ${i}: ${file} changes, and ${answer} of ${one}`);
    const due = new Set([file, ...[...others.values()].flat()].filter(one => after.document(one)));
    listed += affected.size;
    needed += due.size;
    files += after.documents.length;
  }
  expect(missing).toEqual([]);
  console.log(
    `${CASES} changes: ${(listed / CASES).toFixed(2)} files listed of ${(files / CASES).toFixed(0)}, ` +
      `${(needed / CASES).toFixed(2)} with another answer: ${(listed / needed).toFixed(2)} listed for each of them`,
  );
  // a longer list of affected files would be no more useful than a list of all files
  expect(listed / needed).toBeLessThan(1.75);
});
