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
/** A case whose number is a multiple of this number also compares the findings. */
const LINT_INTERVAL = 10;
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
  const fields = holder as Record<string, Json>,
    former = fields[key]!;
  switch (random.upTo(5)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete fields[key];
      break;
    case 1:
      fields[key] = null;
      break;
    case 2:
      if (Array.isArray(holder)) holder.push(structuredClone(former));
      else fields[`${key}_2`] = former;
      break;
    default:
      fields[key] = otherScalar(former);
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
const differingFilesOf = (before: Answers, after: Answers): string[] =>
  [...after.keys()].filter(file => before.has(file) && before.get(file) !== after.get(file));
const byFile = (lines: readonly (readonly [file: string, line: string])[]): Answers =>
  new Map(
    [...groupsOf(lines, ([file]) => file)].map(([file, group]) => [
      file,
      group
        .map(([, line]) => line)
        .sort()
        .join('\n'),
    ]),
  );

/** The resolutions of all references, as one text for each file. */
const resolutions = (workspace: Workspace): Answers =>
  byFile(
    referencesOf(workspace).map(reference => {
      const { outcome, version, isPublished, variables, variablesFrom } = resolutionOf(reference, workspace);
      const result = [
        reference.at.pointer,
        reference.agentId,
        reference.reference,
        outcome,
        version,
        isPublished,
        variables,
        variablesFrom,
      ];
      return [reference.at.document.file, JSON.stringify(result)];
    }),
  );
/** The outcomes of the lookups of all names, as one text for each file. */
const lookups = (workspace: Workspace): Answers =>
  byFile(
    namesIn(workspace).map(name => [
      name.at.document.file,
      JSON.stringify([name.at.pointer, name.name, lookupOf(name, workspace)?.outcome]),
    ]),
  );
/**
 * For each file, the records of other files to which its names refer. Names that select among several versions are
 * left out.
 */
const namedIn = (workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> =>
  new Map(
    [...groupsOf(namesIn(workspace), name => name.at.document.file)].map(([file, names]) => [
      file,
      names.flatMap(name => {
        const lookup = lookupOf(name, workspace),
          isVersioned = name.at.parent?.is('response-engine') || name.at.parent?.is('agent-filter');
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
    const [formerParts, currentParts] = [partsOf(former, before), partsOf(after.at(place), after)];
    const isOther =
      formerParts.length !== currentParts.length ||
      currentParts.some((part, i) => differences(before.at(formerParts[i]!), after.at(part)).length > 0);
    return isOther ? [place.file] : [];
  });
}

/**
 * For each file, the records that calls of its agents can reach, also through swaps: agents, engines and components.
 */
function reachedFrom(workspace: Workspace): ReadonlyMap<string, readonly Cursor[]> {
  const byName = new Map<string, Cursor[]>();
  const reached = (file: string, record: Cursor, seenVersions: Set<string>): void => {
    for (const part of partsOf(record, workspace)) addTo(byName, file, workspace.at(part));
    for (const { resolution: to } of resolvedHandOvers(placeOf(record), workspace)) {
      const next = recordOf(to, workspace),
        key = JSON.stringify([to.agentId, to.version]);
      if (!next || seenVersions.has(key)) continue;
      seenVersions.add(key);
      reached(file, next, seenVersions);
    }
  };
  for (const reference of referencesOf(workspace)) {
    const record = recordOf(resolutionOf(reference, workspace), workspace);
    if (record) reached(reference.at.document.file, record, new Set());
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
const recordsDiffer = (former: ReturnType<typeof reachedFrom>, current: ReturnType<typeof reachedFrom>): string[] =>
  [...current].flatMap(([file, currentRecords]) => {
    const formerRecords = former.get(file);
    return formerRecords &&
      (formerRecords.length !== currentRecords.length ||
        currentRecords.some((record, i) => differences(formerRecords[i]!, record).length > 0))
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
 * The files of all records to which the records of a file refer, directly or indirectly. A finding in these files may
 * be about the file, although a change of the file does not affect these records.
 */
function filesReachedFrom(file: string, workspace: Workspace): Set<string> {
  const { nodes } = recordGraph(workspace),
    reached = new Set(nodes.filter(node => node.file === file));
  for (const node of reached) for (const to of node.leads) reached.add(to);
  return new Set([...reached].map(node => node.file));
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
    const differences = new Map<string, string[]>([
      ['resolve', differingFilesOf(former.resolutions, resolutions(after))],
      ['lookup', differingFilesOf(former.lookups, lookups(after))],
      ['named', recordsDiffer(former.named, namedIn(after))],
      ['contents', contentsDiffer(workspace, after)],
      ['reached', recordsDiffer(former.reached, reachedFrom(after))],
    ]);
    if (i % LINT_INTERVAL === 0) {
      const reachedFiles = new Set([...filesReachedFrom(file, workspace), ...filesReachedFrom(file, after)]);
      differences.set(
        'findings',
        differingFilesOf(former.findings, findings(after)).filter(file => !reachedFiles.has(file)),
      );
    }
    for (const [answer, differingFiles] of differences)
      for (const one of differingFiles)
        if (!affected.has(one)) missing.push(`case ${i}: ${file} changes, and ${answer} of ${one}`);
    const expectedFiles = new Set(
      [file, ...[...differences.values()].flat()].filter(affectedFile => after.document(affectedFile)),
    );
    listed += affected.size;
    needed += expectedFiles.size;
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
