/**
 * The hook as an item of `repos:`.
 * @param installed whether the project has its own packages, so that npx finds Preflight among them
 * @param program the file that runs now; no registry has this package, so nothing else is certain to be there
 */
export function hookText({ program, installed }: { readonly program: string; readonly installed: boolean }): string {
  const entry = installed ? 'npx --no-install preflight' : runningAs(program.replaceAll('\\', '/'));
  return `- repo: local
  hooks:
    - id: preflight
      name: preflight
      entry: ${inYaml(`${entry} lint --staged`)}
      language: system
      always_run: true
      pass_filenames: false
`;
}

/** `preflight` if it was started by that name, as after a global installation; otherwise Node with the file. */
const runningAs = (program: string): string =>
  /(?:^|\/)(?:agent-)?preflight$/.test(program) ? 'preflight' : `node ${/\s/.test(program) ? `"${program}"` : program}`;
const inYaml = (text: string): string =>
  /^[\w ./:@+-]+$/.test(text) && !text.includes(': ') ? text : JSON.stringify(text);

/**
 * The text of a `.pre-commit-config.yaml` with the hook appended.
 * @param text its current text; undefined if there is no such file
 * @returns `present` if it has the hook already, undefined if it cannot be extended without parsing all of YAML
 */
export function withHook(text: string | undefined, hook: string): string | 'present' | undefined {
  if (text === undefined || text.trim() === '') return `repos:\n${indentLines(hook, '  ')}`;
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
  return `${text.trimEnd()}${eol}${indentLines(hook, dash[1]!).replaceAll('\n', eol)}`;
}

const indentLines = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);
