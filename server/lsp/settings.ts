import { join } from 'node:path';
import { defaultConfiguration } from '../core/configuration/configuration.ts';
import type { ConfigurationProblem } from '../core/configuration/read.ts';
import { Document } from '../core/document.ts';
import type { Rule } from '../core/engine/rule.ts';
import { configurationName, configurationNames } from '../core/settings-files.ts';
import { ConfigurationError, configurationFileIn, settingsText } from '../state/configuration.ts';
import { openSettings, type Settings } from '../state/open.ts';
import { isFolder, type WorkspaceFile } from './uris.ts';

/** The documents that are open in the editor. */
type OpenDocuments = Iterable<WorkspaceFile & { readonly document: Document }>;

/** The open document of a file in a root, even if the document belongs to another root. */
function openIn(root: string, file: string, openDocuments: OpenDocuments): Document | undefined {
  const path = isFolder(root) ? join(root, file) : undefined;
  for (const openDocument of openDocuments)
    if (
      (openDocument.root === root && openDocument.file === file) ||
      (path !== undefined && isFolder(openDocument.root) && join(openDocument.root, openDocument.file) === path)
    )
      return openDocument.document;
  return undefined;
}

/** The settings of a root; if they are invalid, the last valid settings. */
export function settingsOf(
  root: string,
  rules: readonly Rule[],
  openDocuments: OpenDocuments,
  lastSettings: Settings = { root, configuration: defaultConfiguration, baseline: undefined },
): { readonly settings: Settings; readonly problems: readonly ConfigurationProblem[] } {
  const openFiles = [...openDocuments];
  const unsavedText = (file: string): string | undefined => openIn(root, file, openFiles)?.text;
  try {
    const isRead = isFolder(root) || configurationNames.some(name => unsavedText(name) !== undefined);
    return { settings: isRead ? openSettings(root, rules, { unsaved: unsavedText }) : lastSettings, problems: [] };
  } catch (error) {
    if (error instanceof ConfigurationError) return { settings: lastSettings, problems: error.problems };
    throw error;
  }
}

/** A settings file in the editor or on disk, even if it is invalid; `undefined` if it does not exist. */
export function settingsDocumentIn(root: string, file: string, openDocuments: OpenDocuments): Document | undefined {
  const openDocument = openIn(root, file, openDocuments);
  if (openDocument) return openDocument;
  try {
    const text = isFolder(root) ? settingsText(root, file) : undefined;
    return text === undefined ? undefined : new Document(file, text);
  } catch {
    return new Document(file, '');
  }
}

/** The name of the configuration of a root, even if the file does not exist. */
export function configurationNameIn(root: string, openDocuments: OpenDocuments): string {
  const openName = configurationNames.find(name => openIn(root, name, [...openDocuments]));
  return openName ?? (isFolder(root) ? configurationFileIn(root) : configurationName);
}
