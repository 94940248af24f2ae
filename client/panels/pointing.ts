import { Uri, window, type TextEditor } from 'vscode';
import { promptScheme, requests, type PromptText, type ProtocolPosition } from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';

/** The place that a panel shows. */
export interface PanelTarget {
  readonly uri: string;
  readonly position: ProtocolPosition;
}

/** Whether the server answers requests about an editor: its document is a JSON file or a prompt document. */
export const isJson = ({ document: { languageId, uri } }: Pick<TextEditor, 'document'>): boolean =>
  uri.scheme === promptScheme || ((languageId === 'json' || languageId === 'jsonc') && uri.scheme !== 'output');

/** The cursor of an editor as a target. */
export const cursorOf = ({
  document,
  selection: {
    active: { line, character },
  },
}: TextEditor): PanelTarget => ({ uri: document.uri.toString(), position: { line, character } });

/** Whether a target is in a prompt document. */
export const isPrompt = ({ uri }: Pick<PanelTarget, 'uri'>): boolean => uri.startsWith(`${promptScheme}:`);

/**
 * The place in the JSON file that corresponds to a place in a prompt document; other places are returned unchanged.
 */
export async function inJson(session: ClientSession, { uri, position }: PanelTarget): Promise<PanelTarget> {
  const text = isPrompt({ uri }) ? await session.ask<PromptText>(requests.promptText, { uri, position }) : undefined;
  return text && 'place' in text ? { uri: text.place.uri, position: text.at ?? position } : { uri, position };
}

export const isSamePlace = (a: PanelTarget, b: PanelTarget): boolean =>
  a.uri === b.uri && a.position.line === b.position.line && a.position.character === b.position.character;

function uriOf(target: unknown): string | undefined {
  if (target instanceof Uri) return target.toString();
  return typeof target === 'string' ? target : undefined;
}

/** The target of a lens, a menu or the palette: the given place, or else the cursor. */
export function targetOf(target: unknown, position: unknown): PanelTarget | undefined {
  const uri = uriOf(target);
  const editor = window.activeTextEditor;
  const cursor = editor && cursorOf(editor);
  if (uri === undefined) return editor && isJson(editor) ? cursor : undefined;
  if (isPosition(position)) return { uri, position: { line: position.line, character: position.character } };
  return cursor?.uri === uri ? cursor : { uri, position: { line: 0, character: 0 } };
}

const isPosition = (value: unknown): value is ProtocolPosition =>
  typeof value === 'object' && value !== null && 'line' in value && 'character' in value;
