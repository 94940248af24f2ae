import type { Cursor } from '../cursor.ts';
import { childEntry, marksOf, rootOf } from '../shapes/table.ts';
import { nearest } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Table = Readonly<Record<string, string>>;
const marks = (field: string) => marksOf(childEntry(rootOf('agent-settings'), field));
const prefixed = Object.entries((marks('voice_id')['x-provider-prefixes'] ?? {}) as Table);
const prefixes = Object.fromEntries(prefixed.map(([prefix, provider]) => [`${prefix}*`, provider]));
/** What a voice id may begin with to mean a provider: the provider's name, or its prefix without the hyphen. */
const beginnings = new Map([
  ...prefixed.map(([prefix, provider]) => [provider, prefix] as const),
  ...prefixed.map(([prefix]) => [prefix.slice(0, -1), prefix] as const),
]);
/** No wrong prefix is longer than this by much; an id may be. */
const longest = Math.max(...[...beginnings.keys()].map(({ length }) => length)) + 4;
const models = (marks('voice_model')['x-provider-values'] ?? {}) as Table;
/** Those that voice ids or voice models reveal. */
export const voiceProviders: ReadonlySet<string> = new Set([...Object.values(prefixes), ...Object.values(models)]);

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

/** Whether a voice id has the prefix of a provider. */
export const hasProvidersPrefix = (id: string): boolean => prefixed.some(([prefix]) => id.startsWith(prefix));

/**
 * The voice that was meant by an id whose prefix is a typo of a provider's, or the provider's name: `11labs-Kate` for
 * `elevenlabs-Kate`. Any other id may be a team's own voice.
 * @returns the voice, and the length of the wrong prefix
 */
export function meantVoice(
  id: string,
  workspace: Workspace,
): { readonly id: string; readonly end: number } | undefined {
  if (providerOfVoice(id, workspace) !== undefined) return undefined;
  for (const { index } of id.slice(0, longest).matchAll(/(?<=[^\s])[-_ :/.](?=[^\s])/g)) {
    const name = id.slice(0, index).toLowerCase(),
      // another separator is a typo itself, and two may be a coincidence
      near = id[index] === '-' ? nearest(name, beginnings, 4) : undefined,
      prefix = beginnings.get(name) ?? beginnings.get(near ?? '');
    if (prefix !== undefined) return { id: prefix + id.slice(index + 1), end: index + 1 };
  }
  return undefined;
}

/** A voice as people call it, without its provider: `Adrian`, `Drew (Legacy)`; or only the provider: `11labs-`. */
export const isHalfVoice = (id: string, { facts }: Workspace): boolean =>
  lookUp(id, facts.voices) === undefined &&
  (prefixed.some(([prefix]) => id === prefix) || /^\p{L}{2,20}(?: \(.*\))?$/u.test(id));

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
