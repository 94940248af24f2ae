import { Document } from '../document.ts';
import type { Edit } from '../finding.ts';
import { applyTextEdits } from '../fixing/apply.ts';
import { textEditsOf } from '../fixing/text-edits.ts';
import { isArray, isObject, property, type Json } from '../json/json.ts';
import { join, type Pointer } from '../json/pointer.ts';
import { configurationName } from '../settings-files.ts';
import type { SuppressionEntry } from './configuration.ts';

/**
 * The edit that adds a suppression to a configuration, and the place of the new entry. Undefined if `suppress` is not
 * a list.
 */
export function suppressionEdit(
  configuration: Json,
  entry: SuppressionEntry,
): { readonly edit: Edit; readonly at: Pointer } | undefined {
  const list = property(configuration, 'suppress');
  if (list !== undefined && !isArray(list)) return undefined;
  const pointer = join('/suppress', list?.length ?? 0),
    copy = { ...entry };
  return { edit: list ? { set: pointer, to: copy } : { set: '/suppress', to: [copy] }, at: pointer };
}

/**
 * The text of a configuration with one more suppression; comments and order are kept. Undefined if the configuration
 * cannot be parsed.
 */
export function withSuppression(
  configuration: Document | undefined,
  entry: SuppressionEntry,
): { readonly text: string; readonly at: Pointer } | undefined {
  const isEmpty = configuration === undefined || configuration.text.trim() === '';
  const document = isEmpty ? new Document(configurationName, '{}\n') : configuration;
  const change = document.valid && isObject(document.value) ? suppressionEdit(document.value, entry) : undefined;
  if (!change) return undefined;
  const edits = textEditsOf(document, { title: '', safe: true, edits: [change.edit] });
  const text = edits.length === 0 ? undefined : applyTextEdits(document.text, edits);
  return text === undefined ? undefined : { text, at: change.at };
}
