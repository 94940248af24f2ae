import { applyChanges } from '../../core/syntax/change.ts';
import { changeBetween, inLines, mergeTexts, StringText } from '../../core/syntax/string-text.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { TextEdit } from '../../core/finding.ts';
import { LineIndex } from '../../core/syntax/lines.ts';
import { decode } from '../../core/syntax/syntax-nodes.ts';
import { offsetContext } from '../../features/offset-context.ts';
import { sizeOf, textName, textsOfAgent } from '../../features/prompts/texts.ts';
import { whyPublishedAt } from '../../features/published.ts';
import { locate } from '../../core/locate.ts';
import { resolveStable, stablePointer } from '../../core/configuration/stable-pointer.ts';
import { rangeIn, placeIn } from '../convert.ts';
import { jsonUriOf, promptUri, promptView, type PromptView } from '../prompt-documents.ts';
import type { PromptPlace, PromptText, TextItem } from '../protocol.ts';
import { onPosition } from '../request-context.ts';
import type { Session } from '../session.ts';
import { answering } from './handler.ts';

/** The string at a place, whatever its field: short ones and notes are texts as well. */
export const promptAt = answering('promptAt', editor =>
  onPosition(editor, ({ document, uri, offset, serving: { session } }, { position }): PromptPlace | null => {
    const place = offsetContext(document, offset)?.at;
    if (place?.string() === undefined) return null;
    const prompt = promptUri(uri, place),
      view = promptView(session, prompt);
    const here = 'uri' in view ? view.fromJson({ start: position, end: position })?.start : undefined;
    return { uri: prompt, isWithin: here !== undefined, position: here ?? { line: 0, character: 0 } };
  }),
);

const BEGINNING = 100;
/** Texts in the order of their importance. */
const kinds: readonly unknown[] = ['prompt', 'instruction', 'begin message'];
const rankOf = (text: Cursor): number => {
  const rank = kinds.indexOf(text.marks['x-text']);
  return rank < 0 ? kinds.length : rank;
};
const byWeight = (a: Cursor, b: Cursor): number => rankOf(a) - rankOf(b) || b.string()!.length - a.string()!.length;

export const texts = answering('texts', editor =>
  onPosition(editor, ({ document, offset, workspace, root, serving: { session } }): TextItem[] =>
    [...textsOfAgent(offsetContext(document, offset)?.at ?? document.top, workspace)].sort(byWeight).flatMap(at =>
      placeIn(session, root, { file: at.file, span: locate(at.document, at.pointer) }).map(place => ({
        ...place,
        name: textName(at),
        size: sizeOf(at.string()!),
        beginning: at.string()!.slice(0, BEGINNING).replace(/\s+/g, ' '),
      })),
    ),
  ),
);

export const promptText = answering('promptText', editor => async ({ uri, text, base, spelling, position }) => {
  const { session } = editor();
  await session.ready(jsonUriOf(uri));
  const view = promptView(session, uri);
  if ('why' in view) return view;
  const answer = agree(session, view, text === undefined ? undefined : inLines(text), base, spelling);
  return position ? { ...answer, at: view.toJson(position) } : answer;
});

/**
 * Makes a prompt document and its string equal: the one that changed since they were equal wins; if both changed at
 * different places, the changes are merged.
 */
function agree(
  session: Session,
  view: PromptView,
  text: string | undefined,
  base: string | undefined,
  spelling: string | undefined,
): PromptText {
  const { string, document, root, at, uri, span } = view,
    saved = text === undefined ? savedText(view) : undefined,
    published = whyPublishedAt(at, root.workspace),
    own = text ?? string.text;
  const both = base === undefined && own !== string.text ? undefined : mergeTexts(base ?? own, own, string.text);
  const edit = both === undefined ? undefined : respell(string, both, spelling),
    change = both === undefined ? undefined : changeBetween(own, both);
  return {
    place: { uri, range: view.range },
    version: session.state.open.get(uri)?.version ?? null,
    newText: both ?? string.text,
    isApart: both === undefined,
    ...(edit && {
      json: {
        range: rangeIn(document, { start: span.start + edit.start, end: span.start + edit.end }),
        newText: edit.text,
      },
      ...(isRespelled(string, edit) && { data: string.raw }),
    }),
    ...(change && { document: { range: rangeIn({ lines: new LineIndex(own) }, change), newText: change.text } }),
    ...(published !== undefined && { published }),
    ...(saved !== undefined && { saved }),
  };
}

/** The text that the file on disk has at a place. */
function savedText({ at, document, root }: PromptView): string | undefined {
  const saved = root.saved.document(document.file),
    [pointer] = saved ? resolveStable(saved, stablePointer(document, at.pointer)) : [];
  return saved && pointer !== undefined ? saved.at(pointer).string() : undefined;
}

/** The edit that makes a string mean a text; inserted characters keep their former spelling. */
function respell(string: StringText, text: string, spelling: string | undefined): TextEdit | undefined {
  const edit = string.editTo(text);
  if (!edit || spelling === undefined) return edit;
  const change = new StringText(spelling).editTo(text),
    asBefore = changeBetween(string.raw, change ? applyChanges(spelling, [change]) : spelling);
  return asBefore && edit.start <= asBefore.start && asBefore.end <= edit.end ? asBefore : edit;
}

/** Whether an edit removes escapes that a new spelling would not have: `\u00e9`, `\/`. */
function isRespelled({ raw }: StringText, { start, end }: TextEdit): boolean {
  const old = raw.slice(start, end);
  return JSON.stringify(decode(`"${old}"`)).slice(1, -1) !== old;
}
