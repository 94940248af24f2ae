import type { Cursor } from '../cursor.ts';
import { childEntry, marksOf, rootOf } from '../shapes/table.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Table = Readonly<Record<string, string>>;
const marks = (field: string) => marksOf(childEntry(rootOf('agent-settings'), field));
const prefixes = Object.fromEntries(
  Object.entries((marks('voice_id')['x-provider-prefixes'] ?? {}) as Table).map(([prefix, provider]) => [
    `${prefix}*`,
    provider,
  ]),
);
const models = (marks('voice_model')['x-provider-values'] ?? {}) as Table;

/** The exact name, otherwise the longest matching pattern `prefix-*`. */
function lookUp(name: string, table: Table): string | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  let longest = '';
  for (const pattern in table)
    if (pattern.length > longest.length && pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))
      longest = pattern;
  return longest === '' ? undefined : table[longest];
}

/**
 * The provider of this voice: as configured, otherwise by the prefix of its id. Ids such as `custom_voice_…` do not
 * show it.
 */
export const providerOfVoice = (id: string, { facts }: Workspace): string | undefined =>
  lookUp(id, facts.voices) ?? lookUp(id, prefixes);

/** The source of a voice's provider, if it is not the id; appended to its name. */
export const toldBy = (id: string, { facts }: Workspace): string =>
  lookUp(id, facts.voices) === undefined ? '' : ' (per preflight.config.json)';

/** The provider of this speech model, retired models included. */
export const providerOfModel = (model: string): string | undefined => lookUp(model, models);

/** The voice of these agent settings with its provider; `undefined` if the file does not determine them. */
export function voiceOf(
  settings: Cursor,
  workspace: Workspace,
): { readonly at: Cursor; readonly id: string; readonly provider: string } | undefined {
  const id = settings.peek('voice_id');
  const provider = typeof id !== 'string' ? undefined : providerOfVoice(id, workspace);
  return typeof id === 'string' && provider !== undefined ? { at: settings.get('voice_id'), id, provider } : undefined;
}
