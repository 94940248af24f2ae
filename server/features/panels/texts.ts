import { contentsOf } from '../../compare/contents.ts';
import { versionOf, versionDiff, type VersionDiff } from '../../compare/version-diff.ts';
import { resolveStable, stablePointer } from '../../core/configuration/stable-pointer.ts';
import { recordPlace } from '../../core/domain/tasks.ts';
import { referenceName } from '../../core/workspace/names.ts';
import { tagSuggestion } from '../../core/index/agent-references.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Json } from '../../core/json/json.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { isLongText } from '../../view/contents-words.ts';
import { diffReport } from '../../view/diff-report.ts';
import { headlineOf, titleOf } from '../../view/diff-words.ts';
import type { ComparableVersions, ComparedText, PanelAnswer } from '../../view/panel-answer.ts';
import { valueKey } from '../../view/results/asked.ts';
import { diffBlocks } from '../../view/results/diff.ts';
import { driftOutput, type DriftPart } from '../../view/results/drift.ts';
import type { PositionContext } from '../context.ts';
import { textName } from '../prompts/texts.ts';
import { offsetContext } from '../offset-context.ts';
import { panelOf } from './drift.ts';
import { subjectAt } from './subject.ts';

interface Sides {
  readonly file: string;
  readonly at: string;
  readonly before: Json | null | undefined;
  readonly after: Json | null | undefined;
}

const withoutCredentials = (text: Sides['before']): string => maskSecrets(String(text ?? ''));
const textsIn = (sides: readonly Sides[], ...workspaces: readonly Workspace[]): readonly ComparedText[] =>
  sides.flatMap(({ file, at, before, after }) =>
    before !== after && isLongText(before, after)
      ? [
          {
            key: valueKey({ file, at }),
            file,
            at,
            name: maskSecrets(nameIn(workspaces, file, at)),
            before: withoutCredentials(before),
            after: withoutCredentials(after),
          },
        ]
      : [],
  );

/**
 * The name of a text, from the workspace that contains it. The files of an export may not be in a workspace; then the
 * name comes from the keys of the pointer.
 */
function nameIn(workspaces: readonly Workspace[], file: string, at: string): string {
  for (const workspace of workspaces) {
    const document = workspace.document(file),
      [pointer, otherPointer] = document ? resolveStable(document, at) : [];
    if (document && pointer !== undefined && otherPointer === undefined) return textName(document.at(pointer));
  }
  return at.split('/').filter(Boolean).slice(-3).join('.') || 'text';
}

/** The texts that differ between two states, of live records and of all others. */
export const textsBetween = (before: Workspace, after: Workspace): readonly ComparedText[] =>
  textsIn(
    contentsOf(before, after, 'all').flatMap(({ changes }) => changes),
    after,
    before,
  );

export const textsOfVersions = ({ changes, after: { workspace } }: VersionDiff): readonly ComparedText[] =>
  textsIn(
    changes.map(({ before, after }) => {
      const { file, at } = (after ?? before)!;
      return { file, at, before: before?.value, after: after?.value };
    }),
    workspace,
  );

/** The texts that differ between the files and an export; the export is the second side. */
export const textsOfDrift = (part: DriftPart): readonly ComparedText[] =>
  textsIn(
    driftOutput(null, [part]).records.flatMap(({ file, changes }) =>
      changes.map(({ at, here, there }) => ({ file, at, before: here as Json, after: there as Json })),
    ),
    part.filesWorkspace,
    part.accountWorkspace,
  );

/** The key of the text at an offset, as in `ComparedText`. */
export function textKeyAt({ document, offset }: PositionContext): string | null {
  const cursor = offsetContext(document, offset)?.cursor;
  return cursor?.string() === undefined
    ? null
    : valueKey({ file: document.file, at: stablePointer(document, cursor.pointer) });
}

export function comparableAt(context: PositionContext): ComparableVersions | null {
  const { agentId, reference } = subjectAt(context),
    agent = agentId === undefined ? undefined : context.workspace.agent(agentId),
    ownReference = reference?.reference;
  if (!agent || ownReference === undefined || ownReference === null) return null;
  const references = [ownReference, ...agent.tags.keys(), ...[...agent.versions.keys()].sort((a, b) => b - a)];
  const [first, ...otherReferences] = references.flatMap(reference => {
    const resolution = context.workspace.resolve(agent.id, reference);
    return recordPlace(resolution, context.workspace) ? [{ reference, version: resolution.version! }] : [];
  });
  if (first?.reference !== ownReference) return null;
  return {
    agentId: agent.id,
    ...first,
    otherVersions: otherReferences.filter(({ reference }) => reference !== ownReference),
  };
}

/** The differences between two versions of an agent, or the reason why a version is unavailable. */
export function versionsOf(
  agentId: string,
  references: readonly [before: string | number, after: string | number],
  workspace: Workspace,
): VersionDiff | { readonly problem: string } {
  const resolutions = references.map(reference => workspace.resolve(agentId, reference));
  const [before, after] = resolutions.map(resolution => versionOf(resolution, workspace));
  if (before && after) return versionDiff(before, after);
  const reasons = resolutions
    .filter(resolution => !versionOf(resolution, workspace))
    .map(resolution => {
      const reason = resolution.because ?? `version ${resolution.version} has no record in this workspace`;
      return `${referenceName(agentId, resolution.reference, workspace)}: ${reason}${tagSuggestion(resolution)}`;
    });
  return { problem: `these versions cannot be compared: ${reasons.join('; ')}` };
}

/**
 * The panel of two versions side by side.
 * @param isPage whether it is a saved page, which cannot open anything
 */
export function versionsPanel(diff: VersionDiff, isPage = false): PanelAnswer {
  const report = diffReport(diff, (_, file) => file);
  return {
    words: `${titleOf(report)}: ${headlineOf(report)}`,
    blocks: diffBlocks(report, isPage ? undefined : panelOf(diff.after.workspace)),
  };
}
