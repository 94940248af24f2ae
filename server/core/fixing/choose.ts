import type { Document } from '../document.ts';
import type { Edit, Finding, TextEdit } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { applyTextEdits, editsOfFixes } from './apply.ts';
import { lazy } from '../lazy.ts';
import { spanOf } from '../locate.ts';
import { count, listed } from '../wording.ts';
import { keepsComments } from './comments.ts';
import { addsFindings, areMended } from './mended.ts';
import type { Outlook } from './outlook.ts';
import type { Cursor } from '../cursor.ts';
import type { Pointer } from '../json/pointer.ts';

/**
 * Whether a finding has a fix that may be applied. In a broken text, syntax and scalars can be fixed, but the extent of
 * a field may be what is broken. A published version is never changed without a person looking at it.
 */
export const isFixable = (document: Document, finding: Finding, { unsafe }: { readonly unsafe: boolean }): boolean =>
  canBeMade(document, finding) && (unsafe || (finding.fix!.safe && !editsPublished(document, finding)));

/** Whether a fix would be safe if the record that it changes were not published. */
const isLeftOut = (document: Document, finding: Finding): boolean =>
  canBeMade(document, finding) && finding.fix!.safe && editsPublished(document, finding);

/** Which safe fixes are left alone, and why, in one sentence; `undefined` if none is. */
export function leftOutOf(
  findings: readonly Finding[],
  documentOf: (file: string) => Document | undefined,
): string | undefined {
  const left = findings.filter(finding => {
    const document = documentOf(finding.file);
    return document !== undefined && isLeftOut(document, finding);
  });
  if (left.length === 0) return undefined;
  const where = listed([...new Set(left.map(({ file }) => file))].sort(), 'and', 5);
  return (
    `${count(left.length, 'safe fix', 'safe fixes')} in ${where} ${left.length === 1 ? 'was' : 'were'} left out, because a published ` +
    'version (is_published: true) cannot be changed'
  );
}

const canBeMade = (document: Document, { fix }: Finding): boolean =>
  fix !== undefined && (document.valid || fix.edits.every(edit => isInPlace(document, edit)));

function isInPlace(document: Document, edit: Edit): boolean {
  if ('within' in edit || 'rename' in edit) return true;
  if (!('set' in edit)) return false;
  const { value } = document.at(edit.set);
  return isScalar(value) && isScalar(edit.to);
}
const isScalar = (value: Json | undefined): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null);

/** The document before and after, as the choice of fixes sees it. */
interface Looking {
  readonly now: Outlook;
  /** Whether only safe fixes are made: those that leave a subset of the findings. */
  readonly safeOnly?: boolean | undefined;
  then(text: string): Outlook;
}

export type Reason = 'breaks' | 'leaves' | 'adds' | 'untried';
/**
 * A rejected fix: it would break the file, its finding would remain, another would come instead, or too many others were
 * tried.
 */
interface UnmadeFix {
  readonly finding: Finding;
  readonly reason: Reason;
}
export interface Chosen {
  readonly text: string;
  /** The edits that produce the text; they do not touch each other. */
  readonly edits: readonly TextEdit[];
  /** The findings whose fixes were applied. */
  readonly applied: readonly Finding[];
  readonly refused: readonly UnmadeFix[];
}

/** How many choices of fixes may still be tried. */
export interface Tries {
  left: number;
}
/** Each costs a check of the whole file: of a long one fewer are tried, but enough to find one bad fix among many. */
export const triesFor = ({ text }: Document): Tries => ({
  left: Math.max(LEAST_TRIES, Math.min(MOST_TRIES, Math.floor(MOST_READ / text.length))),
});
const LEAST_TRIES = 20,
  MOST_TRIES = 500;
/** In characters: what a file's fixes may have checked again and again. */
export const MOST_READ = 2_000_000;

/**
 * Applies as many fixes as possible: none leaves the JSON worse than before, and each resolves its finding. A fix that
 * works alone but not with others is rejected here and works in the next round.
 * @param tries shared by all rounds of a file
 */
export function chooseFixes(
  findings: readonly Finding[],
  { now, then, safeOnly }: Looking,
  tries = triesFor(now.document),
): Chosen {
  const { document } = now,
    looking = { now: seenOnce(now), then: (text: string) => seenOnce(then(text)), safeOnly };
  const refused: UnmadeFix[] = [];
  let best: Attempt = { text: document.text, edits: [], applied: [] },
    asked: readonly Finding[] = [];
  const add = (some: readonly Finding[]): void => {
    if (tries.left-- <= 0) {
      for (const finding of some) refused.push({ finding, reason: 'untried' });
      return;
    }
    const tried = attempt(document, [...asked, ...some]),
      reason = tried ? faultOf(tried, looking) : 'breaks';
    if (tried && reason === undefined) {
      best = tried;
      asked = [...asked, ...some];
    } else if (some.length < 2) refused.push({ finding: some[0]!, reason: reason ?? 'breaks' });
    else {
      add(some.slice(0, some.length >> 1));
      add(some.slice(some.length >> 1));
    }
  };
  add(inOrder(document, findings));
  return { ...best, refused };
}

const seenOnce = ({ document, findings }: Outlook): Outlook => ({ document, findings: lazy(findings) });

/** The text with all fixes that do not touch each other, whether they help or not. */
export const textOfAll = (document: Document, findings: readonly Finding[]): string =>
  attempt(document, inOrder(document, findings))?.text ?? document.text;

interface Attempt {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly applied: readonly Finding[];
}

function attempt(document: Document, findings: readonly Finding[]): Attempt | undefined {
  const { edits, taken } = editsOfFixes(
    document,
    findings.map(finding => finding.fix!),
  );
  const text = applyTextEdits(document.text, edits),
    chosen = new Set(taken);
  return text === undefined
    ? undefined
    : { text, edits, applied: findings.filter(finding => chosen.has(finding.fix!)) };
}

function faultOf({ text, edits, applied }: Attempt, { now, then, safeOnly }: Looking): Reason | undefined {
  if (applied.length === 0) return undefined;
  const next = then(text);
  if (!keepsJson(now.document, next.document, edits)) return 'breaks';
  if (!areMended(applied, edits, now, next)) return 'leaves';
  return safeOnly && now.document.valid && addsFindings(edits, now, next) ? 'adds' : undefined;
}

function keepsJson(before: Document, after: Document, edits: readonly TextEdit[]): boolean {
  if (before.valid) return after.valid;
  const isBetter = after.valid || after.parsed.problems.length <= before.parsed.problems.length;
  return isBetter && keepsComments(before, after, edits);
}

function inOrder(document: Document, findings: readonly Finding[]): Finding[] {
  return findings
    .map(finding => ({ finding, start: spanOf(document, finding).start }))
    .sort((a, b) => a.start - b.start || (a.finding.rule < b.finding.rule ? -1 : 1))
    .map(({ finding }) => finding);
}

/**
 * Whether a fix edits a record with `is_published: true`. Published versions cannot change on the platform, so the file
 * would describe something that is nowhere in force. Fixes of the syntax alone (a comma, a duplicate key) change no
 * record.
 */
const editsPublished = (document: Document, { fix }: Finding): boolean =>
  fix !== undefined && fix.edits.some(edit => isInPublished(document, edit));

function isInPublished(document: Document, edit: Edit): boolean {
  const pointer = placeOf(edit);
  if (pointer === undefined) return false;
  for (let around: Cursor | undefined = document.at(pointer); around; around = around.parent)
    if (isPublished(around.is('agent-export') ? around.get('agent') : around)) return true;
  return false;
}

const isPublished = (record: Cursor): boolean =>
  record.peek('is_published') === true && shapes.some(shape => record.is(shape));
const shapes = ['agent-settings', 'llm', 'conversation-flow'] as const;

function placeOf(edit: Edit): Pointer | undefined {
  if ('set' in edit) return edit.set;
  if ('remove' in edit) return edit.remove;
  if ('rename' in edit) return edit.rename;
  return 'within' in edit ? edit.within : undefined;
}
