import type { Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { keptAt } from './superseded.ts';
import { grouped } from '../json/multimap.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { stablePointer } from '../configuration/stable-pointer.ts';

/**
 * Findings with the older versions of their record that have the same finding: the newest version stands for superseded
 * ones, and a draft for the published version that it was made from, unless callers get that version.
 */
export function withPast(findings: readonly Finding[], workspace: Workspace): readonly Finding[] {
  if (!hasVersions(workspace)) return findings;
  const recordOf = ({ file, target }: Finding) => keptAt({ file, pointer: pointerOf(target) }, workspace),
    versionOf = (finding: Finding): number => recordOf(finding)?.kept.version ?? -1;
  const alike = grouped(findings, finding => {
    const { kept, at } = recordOf(finding) ?? {},
      document = workspace.document(finding.file)!;
    if (kept?.version === undefined) return undefined;
    const within = stablePointer(document, pointerOf(finding.target)).slice(stablePointer(document, at!).length);
    return JSON.stringify([finding.rule, finding.message, kept.name, within]);
  });
  /** The version in the record, or of the agent around it. */
  const isPublished = (finding: Finding): Json | undefined => {
    let at: Cursor | undefined = workspace.at({ file: finding.file, pointer: recordOf(finding)!.at });
    while (at && at.peek('is_published') === undefined) at = at.parent;
    return at?.peek('is_published');
  };
  const changed = new Map<Finding, Finding>();
  for (const group of alike.values()) {
    const current = group.filter(({ superseded }) => !superseded);
    if (group.length < 2 || current.length === 0) continue;
    const newest = current.reduce((a, b) => (versionOf(b) > versionOf(a) ? b : a)),
      isDraft = isPublished(newest) === false,
      past = group.filter(one => one.superseded || (isDraft && one !== newest && !one.live && isPublished(one)));
    if (past.length === 0) continue;
    const alsoIn = [...new Set(past.map(versionOf))].sort((a, b) => a - b);
    changed.set(newest, { ...newest, alsoIn });
    for (const one of past) changed.set(one, { ...one, isRepeated: true });
  }
  return findings.map(one => changed.get(one) ?? one);
}

/** Whether several versions of one record are kept. */
const hasVersions = ({ tables }: Workspace): boolean =>
  [...tables.agents.values()].some(({ records }) => records.length > 1) ||
  (['llm', 'conversation-flow'] as const).some(kind => [...tables.engines(kind).values()].some(all => all.length > 1));
