import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Edit, Finding, Fix, Target } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { entryOf } from '../shapes/table.ts';
import { toDialectNames, isDescribed } from '../dialects/translate.ts';
import { knownDialects, type NamePairs } from '../dialects/names.ts';
import { nearest } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * A text about a file, with the platform's names in the dialect of the file. A name that occurs in the file is kept:
 * it may be the user's own, or the file may use both spellings.
 */
export function inDialectOf(document: Document, text: string): string {
  void document.value;
  return textInDialect(document, document.dialect?.names, text);
}
const textInDialect = (document: Document, names: NamePairs | undefined, text: string): string =>
  names ? names.inDialect(text, name => occursIn(document, name)) : text;

/**
 * The dialect for new names in a file: the dialect that the file shows, otherwise the usual dialect of the workspace.
 */
export function dialectForNewNames({
  workspace,
  document,
}: {
  workspace: Workspace;
  document?: Document;
}): NamePairs | undefined {
  void document?.value;
  if (document?.dialect) return document.dialect.names;
  const dialectNames = usualDialect(workspace);
  return document && dialectNames?.mayContainSpecName(document.text) ? undefined : dialectNames;
}

/**
 * The dialect of most files that show a dialect; undefined if most use the specification, or if there is no majority.
 * A configured dialect applies to all files.
 */
export const usualDialect = (workspace: Workspace): NamePairs | undefined =>
  workspace.memory.remember(usualDialect, undefined, () => {
    const counts = new Map<NamePairs | undefined, number>();
    for (const document of workspace.documents) {
      const names = shownDialect(document);
      if (names !== null) counts.set(names, (counts.get(names) ?? 0) + 1);
    }
    const [mostCommon, next] = [...counts].sort(([, a], [, b]) => b - a);
    return mostCommon && mostCommon[1] > (next?.[1] ?? 0) ? mostCommon[0] : undefined;
  });

/**
 * The dialect that a file shows; undefined for the specification, null if no name in the file differs between
 * dialects.
 */
const shownDialect = (document: Document): NamePairs | undefined | null =>
  document.memory.remember(shownDialect, undefined, () => {
    void document.value;
    const { dialect, text } = document;
    return dialect?.names ?? (knownDialects().some(names => names.mayContainSpecName(text)) ? undefined : null);
  });

function occursIn(document: Document, name: string): boolean {
  const answers = document.memory.remember(occursIn, undefined, () => new Map<string, boolean>());
  let isDialectName = answers.get(name);
  if (isDialectName === undefined) answers.set(name, (isDialectName = document.text.includes(name)));
  return isDialectName;
}

/**
 * A finding in the dialect of its files, including pointers. A misspelled dialect name also shows the dialect:
 * `retel-llm` means `retell-llm`. Names in a file that shows no dialect have the usual dialect of the workspace.
 */
export function findingInDialect(finding: Finding, document: Document, workspace: Workspace): Finding {
  const documentOf = (file: string): Document | undefined => workspace.document(file),
    relatedPlaces = finding.related.some(({ file }) => documentOf(file)?.dialect)
      ? finding.related.map(place => {
          const relatedDocument = documentOf(place.file);
          return relatedDocument?.dialect
            ? {
                ...place,
                target: targetIn(relatedDocument, place.target),
                message: inDialectOf(relatedDocument, place.message),
              }
            : place;
        })
      : finding.related;
  const names = document.dialect?.names ?? namesForFinding(document, finding, workspace);
  if (!names) return relatedPlaces === finding.related ? finding : { ...finding, related: relatedPlaces };
  const { help, fix, also } = finding,
    translate = (text: string): string => textInDialect(document, names, text);
  return {
    ...finding,
    target: targetIn(document, finding.target),
    message: translate(finding.message),
    ...(help !== undefined && { help: translate(help) }),
    related: relatedPlaces,
    ...(also && { also: also.map(place => ({ ...place, target: targetIn(document, place.target) })) }),
    ...(fix && {
      fix: { ...fix, title: translate(fix.title), edits: fix.edits.map(edit => editInDialect(document, edit, names)) },
    }),
  };
}

function namesForFinding(
  document: Document,
  { target, message, help = '', fix }: Finding,
  workspace: Workspace,
): NamePairs | undefined {
  if (typeof target !== 'string' && !('key' in target)) return undefined;
  const searchedText = `${message}\n${help}\n${fix?.title ?? ''}`,
    // most findings contain no name that differs in a dialect
    dialects = knownDialects().filter(names => names.inDialect(searchedText, () => false) !== searchedText);
  if (dialects.length === 0) return undefined;
  const cursor = document.at(typeof target === 'string' ? target : target.key),
    writtenValue = typeof target === 'string' ? cursor.value : cursor.key;
  const names =
    typeof writtenValue === 'string' && writtenValue.length <= MAX_NAME_LENGTH
      ? dialects.find(dialect => resemblesDialectName(writtenValue, dialect))
      : undefined;
  if ((names ? [names] : dialects).some(names => mayContainSpecName(document, names))) return undefined;
  return names ?? dialects.find(names => names === usualDialect(workspace));
}
const MAX_NAME_LENGTH = 64;
const mayContainSpecName = (document: Document, names: NamePairs): boolean =>
  document.memory.remember(mayContainSpecName, names, () => names.mayContainSpecName(document.text));

/** Whether a misspelled name resembles a name of the dialect, but no name of the specification. */
function resemblesDialectName(name: string, names: NamePairs): boolean {
  const similarName = nearest(name, names.list);
  return similarName !== undefined && names.toSpecName(similarName) !== undefined;
}

function targetIn(document: Document, target: Target): Target {
  if (typeof target === 'string') return document.at(target).pointer;
  return 'key' in target
    ? { key: document.at(target.key).pointer }
    : { ...target, within: document.at(target.within).pointer };
}

/** The edits of a fix with their names in the dialect of the file. Idempotent. */
export function editsInDialect(document: Document, { edits }: Pick<Fix, 'edits'>): readonly Edit[] {
  void document.value;
  const { dialect } = document;
  return dialect ? edits.map(edit => editInDialect(document, edit, dialect.names)) : edits;
}

function editInDialect(document: Document, edit: Edit, names: NamePairs): Edit {
  if ('set' in edit) {
    const cursor = document.at(edit.set);
    return { set: cursor.pointer, to: toDialectNames(edit.to, cursor.entry, names) };
  }
  if ('rename' in edit) {
    const cursor = document.at(edit.rename);
    return { rename: cursor.pointer, to: keyIn(cursor.parent, edit.to, names) };
  }
  if ('remove' in edit) return { remove: document.at(edit.remove).pointer };
  return 'within' in edit ? { ...edit, within: document.at(edit.within).pointer } : edit;
}

/** A new value for a place, with its names in the dialect of the file. */
export const inFileDialect = <Value extends Json | undefined>(cursor: Cursor, value: Value): Json | Value =>
  value === undefined || !cursor.document.dialect
    ? value
    : toDialectNames(value, cursor.entry, cursor.document.dialect.names);

/** The spelling of a new key in an object of a file. */
function keyIn(holder: Cursor | undefined, key: string, names: NamePairs): string {
  const spelling = holder && isDescribed(entryOf(holder.entry)) ? names.spellingOf(key) : undefined;
  return spelling ?? key;
}
