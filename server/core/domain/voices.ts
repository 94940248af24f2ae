import type { Cursor } from '../cursor.ts';
import { childEntry, marksOf, rootOf } from '../shapes.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Table = Readonly<Record<string, string>>;
const marks = (field: string) => marksOf(childEntry(rootOf('agent-settings'), field));
const prefixes = Object.fromEntries(Object.entries((marks('voice_id')['x-provider-prefixes'] ?? {}) as Table).map(([prefix, provider]) => [`${prefix}*`, provider]));
const models = (marks('voice_model')['x-provider-values'] ?? {}) as Table;

/** The exact name, else the longest pattern `prefix-*` that fits. */
function lookUp(name: string, table: Table): string | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const fitting = Object.keys(table).filter(pattern => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
  const longest = fitting.reduce<string | undefined>((best, pattern) => (best === undefined || pattern.length > best.length ? pattern : best), undefined);
  return longest === undefined ? undefined : table[longest];
}

/** Who speaks with this voice: as the configuration says, else by the prefix of its id. Ids such as `custom_voice_…` do not tell. */
export const providerOfVoice = (id: string, { facts }: Workspace): string | undefined => lookUp(id, facts.voices) ?? lookUp(id, prefixes);

/** Whose speech model this is, retired ones included. */
export const providerOfModel = (model: string): string | undefined => lookUp(model, models);

/** The voice of these agent settings with its provider; `undefined` where the file does not tell either. */
export function voiceOf(settings: Cursor, workspace: Workspace): { readonly at: Cursor; readonly id: string; readonly provider: string } | undefined {
  const at = settings.get('voice_id');
  const id = at.string();
  const provider = id === undefined ? undefined : providerOfVoice(id, workspace);
  return id !== undefined && provider !== undefined ? { at, id, provider } : undefined;
}
