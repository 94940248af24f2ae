import { resolveStable, stablePointer } from '../../core/configuration/stable-pointer.ts';
import type { Cursor } from '../../core/cursor.ts';
import { Document } from '../../core/document.ts';
import type { RuleSet, SeverityOf } from '../../core/engine/lint.ts';
import { type Finding, pointerOf } from '../../core/finding.ts';
import type { Kind } from '../../core/kinds.ts';
import { parentOf } from '../../core/pointer.ts';
import { recordsOf } from '../../core/workspace/records.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import type { Past } from '../../host/past.ts';
import { lintSafely } from '../../core/engine/lint-safely.ts';

export interface Comparison {
  readonly workspace: Workspace;
  /** The files that a change is about; all others are elsewhere. */
  readonly wanted: ReadonlySet<Document>;
  readonly rules: RuleSet;
  readonly severityOf: SeverityOf;
  /** The files asked for, and those that are gone, as they were. */
  readonly base: Past;
  /** Files that are there, of whatever kind. */
  readonly present: ReadonlySet<string>;
  kindOf(file: string): Kind | undefined;
}

/**
 * Of the findings elsewhere, those that the change brings: only the changed files are put back to what they were, so that whatever else
 * has changed on the disk is no difference. A reference that selected something before and no longer does is an error by that.
 */
export function newElsewhere(
  outside: readonly Finding[],
  inside: readonly Finding[],
  { workspace, wanted, rules, severityOf, base, present, kindOf }: Comparison,
): { readonly outside: Finding[]; readonly inside: Finding[] } {
  const suspects = new Set(
    [...outside, ...inside.filter(finding => finding.severity === 'warning')].map(({ file }) => file),
  );
  if (suspects.size === 0) return { outside: [], inside: [...inside] };
  const current = new Map(workspace.documents.map(document => [document.file, document]));
  const before = documentsBefore(workspace, wanted, base, kindOf);
  const past = new Workspace(before, workspace.facts);
  const was = new Map<string, number>();
  const keyOf = (finding: Finding, document: Document | undefined): string =>
    JSON.stringify([finding.rule, finding.file, document ? stablePointer(document, pointerOf(finding.target)) : '']);
  const had = new Map(before.map(document => [document.file, document]));
  for (const document of before)
    if (suspects.has(document.file))
      for (const finding of lintSafely(document, past, rules, severityOf)) {
        const key = keyOf(finding, document);
        was.set(key, (was.get(key) ?? 0) + 1);
      }
  const isNew = (finding: Finding): boolean => {
    const key = keyOf(finding, current.get(finding.file));
    const left = was.get(key) ?? 0;
    if (left > 0) was.set(key, left - 1);
    return left === 0;
  };
  const raise = (finding: Finding): Finding => {
    const document = current.get(finding.file),
      old = had.get(finding.file);
    if (finding.severity !== 'warning' || !document || !old || severityOf(finding.rule, finding.file) !== undefined)
      return finding;
    const place = document.at(pointerOf(finding.target));
    if (place.marks['x-reference'] === undefined) return finding;
    const same =
      document === old ||
      resolveStable(old, stablePointer(document, place.pointer)).some(pointer => old.at(pointer).value === place.value);
    return same
      ? { ...finding, severity: 'error', message: `${finding.message}; it resolved before this change` }
      : finding;
  };
  const mayBeNew = new Set(namedUnknown(outside, { workspace, wanted, base, present }));
  return {
    outside: outside.flatMap(finding => {
      if (isNew(finding)) return [raise(finding)];
      return mayBeNew.has(finding) ? [finding] : [];
    }),
    inside: inside.map(finding => (finding.severity === 'warning' && isNew(finding) ? raise(finding) : finding)),
  };
}

/** The workspace's files as they were: unchanged ones are the same documents, so nothing is parsed twice. */
function documentsBefore(
  workspace: Workspace,
  wanted: ReadonlySet<Document>,
  base: Past,
  kindOf: (file: string) => Kind | undefined,
): Document[] {
  const documents = workspace.documents.flatMap(document => {
    if (!wanted.has(document)) return [document];
    // what cannot be known is taken as no difference here; namedUnknown tells what it may be
    if (base.unknown.has(document.file)) return [document];
    const text = base.texts.get(document.file);
    return text === undefined
      ? []
      : [text === document.text ? document : new Document(document.file, text, -1, kindOf(document.file))];
  });
  const known = new Set(workspace.documents.map(({ file }) => file));
  // a file that was of a kind of ours and is no longer, or is gone
  for (const [file, text] of base.texts)
    if (!known.has(file) && !base.same.has(file)) documents.push(new Document(file, text, -1, kindOf(file)));
  return documents.filter(document => document.kind !== undefined);
}

/** What changes of files may have brought of which it is not known what they were. */
function namedUnknown(
  outside: readonly Finding[],
  { workspace, wanted, base: { unknown }, present }: Pick<Comparison, 'workspace' | 'wanted' | 'base' | 'present'>,
): readonly Finding[] {
  if (unknown.size === 0) return [];
  // nobody knows which records a file held that is gone: every reference may be to one of them
  if ([...unknown.keys()].some(file => !present.has(file)))
    return outside.filter(finding => referencesAt(finding, workspace).length > 0);
  return namedElsewhere(outside, workspace, new Set([...wanted].filter(({ file }) => unknown.has(file))));
}

/** Without a past to compare with: every finding elsewhere that is about a record of these files. */
export function namedElsewhere(
  outside: readonly Finding[],
  workspace: Workspace,
  wanted: ReadonlySet<Document>,
): Finding[] {
  const files = new Set([...wanted].map(({ file }) => file));
  const ids = new Set<unknown>(
    [...wanted].flatMap(document => {
      const { agents, listItems, versionSummaries, engines, components, phoneNumbers } = recordsOf(document);
      return [agents, listItems, versionSummaries, engines, components, phoneNumbers].flat().map(({ id }) => id);
    }),
  );
  return outside.filter(
    finding =>
      finding.related.some(({ file }) => files.has(file)) ||
      referencesAt(finding, workspace).some(({ value }) => ids.has(value)),
  );
}

/** The references that a finding is about, or that stand beside it. */
function referencesAt({ file, target }: Finding, workspace: Workspace): Cursor[] {
  const pointer = pointerOf(target);
  return [pointer, parentOf(pointer)].flatMap(at => {
    const place = workspace.document(file)?.at(at);
    return place ? [place, ...place.entries()].filter(isReference) : [];
  });
}
const isReference = ({ marks, value }: Cursor): boolean =>
  marks['x-reference'] !== undefined && typeof value === 'string';
