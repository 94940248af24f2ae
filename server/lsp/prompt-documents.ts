import { resolveStable, stablePointer, type StablePointer } from '../core/configuration/stable-pointer.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { explanationsOf } from '../core/domain/syntax-causes.ts';
import { split } from '../core/json/pointer.ts';
import { LineIndex, type Span } from '../core/syntax/lines.ts';
import { StringText } from '../core/syntax/string-text.ts';
import { textName } from '../features/prompts/texts.ts';
import { rangeIn } from './convert.ts';
import { offsetIn } from './positions.ts';
import {
  promptScheme,
  type PromptText,
  type ProtocolPlace,
  type ProtocolPosition,
  type ProtocolRange,
} from './protocol.ts';
import type { Root } from './root.ts';
import type { Session } from './session.ts';
import { pathOf } from './uris.ts';
import { linkStatsOf } from '../state/regular-file.ts';

/**
 * The place of the string of a prompt document: the uri of a JSON document, and the stable pointer of the string in
 * it.
 */
interface PromptPlace {
  readonly uri: string;
  readonly at: StablePointer;
}

/** The uri of the prompt document for a string. It consists of ids, so that it survives edits of the file. */
export function promptUri(uri: string, place: Cursor): string {
  const name = [...place.file.split('/'), `${textName(place).replaceAll('/', '-')}.md`];
  const query: PromptPlace = { uri, at: stablePointer(place.document, place.pointer) };
  return `${promptScheme}:/${name.map(encodeURIComponent).join('/')}?${encodeURIComponent(JSON.stringify(query))}`;
}
export const isPrompt = (uri: string): boolean => uri.startsWith(`${promptScheme}:`);

function placeIn(uri: string): PromptPlace | undefined {
  try {
    const place = JSON.parse(decodeURIComponent(uri.slice(uri.indexOf('?') + 1))) as Partial<PromptPlace>;
    return typeof place.uri === 'string' && typeof place.at === 'string' ? (place as PromptPlace) : undefined;
  } catch {
    return undefined;
  }
}
/** The uri of the JSON document that contains the string of a prompt document. */
export const jsonUriOf = (prompt: string): string => placeIn(prompt)?.uri ?? prompt;

/**
 * A prompt document at one moment, as a view of a string of a JSON document. Converts places between the two
 * documents.
 */
export class PromptView {
  readonly root: Root;
  readonly document: Document;
  /** The uri of this version of the JSON document. */
  readonly uri: string;
  readonly prompt: string;
  readonly at: Cursor;
  /** The span of the string in the JSON document, including its quotes. */
  readonly span: Span;
  readonly string: StringText;
  readonly #lines: LineIndex;

  constructor(root: Root, document: Document, uri: string, prompt: string, cursor: Cursor, span: Span) {
    this.root = root;
    this.document = document;
    this.uri = uri;
    this.prompt = prompt;
    this.at = cursor;
    this.span = span;
    const { string, lines } = document.memory.remember(PromptView, cursor.pointer, () => {
      const string = new StringText(document.text.slice(span.start, span.end));
      return { string, lines: new LineIndex(string.text) };
    });
    this.string = string;
    this.#lines = lines;
  }

  /** Converts a position in the prompt document to a position in the JSON document. */
  toJson(position: ProtocolPosition): ProtocolPosition {
    const offset = offsetIn({ text: this.string.text, lines: this.#lines }, position);
    return this.document.lines.positionAt(this.span.start + this.string.rawOffsetAt(offset));
  }
  rangeToJson = ({ start, end }: ProtocolRange): ProtocolRange => ({
    start: this.toJson(start),
    end: this.toJson(end),
  });

  /**
   * Converts a range of the JSON document to a range of the prompt document; `undefined` for a range outside of the
   * string.
   */
  fromJson(range: ProtocolRange): ProtocolRange | undefined {
    const start = offsetIn(this.document, range.start),
      end = offsetIn(this.document, range.end);
    return start > this.span.start && end < this.span.end
      ? this.rangeOf(this.#unit(start), this.#unit(end))
      : undefined;
  }
  /** Converts a range like `fromJson`; a range that covers the whole string becomes its first line. */
  nearJson(range: ProtocolRange): ProtocolRange | undefined {
    const start = offsetIn(this.document, range.start),
      end = offsetIn(this.document, range.end);
    if (start <= this.span.start && end >= this.span.end && start >= this.span.start)
      return this.rangeOf(0, /^[^\n]*/.exec(this.string.text)![0].length);
    if (end <= this.span.start || start >= this.span.end) return undefined;
    return start < this.span.start
      ? undefined
      : this.rangeOf(this.#unit(start), this.#unit(Math.min(end, this.span.end - 1)));
  }
  #unit = (offset: number): number => this.string.unitAt(offset - this.span.start);
  rangeOf = (start: number, end: number): ProtocolRange => ({
    start: this.#lines.positionAt(start),
    end: this.#lines.positionAt(end),
  });
  get range(): ProtocolRange {
    return rangeIn(this.document, this.span);
  }
}

/**
 * The place of the first syntax error if the file in the editor is not valid JSON although the saved file is: saving
 * it would break the file.
 */
export function breakIn({ root, document, uri }: PromptView): ProtocolPlace | undefined {
  const savedDocument = root.savedWorkspace.document(document.file);
  return savedDocument?.valid === false ? undefined : problemIn(document, uri);
}
/** The place of the first syntax error. */
function problemIn(document: Document, uri: string): ProtocolPlace | undefined {
  // parsing a valid text is unnecessary
  if (document.valid) return undefined;
  const { problems, nodes } = document.parsed,
    [problem] = explanationsOf(document.text, problems, nodes);
  return problem && { uri, range: rangeIn(document, problem.span) };
}

/** The current content of a prompt document, or a clause with the reason why it has none. */
export function promptView(session: Session, prompt: string): PromptView | Extract<PromptText, { reason: string }> {
  const place = placeIn(prompt),
    file = place && session.findForRequest(place.uri);
  const refusalFor = (clause: string) => ({ reason: clause, isBroken: false });
  const path = pathOf(place?.uri ?? prompt);
  if (path !== undefined && !linkStatsOf(path))
    return refusalFor(`${session.fileOf(place!.uri).file} is no longer on disk`);
  if (!file)
    return refusalFor(`${session.fileOf(place?.uri ?? prompt).file} does not exist, or is not a file of the platform`);
  const { root, document } = file;
  const invalid = document.readable ? undefined : problemIn(document, place.uri);
  if (!document.readable)
    return { reason: `${document.file} is not valid JSON at the moment`, isBroken: true, ...(invalid && { invalid }) };
  const [pointer, otherPointer] = resolveStable(document, place.at),
    extent = pointer === undefined || otherPointer !== undefined ? undefined : document.find(split(pointer));
  if (!extent?.isString || extent.depth < split(pointer!).length)
    return refusalFor(`${document.file} no longer has a text at ${place.at}`);
  return new PromptView(root, document, place.uri, prompt, document.at(pointer!), extent);
}
