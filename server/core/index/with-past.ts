import type { Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { versionedAt } from './superseded.ts';
import { groupBy } from '../json/multimap.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { stablePointer } from '../configuration/stable-pointer.ts';

/**
 * Merges equal findings in several versions of a record. The finding in the newest version lists the superseded
 * versions; the finding in a draft also lists published versions that serve no callers.
 */
export function withSupersededVersions(findings: readonly Finding[], workspace: Workspace): readonly Finding[] {
  if (!hasVersions(workspace)) return findings;
  const recordOf = ({ file, target }: Finding) => versionedAt({ file, pointer: pointerOf(target) }, workspace),
    versionOf = (finding: Finding): number => recordOf(finding)?.versionedPlace.version ?? -1;
  const groups = groupBy(findings, finding => {
    const { versionedPlace, at } = recordOf(finding) ?? {},
      document = workspace.document(finding.file)!;
    if (versionedPlace?.version === undefined) return undefined;
    const pathWithin = stablePointer(document, pointerOf(finding.target)).slice(stablePointer(document, at!).length);
    return JSON.stringify([finding.rule, finding.message, versionedPlace.name, pathWithin]);
  });
  /** The value of `is_published` in the record, or in the agent around the record. */
  const isPublished = (finding: Finding): Json | undefined => {
    let cursor: Cursor | undefined = workspace.at({ file: finding.file, pointer: recordOf(finding)!.at });
    while (cursor && cursor.peek('is_published') === undefined) cursor = cursor.parent;
    return cursor?.peek('is_published');
  };
  const replacements = new Map<Finding, Finding>();
  for (const group of groups.values()) {
    const current = group.filter(({ superseded }) => !superseded);
    if (group.length < 2 || current.length === 0) continue;
    const newestFinding = current.reduce((a, b) => (versionOf(b) > versionOf(a) ? b : a)),
      isDraft = isPublished(newestFinding) === false,
      pastFindings = group.filter(
        finding =>
          finding.superseded || (isDraft && finding !== newestFinding && !finding.live && isPublished(finding)),
      );
    if (pastFindings.length === 0) continue;
    const alsoIn = [...new Set(pastFindings.map(versionOf))].sort((a, b) => a - b);
    replacements.set(newestFinding, { ...newestFinding, alsoIn });
    for (const finding of pastFindings) replacements.set(finding, { ...finding, isRepeated: true });
  }
  return findings.map(finding => replacements.get(finding) ?? finding);
}

/** Whether the workspace has several versions of one record. */
const hasVersions = ({ tables }: Workspace): boolean =>
  [...tables.agents.values()].some(({ records }) => records.length > 1) ||
  (['llm', 'conversation-flow'] as const).some(kind =>
    [...tables.engines(kind).values()].some(engines => engines.length > 1),
  );
