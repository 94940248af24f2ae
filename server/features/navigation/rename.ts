import type { Document } from '../../core/document.ts';
import { isSystemVariable } from '../../core/domain/templates.ts';
import { transitionTo } from '../../core/domain/tools.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { compareTexts, listed, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PositionContext } from '../context.ts';
import { whyPublished, whyPublishedAt } from '../published.ts';
import type { EditedFile, FileRename } from '../file-change.ts';
import { sameNames } from './index-of-names.ts';
import { settingsOfMoved } from './moved-files.ts';
import { locate, nameAt } from './name-at.ts';
import type { Name } from './index-of-names.ts';
import { whyMalformed } from './new-name.ts';
import { nodeOf, sameKeys, spellingOf } from './destinations.ts';
import { renamedPointers } from './rename-pointers.ts';
import { renamedTexts } from './renamed-texts.ts';
import { bareMentions, textsNaming } from './texts-naming.ts';
import { renamedFiles } from './rename-files.ts';
import { ANY_SCOPE, sharesScope, scopesIn } from '../../core/index/scopes.ts';
import { placeId } from '../../core/workspace/records.ts';
import { nouns as recordNouns } from '../../compare/name-references.ts';

/** The reason why a name is not renamed, as a sentence for the user. */
interface RenameRefused {
  readonly refusal: string;
}
/** The range of the name at the caret, without quotes, and the current name. */
interface Renamable {
  readonly span: Span;
  readonly placeholder: string;
}
const noName: RenameRefused = { refusal: 'there is no name here that could be renamed' };
export const isRefused = (answer: object): answer is RenameRefused => 'refusal' in answer;

/** The range and current name if the name at an offset can be renamed, or the reason why it cannot. */
export function prepareRename({ workspace, document, offset }: PositionContext): Renamable | RenameRefused {
  const target = locate(document, offset);
  if (!target) return noName;
  const isPublished = ({ at }: Name): boolean => whyPublishedAt(at, workspace) !== undefined,
    publishedName = sameNames(resolvedName(target.name, workspace), workspace).find(isPublished);
  const refusal = whyFixed(target.name, workspace) ?? (publishedName && whyPublishedAt(publishedName.at, workspace));
  return refusal === undefined ? { span: target.span, placeholder: target.name.name } : { refusal };
}

/**
 * The changes that rename the name at an offset in every file where it has the same meaning. If the new name is taken
 * or malformed, or the meaning of a place would change, returns the reason for refusing. Edits of texts come before
 * renamed files; both are sorted by file.
 * @param settings the configuration and the baseline, if any: their pointers contain names
 */
export function renameAt(
  { workspace, document, offset }: PositionContext,
  newName: string,
  settings: readonly Document[] = [],
): readonly (EditedFile | FileRename)[] | RenameRefused {
  const target = nameAt(document, offset);
  if (!target) return noName;
  if (newName === target.name) return [];
  const name = resolvedName(target, workspace);
  const places = sameNames(name, workspace);
  const refusal =
    whyFixed(name, workspace) ??
    whyMalformed(name, places, newName, workspace) ??
    whyTaken(name, newName, workspace) ??
    whyAmbiguous(name, places, workspace);
  if (refusal !== undefined) return { refusal };
  const files = name.kind === 'agent' ? renamedFiles(name.name, newName, workspace) : [];
  if ('refusal' in files) return files;
  const byFile = new Map<string, TextEdit[]>();
  const editsOf = (file: string): TextEdit[] => {
    const edits = byFile.get(file) ?? [];
    byFile.set(file, edits);
    return edits;
  };
  for (const { file, edits } of [
    ...renamedPointers(places, newName, workspace, settings),
    ...settingsOfMoved(files, settings),
  ])
    editsOf(file).push(...edits);
  for (const place of places) {
    const edits = editsOf(place.at.document.file);
    if (place.part === 'key')
      for (const key of sameKeys(place.at)) edits.push({ ...key, text: JSON.stringify(newName) });
    else {
      const edit = spellingOf(place.at, place.part, newName);
      if (edit) edits.push(edit);
    }
  }
  for (const { at, part } of textsNaming(places)) {
    const edit = spellingOf(at, part, newName);
    if (edit) editsOf(at.document.file).push(edit);
  }
  for (const { file, edits } of renamedTexts(new Map(byFile), workspace, settings)) editsOf(file).push(...edits);
  const mentions = groupsOf(name.kind === 'variable' ? bareMentions(places) : [], ({ at }) => at.document.file);
  const texts = [...byFile]
    .map(([file, edits]): EditedFile => {
      const uncertainEdits = mentions.get(file)?.flatMap(({ at, part }) => spellingOf(at, part, newName) ?? []);
      return { file, edits: edits.sort((a, b) => a.start - b.start), ...(uncertainEdits && { uncertainEdits }) };
    })
    .filter(({ edits }) => edits.length > 0);
  // an edit of only the other files would leave the published version with a name that no longer exists
  const publishedRefusal = whyPublished(texts, workspace);
  if (publishedRefusal !== undefined) return { refusal: publishedRefusal };
  return [...texts.sort((a, b) => compareTexts(a.file, b.file)), ...files];
}

/** The name as it is meant at a place with an ambiguous name, if one of the candidates exists. */
function resolvedName(name: Name, workspace: Workspace): Name {
  const scopes = scopesIn(name, workspace);
  if (scopes.length === 1 && scopes[0] !== ANY_SCOPE) return name;
  const [firstName, ...otherNames] = sameNames(name, workspace).filter(({ role }) => role !== 'uses');
  const ownScope = firstName && scopesIn(firstName, workspace).join();
  return firstName && otherNames.every(otherName => scopesIn(otherName, workspace).join() === ownScope)
    ? firstName
    : name;
}

const fixedReasons: Partial<Record<Name['kind'], string>> = {
  'agent-version': 'versions are numbered by the platform',
  'llm-version': 'versions are numbered by the platform',
  'conversation-flow-version': 'versions are numbered by the platform',
  'phone-number': 'a phone number is not a name',
};

/** The nouns for the kinds of names. */
const nouns: Record<Name['kind'], string> = { ...recordNouns, variable: 'variable' };

/** The reason why the user cannot change a name. */
function whyFixed(name: Name, workspace: Workspace): string | undefined {
  const fixedReason = fixedReasons[name.kind],
    noun = nouns[name.kind];
  if (fixedReason !== undefined) return fixedReason;
  if (name.kind === 'variable')
    return isSystemVariable(name.name) ? `the platform sets ${name.name} under this name` : undefined;
  const places = sameNames(name, workspace);
  const isPreset = places.some(({ at, role }) => role === 'declares' && at.marks['x-known-values'] !== undefined);
  if (isPreset) return `${show(name.name)} is a field of the platform, so its name is fixed`;
  const declaredNames = places.filter(({ role }) => role === 'declares' || (role === 'sets' && name.kind === 'tag'));
  if (declaredNames.length === 0)
    return `the ${noun} ${show(name.name)} is not in this workspace, so it cannot be renamed here`;
  const isEngine = name.kind === 'llm' || name.kind === 'conversation-flow';
  return isEngine && !declaredNames.some(({ at }) => at.recordKind === name.kind)
    ? `the ${noun} ${show(name.name)} has no record in this workspace`
    : undefined;
}

/** The existing name, declared or used, that would clash with the new name, as a reason for refusing. */
function whyTaken(name: Name, newName: string, workspace: Workspace): string | undefined {
  const otherNames = [...sameNames({ ...name, name: newName }, workspace), ...transitions(name, newName, workspace)];
  const takenName = otherNames.find(({ role }) => role !== 'uses') ?? otherNames[0];
  if (!takenName) return undefined;
  const fact = takenName.role === 'uses' ? 'is already referred to' : 'already exists';
  return `${nouns[takenName.kind]} ${show(takenName.name)} ${fact}, in ${lineOf(takenName)}`;
}

/**
 * Names that would clash because a model enters each state through a tool: the tool of a renamed state, or the state
 * of a renamed tool.
 */
function transitions({ kind, at }: Name, newName: string, workspace: Workspace): readonly Name[] {
  const engine = at.within('llm');
  if (!engine) return [];
  if (kind === 'state')
    return sameNames({ kind: 'tool', name: transitionTo(newName), scope: [`name ${placeId(engine)}`] }, workspace);
  const state =
    kind === 'tool' && newName.startsWith(transitionTo('')) ? newName.slice(transitionTo('').length) : undefined;
  return state === undefined ? [] : sameNames({ kind: 'state', name: state, scope: [placeId(engine)] }, workspace);
}

/** The reason why a name with several meanings cannot be renamed: the place would lose one of its meanings. */
function whyAmbiguous(name: Name, places: readonly Name[], workspace: Workspace): string | undefined {
  const ownScope = scopesIn(name, workspace);
  if (ownScope.length !== 1 || ownScope[0] === ANY_SCOPE) {
    const owners = new Set(places.filter(({ role }) => role !== 'uses').flatMap(place => scopesIn(place, workspace)));
    const ownersText = listed([...owners].sort(), 'and');
    if (owners.size > 1)
      return `${show(name.name)} here means the ${nouns[name.kind]} of ${ownersText}; rename each where it is declared`;
  }
  for (const place of places) {
    const scopes = scopesIn(place, workspace);
    if (scopes.length === 1 && scopes[0] !== ANY_SCOPE) continue;
    const conflict = sameNames({ ...name, scope: scopes }, workspace).find(
      name => name.role !== 'uses' && !sharesScope(ownScope, scopesIn(name, workspace)),
    );
    if (conflict)
      return `${lineOf(place)} also means the ${nouns[name.kind]} ${show(name.name)} of ${lineOf(conflict)}, and would lose that meaning`;
  }
  return undefined;
}

function lineOf({ at }: Name): string {
  const node = nodeOf(at),
    { document } = at;
  return node === undefined
    ? document.file
    : `${document.file}:${document.lines.positionAt(document.parsed.nodes.start(node)).line + 1}`;
}
