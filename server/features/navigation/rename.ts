import type { Document } from '../../core/document.ts';
import { isSystemVariable } from '../../core/domain/templates.ts';
import { transitionTo } from '../../core/domain/tools.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { compareTexts, listed, show, count } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PositionContext } from '../context.ts';
import { whyPublished, whyPublishedAt } from '../published.ts';
import type { EditedFile, FileRename } from '../file-change.ts';
import { sameNames, type Name } from './index-of-names.ts';
import { locate, nameAt } from './name-at.ts';
import { settingsOfMoved } from './moved-files.ts';
import { nodeOf, sameKeys, spellingOf } from './destinations.ts';
import { renamedPointers } from './rename-pointers.ts';
import { bareMentions, renamedTexts, textsNaming } from './texts-naming.ts';
import { ANY_SCOPE, sharesScope, scopesIn } from '../../core/index/scopes.ts';
import { placeId } from '../../core/workspace/records.ts';
import { nouns as recordNouns } from '../../compare/name-references.ts';
import { agentIdInName } from '../../core/workspace/version-references.ts';
import { presetsOf } from '../../core/index/analysis-fields.ts';
import { isMalformed, readTag } from '../../core/domain/typed-reference.ts';

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

/**
 * The files whose names contain the id of an agent, with their names for a new id, or the reason why they cannot be
 * renamed.
 */
function renamedFiles(
  id: string,
  newId: string,
  workspace: Workspace,
): readonly FileRename[] | { readonly refusal: string } {
  const files = workspace.documents
    .filter(document => isAbout(document, id))
    .map(({ file: oldPath }) => {
      const folder = oldPath.slice(0, oldPath.lastIndexOf('/') + 1);
      return { from: oldPath, to: `${folder}${newId}${oldPath.slice(folder.length + id.length)}` };
    })
    .sort((a, b) => compareTexts(a.from, b.from));
  const strangeCharacter = files.length > 0 ? /[\\/:*?"<>|\x00-\x1f]/.exec(newId)?.[0] : undefined;
  if (strangeCharacter !== undefined)
    return {
      refusal: `${files[0]!.from} is named after the agent, and a file name cannot contain ${show(strangeCharacter)}`,
    };
  const takenFile = files.find(({ to }) => workspace.document(to));
  return takenFile
    ? { refusal: `${takenFile.from} is named after the agent, but the file ${takenFile.to} already exists` }
    : files;
}

/** Whether a file is about an agent. If its text names a different agent, its name contains the id only by chance. */
function isAbout(document: Document, id: string): boolean {
  if (agentIdInName(document.at('')) !== id) return false;
  const ownId = [document.top, ...document.roots.slice(0, 1)]
    .map(cursor => cursor.get('agent_id').string())
    .find(Boolean);
  return !ownId || ownId === id;
}

/**
 * The reason why a new name is not allowed in place of the old one, given the required form at every occurrence;
 * `undefined` if it is allowed.
 */
function whyMalformed(name: Name, places: readonly Name[], newName: string, workspace: Workspace): string | undefined {
  if (newName.trim() === '') return 'a name is missing';
  if (newName !== newName.trim()) return 'a name cannot have leading or trailing whitespace';
  if (name.kind === 'tag') return whyNoTag(name.name, newName, workspace);
  if (name.kind === 'variable') return whyNoVariable(newName);
  if (newName.includes('{{')) return '{{ }} would make the name a variable, which nothing can refer to';
  for (const { at, part, role } of places) {
    const { marks } = at,
      characters = [...newName].length;
    if (typeof part === 'object') continue;
    if (marks['x-format'] === 'tool-name') {
      const strangeCharacter = /[^\w-]/u.exec(newName)?.[0];
      if (strangeCharacter !== undefined)
        return `a tool name can only contain a-z, A-Z, 0-9, _ and -, not ${show(strangeCharacter)}`;
      if (characters > 64) return `a tool name has at most 64 characters, not ${characters}`;
    }
    if (marks.maxLength !== undefined && characters > marks.maxLength)
      return `it may have ${count(marks.maxLength, 'character')}, not ${characters}`;
    if (marks.pattern !== undefined && !new RegExp(marks.pattern, 'u').test(newName))
      return `it must be ${marks['x-form'] ?? `of the form ${marks.pattern}`}`;
    const list = name.kind === 'analysis-field' && role === 'declares' ? at.parent?.parent : undefined;
    if (list && presetsOf(list).includes(newName)) return `${show(newName)} is a field of the platform`;
  }
  return undefined;
}

/**
 * The reason why a tag cannot be renamed. A live tag must stay live and no other tag may become live, because that
 * would change the weight of the findings of its version.
 */
function whyNoTag(oldName: string, newName: string, { facts: { liveTags } }: Workspace): string | undefined {
  const tag = readTag(newName);
  if (typeof tag !== 'string' && isMalformed(tag)) return tag.message;
  if (liveTags.includes(oldName) === liveTags.includes(newName)) return undefined;
  const [liveName, otherName] = liveTags.includes(oldName) ? [oldName, newName] : [newName, oldName];
  const consequence = 'so the rename would change whether the tag is live; change liveTags first';
  return `tag ${liveName} is among the liveTags of the configuration and ${otherName} is not, ${consequence}`;
}

function whyNoVariable(newName: string): string | undefined {
  const strangeCharacter = /[{}\r\n]/.exec(newName)?.[0];
  if (strangeCharacter !== undefined) return `a variable name cannot contain ${show(strangeCharacter)}`;
  return isSystemVariable(newName) ? `the platform sets ${newName} itself` : undefined;
}
