import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Edit, Finding, Fix, Target } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { entryOf } from '../shapes/table.ts';
import { asSpelled, isDescribed } from '../dialects/translate.ts';
import { knownDialects, type NamePairs } from '../dialects/names.ts';
import { nearest } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Text about a file with the platform's names in the file's dialect. A name that occurs in the file is kept: it may be
 * the user's own there, or the file uses both spellings.
 */
export function spoken(document: Document, text: string): string {
  void document.value;
  return spokenIn(document, document.dialect?.names, text);
}
const spokenIn = (document: Document, names: NamePairs | undefined, text: string): string =>
  names ? names.inDialect(text, name => standsIn(document, name)) : text;

/** The dialect in which a new name in a file is written: that of the file, else of the workspace's other files. */
export function namesToWrite({
  workspace,
  document,
}: {
  workspace: Workspace;
  document?: Document;
}): NamePairs | undefined {
  void document?.value;
  if (document?.dialect) return document.dialect.names;
  const other = usualNames(workspace);
  return document && other?.stand(document.text) ? undefined : other;
}

/**
 * How most of the files that show a spelling spell the platform's names; `undefined`: like the specification, or there
 * is no majority. A configured spelling holds for all files.
 */
export const usualNames = (workspace: Workspace): NamePairs | undefined =>
  workspace.memory.remember(usualNames, undefined, () => {
    const counts = new Map<NamePairs | undefined, number>();
    for (const document of workspace.documents) {
      const names = namesShown(document);
      if (names !== null) counts.set(names, (counts.get(names) ?? 0) + 1);
    }
    const [most, next] = [...counts].sort(([, a], [, b]) => b - a);
    return most && most[1] > (next?.[1] ?? 0) ? most[0] : undefined;
  });

/** The dialect of a file; `undefined`: the specification, null if it has no name that differs. */
const namesShown = (document: Document): NamePairs | undefined | null =>
  document.memory.remember(namesShown, undefined, () => {
    void document.value;
    const { dialect, text } = document;
    return dialect?.names ?? (knownDialects().some(names => names.stand(text)) ? undefined : null);
  });

function standsIn(document: Document, name: string): boolean {
  const answers = document.memory.remember(standsIn, undefined, () => new Map<string, boolean>());
  let stands = answers.get(name);
  if (stands === undefined) answers.set(name, (stands = document.text.includes(name)));
  return stands;
}

/**
 * A finding in the dialect of its files, pointers included. In a file without a dialect name, a near miss of one
 * counts: `retel-llm` means `retell-llm`.
 */
export function spokenFinding(
  finding: Finding,
  document: Document,
  documentOf: (file: string) => Document | undefined,
): Finding {
  const related = finding.related.some(({ file }) => documentOf(file)?.dialect)
    ? finding.related.map(other => {
        const about = documentOf(other.file);
        return about?.dialect
          ? { ...other, target: targetIn(about, other.target), message: spoken(about, other.message) }
          : other;
      })
    : finding.related;
  const names = document.dialect?.names ?? namesAlmostIn(document, finding);
  if (!names) return related === finding.related ? finding : { ...finding, related };
  const { help, fix, also } = finding,
    inDialect = (text: string): string => spokenIn(document, names, text);
  return {
    ...finding,
    target: targetIn(document, finding.target),
    message: inDialect(finding.message),
    ...(help !== undefined && { help: inDialect(help) }),
    related,
    ...(also && { also: also.map(one => ({ ...one, target: targetIn(document, one.target) })) }),
    ...(fix && {
      fix: { ...fix, title: inDialect(fix.title), edits: fix.edits.map(edit => spokenEdit(document, edit, names)) },
    }),
  };
}

function namesAlmostIn(document: Document, { target, message, help = '', fix }: Finding): NamePairs | undefined {
  if (typeof target !== 'string' && !('key' in target)) return undefined;
  const words = `${message}\n${help}\n${fix?.title ?? ''}`,
    // most findings contain no name that a dialect spells differently
    dialects = knownDialects().filter(names => names.inDialect(words, () => false) !== words);
  if (dialects.length === 0) return undefined;
  const at = document.at(typeof target === 'string' ? target : target.key),
    written = typeof target === 'string' ? at.value : at.key;
  if (typeof written !== 'string' || written.length > LONGEST_NAME) return undefined;
  const names = dialects.find(one => isLike(written, one));
  return names?.stand(document.text) === true ? undefined : names;
}
const LONGEST_NAME = 64;

/** Whether a misspelled name, which resembles none of the specification's, is almost one of a dialect. */
function isLike(name: string, names: NamePairs): boolean {
  const near = nearest(name, names.all);
  return near !== undefined && names.inSpec(near) !== undefined;
}

function targetIn(document: Document, target: Target): Target {
  if (typeof target === 'string') return document.at(target).pointer;
  return 'key' in target
    ? { key: document.at(target.key).pointer }
    : { ...target, within: document.at(target.within).pointer };
}

/** Edits in the file's dialect. Idempotent. */
export function spokenEdits(document: Document, { edits }: Pick<Fix, 'edits'>): readonly Edit[] {
  void document.value;
  const { dialect } = document;
  return dialect ? edits.map(edit => spokenEdit(document, edit, dialect.names)) : edits;
}

function spokenEdit(document: Document, edit: Edit, names: NamePairs): Edit {
  if ('set' in edit) {
    const at = document.at(edit.set);
    return { set: at.pointer, to: asSpelled(edit.to, at.entry, names) };
  }
  if ('rename' in edit) {
    const at = document.at(edit.rename);
    return { rename: at.pointer, to: keyIn(at.parent, edit.to, names) };
  }
  if ('remove' in edit) return { remove: document.at(edit.remove).pointer };
  return 'within' in edit ? { ...edit, within: document.at(edit.within).pointer } : edit;
}

/** A new value of a place, in its file's dialect. */
export const spelledFor = <Value extends Json | undefined>(at: Cursor, value: Value): Json | Value =>
  value === undefined || !at.document.dialect ? value : asSpelled(value, at.entry, at.document.dialect.names);

/** The spelling of a new key in an object of a file. */
function keyIn(holder: Cursor | undefined, key: string, names: NamePairs): string {
  const spelled = holder && isDescribed(entryOf(holder.entry)) ? names.spelled(key) : undefined;
  return spelled ?? key;
}
