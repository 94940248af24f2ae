import { workspace, type TextDocument, type Uri } from 'vscode';
import { sameLines } from './edits.ts';

/** A byte order mark. Without it, VS Code would read the file in the encoding of the settings. */
const BYTE_ORDER_MARK = '\ufeff';

/** A text as VS Code reads it from a prompt document. */
export function bytesOf(uri: Uri, text: string): Buffer {
  const files = workspace.getConfiguration('files', { uri, languageId: 'markdown' }),
    isRead = files.get('encoding', 'utf8') === 'utf8' && !files.get('autoGuessEncoding', false);
  return Buffer.from(isRead ? text : BYTE_ORDER_MARK + text);
}
const decode = (content: Uint8Array): string => Buffer.from(content).toString().replace(BYTE_ORDER_MARK, '');
/** The text that VS Code writes, with the line ends that the server uses. */
export const textIn = (content: Uint8Array): string => sameLines(decode(content));

/** The settings with which VS Code changes a text when it is saved. */
const settingsOnSave = [
  'editor.formatOnSave',
  'editor.codeActionsOnSave',
  'files.trimTrailingWhitespace',
  'files.insertFinalNewline',
  'files.trimFinalNewlines',
];
function isChangedOnSave({ uri, languageId }: TextDocument): boolean {
  const settings = workspace.getConfiguration(undefined, { uri, languageId });
  return settingsOnSave
    .flatMap(name => {
      const value = settings.get<boolean | object | null>(name);
      return typeof value === 'object' && value !== null ? Object.values(value) : [value];
    })
    .some(value => value === true || value === 'explicit' || value === 'always');
}

/**
 * Saves a JSON document that equals the file on disk, because VS Code otherwise shows it as unsaved: for VS Code, an
 * edit that takes back another is one more edit. If the settings change texts on save, the document stays unsaved.
 */
export async function saveIfSame(json: TextDocument): Promise<void> {
  if (!json.isDirty || json.isUntitled || isChangedOnSave(json)) return;
  if (decode(await workspace.fs.readFile(json.uri)) === json.getText()) await json.save();
}
