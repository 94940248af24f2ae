/**
 * Signs of platform files. They are generated from the kinds in core when the extension is built
 * (`server/build/signs.mjs`), so that the extension does not load core.
 */
interface Signs {
  readonly kinds: readonly string[];
  /** Groups of keys: a document that has all keys of a group is of a known kind. */
  readonly groups: readonly (readonly string[])[];
  /** The keys that only one kind has, for each kind. */
  readonly ownKeys: readonly (readonly string[])[];
}
declare const PREFLIGHT_SIGNS: Signs;
const { kinds, groups, ownKeys } = PREFLIGHT_SIGNS;

const names = [
  'preflight.config.json',
  'preflight.config.jsonc',
  ...kinds.flatMap(kind => [`*.${kind}.json`, `*.${kind}.jsonc`]),
];
/** A glob for files that are recognized by name. The search of VS Code does not support nested braces. */
export const namedFiles = `{${names.map(name => `**/${name}`).join(',')}}`;

const name = new RegExp(`(?:^|[/\\\\])(?:preflight\\.config\\.json|[^/\\\\]*\\.(?:${kinds.join('|')})\\.jsonc?)$`, 'i');
export const isNamed = (path: string): boolean => name.test(path);

/** Whether a text may be a platform file. The check is quick and may say yes too often; the server decides. */
export function mayBeOurs(text: string): boolean {
  const hasKey = (key: string): boolean => text.includes(`"${key}"`);
  return groups.some(group => group.every(hasKey)) || ownKeys.some(keys => keys.filter(hasKey).length > 1);
}
