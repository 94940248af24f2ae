import { referenceName } from '../../core/workspace/names.ts';
import { resolveStable, stablePointer } from '../../core/configuration/stable-pointer.ts';
import type { Cursor } from '../../core/cursor.ts';
import { didYouMeanId } from '../../core/domain/ids.ts';
import { agentOfTask } from '../../core/domain/tasks.ts';
import { isVersionReference, selectionAt, selectionOf } from '../../core/workspace/version-references.ts';
import { isEqual } from '../../core/json/json.ts';
import { marksOf, childEntry } from '../../core/shapes/table.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { resolutionOf, tagSuggestion } from '../../core/index/agent-references.ts';
import { assumedBy, quotedValue, selectionWords, variablesInShort } from '../../simulator/resolution.ts';
import type { PositionContext } from '../context.ts';
import { firstLines } from '../../core/wording.ts';
import { blocks, bullets, capital, code, numberedList, plainMarkdown, prose, sentence } from './markdown.ts';
import { readNumber } from './numbers.ts';

const MAX_VARIABLES = 20,
  MAX_STEPS = 10;

/** The agent version to which a place refers. */
interface VersionAt {
  readonly agentId: string;
  readonly reference: string | number | null;
  /** The phone number that determines the agent of a batch task; null if the task names its agent. */
  readonly fromNumber: string | null;
}

/** The agent version to which a marked place refers; `undefined` if it refers to none or is malformed. */
export function wantedAt(cursor: Cursor, workspace: Workspace): VersionAt | undefined {
  const reference = cursor.marks['x-reference'];
  if (reference?.to !== 'agent-version') return undefined;
  if (cursor.parent?.is('root-tag-state') && cursor.parent.parent?.key === 'tags') {
    const agentId = cursor.within('agent-list-item')?.get('agent_id').string();
    return agentId && !cursor.isNull && isVersionReference(cursor.value)
      ? { agentId, reference: cursor.parent.key, fromNumber: null }
      : undefined;
  }
  const task = cursor.within('batch-call-task');
  const caller = task && agentOfTask(task, workspace);
  if (caller && cursor.parent?.is('batch-call-task')) {
    if (caller.reference !== null && !isVersionReference(caller.reference)) return undefined;
    return {
      agentId: caller.agentId,
      reference: caller.reference,
      fromNumber: caller.from === 'number' ? (task.within('batch-call')?.get('from_number').string() ?? null) : null,
    };
  }
  // null is the same as an absent version, except for base_version: there it means that the version has no base
  const isLeftOut =
    cursor.isNull &&
    reference.of !== undefined &&
    marksOf(childEntry(cursor.parent?.entry ?? -1, reference.of))['x-reference']?.to === 'agent';
  const selection = isLeftOut ? selectionOf(cursor.sibling(reference.of!)) : selectionAt(cursor);
  return selection && { agentId: selection.agentId, reference: selection.reference, fromNumber: null };
}

/**
 * The hover of a reference to a version: the resolution in the saved files and with the unsaved edit, and the reasons.
 */
export function versionHover(version: VersionAt, cursor: Cursor, context: PositionContext): string {
  const after = resolutionOf(version, context.workspace);
  const before = context.savedWorkspace === context.workspace ? after : savedResolution(version, cursor, context);
  const isChanged = !isSame(before, after);
  const unsavedNote = isChanged
    ? bullets([`as saved: ${inShort(before, version)}`, `with the unsaved edit: ${inShort(after, version)}`])
    : undefined;
  return resolutionInWords(after, context.workspace, { unsaved: unsavedNote, before: isChanged ? before : undefined });
}

/** A resolution in words: the selected version, facts about it, its variables, and the reasons. */
export const resolutionInWords = (
  after: Resolution,
  workspace: Workspace,
  { unsaved, before }: { readonly unsaved?: string | undefined; readonly before?: Resolution | undefined } = {},
): string =>
  blocks(
    `**${plainMarkdown(referenceName(after.agentId, after.reference, workspace))}** → ${selectionWords(after)}`,
    unsaved,
    after.outcome === 'resolved' ? recordInShort(after, workspace) : missingReason(after, workspace),
    variablesList(after, before),
    numberedList(
      firstLines(
        after.steps
          .filter(({ text }) => text !== after.because || after.outcome === 'resolved')
          .map(({ text, spec }) => `${prose(text)}${spec === null ? '' : ` (${plainMarkdown(spec)})`}`),
        MAX_STEPS,
      ),
    ),
    after.assumptions.length > 0
      ? `Assumed:\n\n${bullets(assumedBy(after.assumptions).map(({ name, assumes }) => `${code(name)}: ${prose(assumes)}`))}`
      : undefined,
  );

/**
 * The resolution at the same place of the saved file, if the saved place is about the same agent. Its reference may
 * differ.
 */
function savedResolution(
  version: VersionAt,
  cursor: Cursor,
  { savedWorkspace, document }: PositionContext,
): Resolution {
  const file = savedWorkspace.document(document.file);
  const places = file && file !== document ? resolveStable(file, stablePointer(document, cursor.pointer)) : [];
  const versionAt = places.length === 1 ? wantedAt(file!.at(places[0]!), savedWorkspace) : undefined;
  return resolutionOf(versionAt?.agentId === version.agentId ? versionAt : version, savedWorkspace);
}

const isSame = (a: Resolution, b: Resolution): boolean =>
  a === b ||
  (a.reference === b.reference &&
    a.outcome === b.outcome &&
    a.version === b.version &&
    a.isPublished === b.isPublished &&
    a.variablesOutcome === b.variablesOutcome &&
    a.variablesFrom === b.variablesFrom &&
    isEqual(a.variables ?? null, b.variables ?? null));

/**
 * A resolution in one line, for example `version 2 (published), 3 variables of tag prod`. It includes the reference if
 * that differs from the current one.
 */
function inShort(resolution: Resolution, { reference }: VersionAt): string {
  const variables = variablesInShort(resolution);
  const otherReference =
    resolution.reference === reference ? '' : `${code(String(resolution.reference ?? 'latest'))} → `;
  return `${otherReference}${selectionWords(resolution)}${variables === '' ? '' : `, ${plainMarkdown(variables)}`}`;
}

/** Facts about a version, besides its number. */
function recordInShort({ agentId, version }: Resolution, workspace: Workspace): string | undefined {
  const agent = workspace.agent(agentId),
    facts = version === null ? undefined : agent?.versions.get(version);
  const title = facts?.sources
    .map(source => source.get('version_title').string())
    .find(text => text !== undefined && text !== '');
  return [
    agent?.name === undefined ? '' : plainMarkdown(agent.name),
    title === undefined ? '' : plainMarkdown(`“${title}”`),
    typeof facts?.baseVersion === 'number' ? `made from version ${facts.baseVersion}` : '',
    facts?.modifiedAt === undefined
      ? ''
      : `changed ${readNumber(facts.modifiedAt, { 'x-unit': 'timestamp-ms' }).replace(/^.* = /, '')}`,
  ]
    .filter(part => part !== '')
    .join(' · ');
}

/** The reason why a reference selects nothing or why its version is unknown, with a similar name if there is one. */
function missingReason(resolution: Resolution, workspace: Workspace): string | undefined {
  if (resolution.because === null) return undefined;
  const hint = workspace.agent(resolution.agentId)
    ? tagSuggestion(resolution)
    : didYouMeanId(resolution.agentId, workspace.agents.keys());
  return sentence(`${prose(capital(resolution.because))}${prose(hint)}`);
}

/** A list of the variables that apply; with `before`, also their former values. */
function variablesList(after: Resolution, before?: Resolution): string | undefined {
  if (after.outcome === 'missing' || (after.outcome === 'unknowable' && after.variables === null)) return undefined;
  const currentText = variablesInShort(after);
  const savedText = before ? variablesInShort(before) : currentText;
  const savedNote = savedText === currentText ? '' : ` (as saved: ${plainMarkdown(savedText || 'none')})`;
  const head = `${plainMarkdown(capital(currentText))}${savedNote}`;
  const values = after.variables ?? {},
    oldVariables = before?.variables ?? {};
  const names = [...new Set([...Object.keys(values), ...(before ? Object.keys(oldVariables) : [])])];
  if (names.length === 0) return `${head}.`;
  const valueOf = (variables: Readonly<Record<string, string>>, name: string): string =>
    Object.hasOwn(variables, name) ? plainMarkdown(quotedValue(name, variables[name])) : 'unset';
  const lines = names.map(name => {
    const currentValue = valueOf(values, name),
      value = valueOf(oldVariables, name);
    return `${plainMarkdown(name)}: ${before && currentValue !== value ? `${value} → ${currentValue}` : currentValue}`;
  });
  return `${head}:\n\n${bullets(firstLines(lines, MAX_VARIABLES))}`;
}
