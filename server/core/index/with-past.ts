import { pointerOf, type Finding } from '../finding.ts';
import { keptAt } from './superseded.ts';
import { grouped } from '../json/multimap.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { stablePointer } from '../configuration/stable-pointer.ts';

/** Findings with the superseded versions of their record in which the same is found: its newest version says it for them. */
export function withPast(findings: readonly Finding[], workspace: Workspace): readonly Finding[] {
  if (!findings.some(({ superseded }) => superseded)) return findings;
  const recordOf = ({ file, target }: Finding) => keptAt({ file, pointer: pointerOf(target) }, workspace),
    versionOf = (finding: Finding): number => recordOf(finding)?.kept.version ?? -1;
  const alike = grouped(findings, finding => {
    const { kept, at } = recordOf(finding) ?? {},
      document = workspace.document(finding.file)!;
    if (kept?.version === undefined) return undefined;
    const within = stablePointer(document, pointerOf(finding.target)).slice(stablePointer(document, at!).length);
    return JSON.stringify([finding.rule, finding.message, kept.name, within]);
  });
  const changed = new Map<Finding, Finding>();
  for (const group of alike.values()) {
    const past = group.filter(({ superseded }) => superseded),
      current = group.filter(({ superseded }) => !superseded);
    if (past.length === 0 || current.length === 0) continue;
    const newest = current.reduce((a, b) => (versionOf(b) > versionOf(a) ? b : a)),
      alsoIn = [...new Set(past.map(versionOf))].sort((a, b) => a - b);
    changed.set(newest, { ...newest, alsoIn });
    for (const one of past) changed.set(one, { ...one, isRepeated: true });
  }
  return findings.map(one => changed.get(one) ?? one);
}
