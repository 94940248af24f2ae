import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from '../../core/document.ts';
import { applyFix } from '../../core/fixing/apply.ts';
import type { Edit } from '../../core/finding.ts';
import { isArray, isObject, property, type Json } from '../../core/json/json.ts';
import { join as joined, type Pointer } from '../../core/json/pointer.ts';
import { removeFile } from '../../state/write.ts';
import { printPatch } from '../terminal/patch.ts';
import { OutputError, remark, type Io } from '../terminal/io.ts';
import { bytesBefore, save } from '../terminal/save.ts';

const pageName = 'AGENTS.md';
const begin = '<!-- preflight: begin -->',
  end = '<!-- preflight: end -->';

/** @param run how Preflight is started here */
const section = (run: string): string => `${begin}
## Configuration of conversational agents

The JSON files of agents, engines, components and numbers here are checked by Preflight, offline:

- after an edit: \`${run} lint FILE\`; \`${run} explain RULE\` says why, \`--fix\` applies what is safe;
- before a publish, a tag or a change of a number: \`${run} plan --publish AGENT@N --assert "no breaks"\`;
- \`${run} resolve AGENT@TAG\` says which version and variables callers get.

A hook (\`${run} guard\`) judges calls that publish, tag, rebind, update or delete by the configuration of the last commit.
If it blocks one, fix the file that it names; do not go around it.
${end}
`;

interface HookFile {
  /** The folder by which a tool is known to be used here. */
  readonly folder: string;
  readonly file: string;
  /** A new file. */
  readonly empty: Json;
  /** The lists that get an entry each. */
  readonly entries: (program: string) => readonly (readonly [list: Pointer, entry: Json])[];
}
const hookFiles: readonly HookFile[] = [
  {
    // https://code.claude.com/docs/en/hooks
    folder: '.claude',
    file: '.claude/settings.json',
    empty: {},
    entries: command => [['/hooks/PreToolUse', { matcher: 'Bash|mcp__.*', hooks: [{ type: 'command', command }] }]],
  },
  {
    // https://cursor.com/docs/agent/hooks
    folder: '.cursor',
    file: '.cursor/hooks.json',
    empty: { version: 1 },
    entries: command =>
      ['beforeShellExecution', 'beforeMCPExecution'].map(event => [joined('/hooks', event), { command }]),
  },
];

/** A file as it is, and as it will be; null: none. */
interface Written {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: string | null;
}

/** Adds the section and the hooks, or takes them out: `init --agents [--remove]`. Shows the difference first. */
export async function setUpAgents(removes: boolean, io: Io): Promise<number> {
  const run = existsSync(join(io.cwd, 'package.json')) ? 'npx --no-install preflight' : 'preflight';
  const tools = hookFiles.filter(({ folder }) => existsSync(join(io.cwd, folder)));
  const changes = [
    { path: pageName, text: (text: string | null) => withSection(text, removes ? undefined : section(run)) },
    ...tools.map(tool => ({
      path: tool.file,
      text: (text: string | null) => withHooks(text, tool, removes ? undefined : `${run} guard`),
    })),
  ].map(({ path, text }): Written => {
    const before = bytesBefore(join(io.cwd, path));
    return { path, before, after: text(before?.toString() ?? null) };
  });
  const changed = changes.filter(({ before, after }) => (before?.toString() ?? null) !== after);
  for (const { path, before, after } of changed) {
    const document = (text: string | null) => (text === null ? undefined : new Document(path, text));
    printPatch(path, { before: document(before?.toString() ?? null), after: document(after), instead: '--agents' }, io);
  }
  if (changed.length > 0 && io.ask && !/^y(es)?$/i.test((await io.ask('Write this? [y/N] ')).trim())) return 0;
  for (const { path, before, after } of changed) {
    const at = join(io.cwd, path);
    if (after !== null) save(io, at, { text: after, read: before, within: io.cwd });
    else {
      // what has nothing else in it was made for this
      const done = removeFile(at, { read: before!, within: io.cwd });
      if (done !== 'written') throw new OutputError(`${path} ${done.left}`);
    }
  }
  if (tools.length === 0)
    remark(io, 'no .claude or .cursor here, so there is no hook to set; "preflight guard --help" shows what one runs');
  if (changed.length === 0) remark(io, removes ? 'there is nothing to remove' : 'everything is set up already');
  return 0;
}

/** The page with the section in the place of an earlier one, or without it; null: no page is left. */
function withSection(text: string | null, own: string | undefined): string | null {
  const eol = text?.includes('\r\n') ? '\r\n' : '\n',
    now = own?.replaceAll('\n', eol) ?? '';
  const [from, to] = [text?.indexOf(begin) ?? -1, text?.indexOf(end) ?? -1];
  if (text !== null && from >= 0 && to > from) {
    const after = text.slice(to + end.length).replace(/^\r?\n/, '');
    const head = own === undefined ? text.slice(0, from).replace(/(?:\r?\n)+$/, eol) : text.slice(0, from);
    const left = head + now + after;
    return left.trim() === '' ? null : left;
  }
  if (own === undefined) return text;
  return text === null || text.trim() === '' ? now : `${text.trimEnd()}${eol}${eol}${now}`;
}

/** Settings with the hooks in the place of earlier ones, or without them. Comments and the format stay. */
function withHooks(
  text: string | null,
  { file, empty, entries }: HookFile,
  command: string | undefined,
): string | null {
  if (text === null && command === undefined) return null;
  let document = new Document(file.replace(/json$/, 'jsonc'), text ?? `${JSON.stringify(empty, undefined, 2)}\n`);
  if (!document.valid || !isObject(document.value)) throw new OutputError(`${file} is no JSON object; fix it first`);
  const edit = (edits: readonly Edit[]): void => {
    const after = applyFix(document, { title: '', safe: true, edits });
    document = new Document(document.file, after);
  };
  for (const [list, entry] of entries(command ?? '')) {
    const [, key] = list.slice(1).split('/') as [string, string],
      hooks = property(document.value, 'hooks'),
      known = property(hooks, key);
    const own = isArray(known) ? known.findIndex(one => /preflight guard\b/.test(JSON.stringify(one))) : -1;
    if (command === undefined) {
      if (own < 0 || !isArray(known) || !isObject(hooks)) continue;
      // what would be left empty was made for it
      const others = Object.keys(hooks).length;
      if (known.length > 1) edit([{ remove: joined(list, own) }]);
      else edit([{ remove: others > 1 ? list : '/hooks' }]);
    } else if (own >= 0 && JSON.stringify((known as readonly Json[])[own]) === JSON.stringify(entry)) continue;
    else if (own >= 0) edit([{ set: joined(list, own), to: entry }]);
    else if (isArray(known)) edit([{ set: joined(list, known.length), to: entry }]);
    else edit([isObject(hooks) ? { set: list, to: [entry] } : { set: '/hooks', to: { [key]: [entry] } }]);
  }
  const isEmpty = command === undefined && JSON.stringify(document.value) === JSON.stringify(empty);
  return isEmpty ? null : document.text;
}
