/**
 * Generated from the core's kinds when the extension is built (`server/build/signs.mjs`), so that nothing of the core
 * is loaded here.
 */
interface Signs {
  readonly kinds: readonly string[];
  /** Keys that identify a kind if a document has every one of a group. */
  readonly groups: readonly (readonly string[])[];
  /** By kind: keys that no other kind has. */
  readonly own: readonly (readonly string[])[];
}
declare const PREFLIGHT_SIGNS: Signs;
const { kinds, groups, own } = PREFLIGHT_SIGNS;

const names = [
  'preflight.config.json',
  'preflight.config.jsonc',
  ...kinds.flatMap(kind => [`*.${kind}.json`, `*.${kind}.jsonc`]),
];
/** Files of the workspace that are recognized by name. VS Code's search does not support nested braces. */
export const namedFiles = `{${names.map(name => `**/${name}`).join(',')}}`;

const name = new RegExp(`(?:^|[/\\\\])(?:preflight\\.config\\.json|[^/\\\\]*\\.(?:${kinds.join('|')})\\.jsonc?)$`, 'i');
export const isNamed = (path: string): boolean => name.test(path);

/** Whether a text may be a platform file. Quick, and on the safe side: the server decides. */
export function mayBeOurs(text: string): boolean {
  const hasKey = (key: string): boolean => text.includes(`"${key}"`);
  return groups.some(group => group.every(hasKey)) || own.some(keys => keys.filter(hasKey).length > 1);
}
