import { textEditsOf } from '../../core/fixing/text-edits.ts';
import type { Cursor } from '../../core/cursor.ts';
import { entryOf } from '../../core/shapes/table.ts';
import { show } from '../../core/wording.ts';
import { selectionAt, selectionOf, type Selection } from '../../core/workspace/version-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { selectionWords } from '../../simulator/resolution-words.ts';
import { offsetContext } from '../offset-context.ts';
import type { Action, SelectionContext } from './action.ts';

const REWRITE_KIND = 'refactor.rewrite';

/**
 * Actions that rewrite the reference to a version at a place: a tag, `latest` or an absent version as a number; a
 * number as a tag or as `latest`. The new reference selects the same version, except for `latest`: the title names the
 * version that it selects.
 */
export function rewriteReference({ document, workspace, span }: SelectionContext): Action[] {
  const cursor = document.valid ? offsetContext(document, span.start)?.cursor : undefined;
  const selection = cursor && selectionHere(cursor);
  if (!selection || !mayBeNamed(selection.version)) return [];
  const { agentId, reference, version } = selection;
  const currentResolution = workspace.resolve(agentId, reference);
  if (currentResolution.outcome !== 'resolved') return [];
  const number = currentResolution.version!;
  if (typeof reference !== 'number')
    return write(version, number, `Pin to version ${number}, which ${showReference(reference)} selects`);
  const otherNames = [...namesOf(agentId, number, workspace)];
  const latestResolution = workspace.resolve(agentId, 'latest');
  return [
    ...otherNames.flatMap(name => write(version, name, `Use ${show(name)}, which selects version ${number}`)),
    ...(latestResolution.outcome === 'resolved' && !otherNames.includes('latest')
      ? write(
          version,
          'latest',
          `Use "latest", which selects ${selectionWords(latestResolution)} in place of ${number}`,
        )
      : []),
  ];
}

const showReference = (reference: string | null): string => (reference === null ? 'no version' : show(reference));

/** The reference to a version at a cursor: the cursor of the version, or of the agent if the version is left out. */
const selectionHere = (cursor: Cursor): Selection | undefined =>
  cursor.marks['x-reference']?.to === 'agent' ? selectionOf(cursor) : selectionAt(cursor);

/** Whether the place accepts names as well as numbers. A filter and a base version accept only numbers. */
function mayBeNamed(version: Cursor): boolean {
  const { types = [] } = entryOf(version.entry);
  return (
    types.includes('string') &&
    types.some(type => type === 'integer' || type === 'number') &&
    !version.within('agent-filter')
  );
}

/** The tags and reserved words that select a version of an agent, live tags first. */
function* namesOf(agentId: string, number: number, workspace: Workspace): Generator<string> {
  const isLive = (name: string): boolean => workspace.facts.liveTags.includes(name);
  const tags = [...(workspace.agent(agentId)?.tags.values() ?? [])].filter(({ version }) => version === number);
  for (const { name } of tags.toSorted((a, b) => Number(isLive(b.name)) - Number(isLive(a.name)))) yield name;
  for (const name of ['latest_published', 'latest'])
    if (workspace.resolve(agentId, name).version === number) yield name;
}

function write(version: Cursor, newValue: string | number, title: string): Action[] {
  const { document, pointer } = version;
  const edits = textEditsOf(document, { title: '', safe: false, edits: [{ set: pointer, to: newValue }] });
  return edits.length === 0 ? [] : [{ title, kind: REWRITE_KIND, edits: [{ file: document.file, edits }] }];
}
