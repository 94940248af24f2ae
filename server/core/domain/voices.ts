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

/** The exact name, else the longest pattern `prefix-*` that fits. */
function lookUp(name: string, table: Table): string | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  let longest = '';
  for (const pattern in table)
    if (pattern.length > longest.length && pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))
      longest = pattern;
  return longest === '' ? undefined : table[longest];
}

/** Who speaks with this voice: as the configuration says, else by the prefix of its id. Ids such as `custom_voice_…` do not say. */
export const providerOfVoice = (id: string, { facts }: Workspace): string | undefined =>
  lookUp(id, facts.voices) ?? lookUp(id, prefixes);

/** Where the provider of a voice is from, if not from its id: appended to its name. */
export const toldBy = (id: string, { facts }: Workspace): string =>
  lookUp(id, facts.voices) === undefined ? '' : ' (per preflight.config.json)';

/** Whose speech model this is, retired ones included. */
export const providerOfModel = (model: string): string | undefined => lookUp(model, models);

/** The voice of these agent settings with its provider; `undefined` where the file does not say either. */
export function voiceOf(
  settings: Cursor,
  workspace: Workspace,
): { readonly at: Cursor; readonly id: string; readonly provider: string } | undefined {
  const id = settings.peek('voice_id');
  const provider = typeof id !== 'string' ? undefined : providerOfVoice(id, workspace);
  return typeof id === 'string' && provider !== undefined ? { at: settings.get('voice_id'), id, provider } : undefined;
}
