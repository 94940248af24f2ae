import * as vscode from 'vscode';
import { Disposable, type DataTransfer, type DocumentSelector, type Range, type TextDocument } from 'vscode';
import { requests, type PromptAtParams, type PromptPlace } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';

/** The paste API of VS Code 1.97. The oldest supported version of VS Code does not have it. */
interface PasteApi {
  readonly DocumentPasteEdit?: new (insertText: string, title: string, kind: unknown) => object;
  readonly DocumentDropOrPasteEditKind?: { readonly Text: { append(part: string): unknown } };
  readonly languages: {
    registerDocumentPasteEditProvider?(
      selector: DocumentSelector,
      provider: {
        provideDocumentPasteEdits(
          document: TextDocument,
          ranges: readonly Range[],
          data: DataTransfer,
        ): Promise<object[] | undefined>;
      },
      metadata: { readonly providedPasteEditKinds: readonly unknown[]; readonly pasteMimeTypes: readonly string[] },
    ): Disposable;
  };
}

/** Characters that a JSON string must escape. */
const unwritablePattern = /[\n\r\t]|(?<!\\)"/;

/** Escapes lines that are pasted into a string of a JSON file. */
export function escapePastes(session: ClientSession): Disposable {
  const { DocumentPasteEdit, DocumentDropOrPasteEditKind, languages } = vscode as unknown as PasteApi;
  if (!DocumentPasteEdit || !DocumentDropOrPasteEditKind || !languages.registerDocumentPasteEditProvider)
    return new Disposable(() => {});
  const kind = DocumentDropOrPasteEditKind.Text.append('preflight');
  const isWithinString = async (document: TextDocument, { start }: Range): Promise<boolean> => {
    const parameters: PromptAtParams = { uri: document.uri.toString(), position: start };
    return (await session.ask<PromptPlace | null>(requests.promptAt, parameters))?.isWithin === true;
  };
  return languages.registerDocumentPasteEditProvider(
    [{ language: 'json' }, { language: 'jsonc' }],
    {
      async provideDocumentPasteEdits(document, [range, otherRange], data) {
        const text = await data.get('text/plain')?.asString();
        if (!range || otherRange || text === undefined || !unwritablePattern.test(text)) return undefined;
        if (!(await isWithinString(document, range))) return undefined;
        const escapedText = JSON.stringify(text.replace(/\r\n?/g, '\n')).slice(1, -1);
        return [new DocumentPasteEdit(escapedText, 'Paste as a JSON String', kind)];
      },
    },
    { providedPasteEditKinds: [kind], pasteMimeTypes: ['text/plain'] },
  );
}
