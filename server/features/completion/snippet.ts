/** A place in a snippet at which the person continues to type, with an initial text or with a choice of texts. */
export interface TabStop {
  readonly text?: string;
  readonly choices?: readonly string[];
  /** Whether completion has suggestions at this place. */
  readonly isOpen?: boolean;
  /** The text that is inserted if the client does not support placeholders. */
  readonly plainText?: string;
}
/** A text to insert, with its placeholders. */
export type SnippetParts = readonly (string | TabStop)[];

/** Whether the first tab stop has suggestions of completion, but no choice in the snippet. */
export const opensFirst = (pieces: SnippetParts): boolean =>
  pieces.find(piece => typeof piece !== 'string')?.isOpen === true;

/** A text to insert. `isSnippet`: whether it has the snippet syntax of the language server protocol. */
export interface Rendered {
  readonly text: string;
  readonly isSnippet: boolean;
}

/**
 * The pieces as a snippet of the language server protocol, or as plain text. They include the indentation, so the
 * editor must not indent them.
 */
export function renderPieces(pieces: SnippetParts, hasSnippets: boolean): Rendered {
  const isSnippet = hasSnippets && pieces.some(piece => typeof piece !== 'string');
  let stops = 0;
  const text = pieces
    .map(piece => {
      if (typeof piece === 'string') return isSnippet ? piece.replace(/[\\$}]/g, '\\$&') : piece;
      if (!isSnippet) return piece.plainText ?? piece.text ?? piece.choices?.[0] ?? '';
      const number = ++stops;
      if (piece.choices && piece.choices.length > 1)
        return `\${${number}|${piece.choices.map(choice => choice.replace(/[\\$}|,]/g, '\\$&')).join(',')}|}`;
      const start = piece.text ?? piece.choices?.[0];
      return start === undefined ? `$${number}` : `\${${number}:${start.replace(/[\\$}]/g, '\\$&')}}`;
    })
    .join('');
  return { text, isSnippet };
}
