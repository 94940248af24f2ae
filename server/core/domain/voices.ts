import type { Cursor } from '../cursor.ts';
import { childEntry, marksOf, rootOf } from '../shapes/table.ts';
import { nearest } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Table = Readonly<Record<string, string>>;
const marks = (field: string) => marksOf(childEntry(rootOf('agent-settings'), field));
const prefixedProviders = Object.entries((marks('voice_id')['x-provider-prefixes'] ?? {}) as Table);
const prefixes = Object.fromEntries(prefixedProviders.map(([prefix, provider]) => [`${prefix}*`, provider]));
/**
 * The prefix of each provider, by the text with which a voice id may begin: the name of the provider, or its prefix
 * without the hyphen.
 */
const beginnings = new Map([
  ...prefixedProviders.map(([prefix, provider]) => [provider, prefix] as const),
  ...prefixedProviders.map(([prefix]) => [prefix.slice(0, -1), prefix] as const),
]);
/** The number of characters of an id that are compared; the rest of a long id is ignored. */
const maxLength = Math.max(...[...beginnings.keys()].map(({ length }) => length)) + 4;
const models = (marks('voice_model')['x-provider-values'] ?? {}) as Table;
/** The providers that voice ids or voice models reveal. */
export const voiceProviders: ReadonlySet<string> = new Set([...Object.values(prefixes), ...Object.values(models)]);

/** The entry for the exact name, otherwise the entry for the longest matching pattern `prefix-*`. */
function lookUp(name: string, table: Table): string | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  let longestPrefix = '';
  for (const pattern in table)
    if (pattern.length > longestPrefix.length && pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))
      longestPrefix = pattern;
  return longestPrefix === '' ? undefined : table[longestPrefix];
}

/**
 * The provider of a voice: the configured provider, otherwise the provider of the prefix of the voice id. Ids such as
 * `custom_voice_…` do not show a provider.
 */
export const providerOfVoice = (id: string, { facts }: Workspace): string | undefined =>
  lookUp(id, facts.voices) ?? lookUp(id, prefixes);

/** Whether a voice id has the prefix of a provider. */
export const hasProvidersPrefix = (id: string): boolean => prefixedProviders.some(([prefix]) => id.startsWith(prefix));

/**
 * The voice most likely meant by an id whose prefix is the name of a provider, or has a typo: `11labs-Kate` for
 * `elevenlabs-Kate`. Any other id may be a team's own voice.
 * @returns the voice, and the length of the wrong prefix
 */
export function meantVoice(
  id: string,
  workspace: Workspace,
): { readonly id: string; readonly end: number } | undefined {
  if (providerOfVoice(id, workspace) !== undefined) return undefined;
  for (const { index } of id.slice(0, maxLength).matchAll(/(?<=[^\s])[-_ :/.](?=[^\s])/g)) {
    const name = id.slice(0, index).toLowerCase(),
      // with another separator, there would be two typos, which may be a coincidence
      similarName = id[index] === '-' ? nearest(name, beginnings, 4) : undefined,
      prefix = beginnings.get(name) ?? beginnings.get(similarName ?? '');
    if (prefix !== undefined) return { id: prefix + id.slice(index + 1), end: index + 1 };
  }
  return undefined;
}

/**
 * Whether an id is only half of a voice id: the name without provider (`Adrian`, `Drew (Legacy)`), or the provider
 * alone (`11labs-`).
 */
export const isHalfVoice = (id: string, { facts }: Workspace): boolean =>
  lookUp(id, facts.voices) === undefined &&
  (prefixedProviders.some(([prefix]) => id === prefix) || /^\p{L}{2,20}(?: \(.*\))?$/u.test(id));

/** The explanation for the provider of a voice, to append to its name; empty if the id shows the provider. */
export const providerSource = (id: string, { facts }: Workspace): string =>
  lookUp(id, facts.voices) === undefined ? '' : ' (per preflight.config.json)';

/** The provider of a speech model, including retired models. */
export const providerOfModel = (model: string): string | undefined => lookUp(model, models);

/** The voice of agent settings with its provider; `undefined` if the file does not determine both. */
export function voiceOf(
  settings: Cursor,
  workspace: Workspace,
): { readonly at: Cursor; readonly id: string; readonly provider: string } | undefined {
  const id = settings.peek('voice_id');
  const provider = typeof id !== 'string' ? undefined : providerOfVoice(id, workspace);
  return typeof id === 'string' && provider !== undefined ? { at: settings.get('voice_id'), id, provider } : undefined;
}
