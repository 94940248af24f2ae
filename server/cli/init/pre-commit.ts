/**
 * The hook as an item of `repos:`.
 * @param installed whether the project has its own packages, so that npx finds Preflight among them
 */
export function hookText({ version, installed }: { readonly version: string; readonly installed: boolean }): string {
  const hookLines = installed
    ? ['entry: npx --no-install preflight lint --staged', 'language: system']
    : ['entry: preflight lint --staged', 'language: node', `additional_dependencies: ['agent-preflight@${version}']`];
  return `- repo: local
  hooks:
    - id: preflight
      name: preflight
      ${hookLines.join('\n      ')}
      always_run: true
      pass_filenames: false
`;
}

/**
 * The text of a `.pre-commit-config.yaml` with the hook appended.
 * @param text its current text; undefined if there is no such file
 * @returns `present` if it has the hook already, undefined if it cannot be extended without parsing all of YAML
 */
export function withHook(text: string | undefined, hook: string): string | 'present' | undefined {
  if (text === undefined || text.trim() === '') return `repos:\n${indent_(hook, '  ')}`;
  if (/\bid:\s*['"]?preflight\b/.test(text)) return 'present';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const repos = lines.findIndex(line => /^repos:\s*(#.*)?$/.test(line));
  if (repos < 0) return undefined;
  const after = lines.slice(repos + 1).filter(line => line.trim() !== '' && !/^\s*#/.test(line));
  const dash = /^(\s*)- /.exec(after[0] ?? '');
  // a line that is indented less than the items and is no item begins another key: the list does not end with the file
  if (!dash || after.some(line => /^\s*/.exec(line)![0].length <= dash[1]!.length && !line.startsWith(`${dash[1]}- `)))
    return undefined;
  return `${text.trimEnd()}${eol}${indent_(hook, dash[1]!).replaceAll('\n', eol)}`;
}

const indent_ = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);
