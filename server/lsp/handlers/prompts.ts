import { applyChanges, LineIndex } from '../../core/syntax/lines.ts';
import { changeBetween, inLines, mergeTexts, StringText } from '../../core/syntax/string-text.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { TextEdit } from '../../core/finding.ts';
import { decode } from '../../core/syntax/syntax-nodes.ts';
import { offsetContext } from '../../features/offset-context.ts';
import { sizeOf, textName, textsOfAgent, textTitle } from '../../features/prompts/texts.ts';
import { whyPublishedAt } from '../../features/published.ts';
import { locate } from '../../core/locate.ts';
import { maskSecrets } from '../../core/secrets.ts';
import { resolveStable, stablePointer } from '../../core/configuration/stable-pointer.ts';
import { rangeIn, placeIn } from '../convert.ts';
import { breakIn, jsonUriOf, promptUri, promptView, type PromptView } from '../prompt-documents.ts';
import type { PromptPlace, PromptText, TextItem } from '../protocol.ts';
import { onPosition } from '../request-context.ts';
import type { Session } from '../session.ts';
import { answerRequest } from './handler.ts';

/** The handler that finds the string at a place, in any field: short strings and notes are texts as well. */
export const promptAt = answerRequest('promptAt', editor =>
  onPosition(editor, ({ document, uri, offset, editor: { session } }, { position }): PromptPlace | null => {
    const place = offsetContext(document, offset)?.cursor;
    if (place?.string() === undefined) return null;
    const prompt = promptUri(uri, place),
      view = promptView(session, prompt);
    const promptPosition = 'uri' in view ? view.fromJson({ start: position, end: position })?.start : undefined;
    return {
      uri: prompt,
      isWithin: promptPosition !== undefined,
      position: promptPosition ?? { line: 0, character: 0 },
    };
  }),
);

const MAX_BEGINNING_LENGTH = 100;
/** The kinds of texts, most important first. */
const kinds: readonly unknown[] = ['prompt', 'instruction', 'begin message'];
const rankOf = (text: Cursor): number => {
  const rank = kinds.indexOf(text.marks['x-text']);
  return rank < 0 ? kinds.length : rank;
};
const byWeight = (a: Cursor, b: Cursor): number => rankOf(a) - rankOf(b) || b.string()!.length - a.string()!.length;

export const texts = answerRequest('texts', editor =>
  onPosition(editor, ({ document, offset, workspace, root, editor: { session } }): TextItem[] =>
    [...textsOfAgent(offsetContext(document, offset)?.cursor ?? document.top, workspace)]
      .sort(byWeight)
      .flatMap(cursor =>
        placeIn(session, root, { file: cursor.file, span: locate(cursor.document, cursor.pointer) }).map(place => ({
          ...place,
          name: textName(cursor),
          size: sizeOf(cursor.string()!),
          beginning: cursor.string()!.slice(0, MAX_BEGINNING_LENGTH).replace(/\s+/g, ' '),
        })),
      ),
  ),
);

export const promptText = answerRequest('promptText', editor => async ({ uri, text, base, spelling, position }) => {
  const { session } = editor();
  await session.waitUntilRead(jsonUriOf(uri));
  const view = promptView(session, uri);
  if ('reason' in view) return view;
  const answer = agree(session, view, text === undefined ? undefined : inLines(text), base, spelling);
  return position ? { ...answer, at: view.toJson(position) } : answer;
});

/**
 * Returns the edits that make a prompt document and its string equal. If only one side has changed since they were
 * equal, its text is used; if both have changed at different places, the changes are merged.
 */
function agree(
  session: Session,
  view: PromptView,
  text: string | undefined,
  base: string | undefined,
  spelling: string | undefined,
): PromptText {
  const { string, document, root, at, uri, span } = view,
    lastSavedText = text === undefined ? savedText(view) : undefined,
    publishedReason = whyPublishedAt(at, root.workspace),
    invalid = breakIn(view),
    ownText = text ?? string.text;
  const joinedText =
    base === undefined && ownText !== string.text ? undefined : mergeTexts(base ?? ownText, ownText, string.text);
  const edit = joinedText === undefined ? undefined : respell(string, joinedText, spelling),
    change = joinedText === undefined ? undefined : changeBetween(ownText, joinedText);
  return {
    place: { uri, range: view.range },
    version: session.state.openDocuments.get(uri)?.version ?? null,
    newText: joinedText ?? string.text,
    isApart: joinedText === undefined,
    ...(edit && {
      json: {
        range: rangeIn(document, { start: span.start + edit.start, end: span.start + edit.end }),
        newText: edit.text,
      },
      ...(isRespelled(string, edit) && { data: string.raw }),
    }),
    ...(change && { document: { range: rangeIn({ lines: new LineIndex(ownText) }, change), newText: change.text } }),
    ...(invalid && { invalid }),
    ...(publishedReason !== undefined && { readOnlyReason: publishedReason }),
    ...(lastSavedText !== undefined && { savedText: lastSavedText }),
    ...(text === undefined && { title: maskSecrets(textTitle(at, root.workspace)) }),
  };
}

/** The saved text of a prompt document; undefined if the file on disk has no such text. */
function savedText({ at, document, root }: PromptView): string | undefined {
  const savedDocument = root.savedWorkspace.document(document.file),
    [pointer] = savedDocument ? resolveStable(savedDocument, stablePointer(document, at.pointer)) : [];
  return savedDocument && pointer !== undefined ? savedDocument.at(pointer).string() : undefined;
}

/** The edit that gives a string a new text. Inserted characters keep their former spelling in JSON. */
function respell(string: StringText, text: string, spelling: string | undefined): TextEdit | undefined {
  const edit = string.editTo(text);
  if (!edit || spelling === undefined) return edit;
  const change = new StringText(spelling).editTo(text),
    asBefore = changeBetween(string.raw, change ? applyChanges(spelling, [change]) : spelling);
  return asBefore && edit.start <= asBefore.start && asBefore.end <= edit.end ? asBefore : edit;
}

/**
 * Whether an edit removes escapes that JSON does not require, such as `\u00e9` or `\/`: inserting the text again would
 * spell it differently.
 */
function isRespelled({ raw }: StringText, { start, end }: TextEdit): boolean {
  const oldRaw = raw.slice(start, end);
  return JSON.stringify(decode(`"${oldRaw}"`)).slice(1, -1) !== oldRaw;
}
