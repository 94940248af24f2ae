import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from '../../core/document.ts';
import { applyFix } from '../../core/fixing/apply.ts';
import type { Edit } from '../../core/finding.ts';
import { isArray, isObject, jsonText, property, type Json, type JsonObject } from '../../core/json/json.ts';
import { join as below, type Pointer } from '../../core/json/pointer.ts';
import { removeFile } from '../../state/write.ts';
import { printPatch } from '../terminal/patch.ts';
import { OutputError, remark, type Io } from '../terminal/io.ts';
import { bytesBefore, save } from '../terminal/save.ts';

const begin = '<!-- preflight: begin -->',
  end = '<!-- preflight: end -->';
/**
 * The section of AGENTS.md.
 * @param program the command that starts Preflight
 */
const section = (program: string): string => `${begin}
## Configuration of conversational agents

The JSON files of agents, engines, components and numbers here are checked by Preflight, offline:

- after an edit: \`${program} lint FILE\`; \`${program} explain RULE\` says why, \`--fix\` applies what is safe;
- before a publish, a tag or a change of a number: \`${program} plan --publish AGENT@N --assert "no breaks"\`;
- \`${program} resolve AGENT@TAG\` says which version and variables callers get.

A hook judges calls that publish, tag, rebind, update or delete by the configuration of the last commit.
If it blocks one, fix the file that it names; do not go around it.
${end}
`;

/** A settings file of a coding agent. It is only edited if its folder exists, which shows that the agent is used. */
interface HookFile {
  readonly file: string;
  readonly empty: JsonObject;
  readonly events: readonly string[];
  readonly entry: (command: string) => Json;
}
const hookFiles: readonly HookFile[] = [
  {
    // https://code.claude.com/docs/en/hooks
    file: '.claude/settings.json',
    empty: {},
    events: ['PreToolUse'],
    entry: command => ({ matcher: 'Bash|mcp__.*', hooks: [{ type: 'command', command }] }),
  },
  {
    // https://cursor.com/docs/agent/hooks
    file: '.cursor/hooks.json',
    empty: { version: 1 },
    events: ['beforeShellExecution', 'beforeMCPExecution'],
    entry: command => ({ command }),
  },
];

/**
 * Adds the section to AGENTS.md and the hooks, or removes them, after showing the differences.
 * @returns the exit code
 */
export async function setUpAgents(isRemoval: boolean, io: Io): Promise<number> {
  const isInstalled = existsSync(join(io.cwd, 'node_modules', 'agent-preflight')),
    hook = isInstalled ? 'node_modules/.bin/preflight guard' : 'preflight guard',
    page = section(isInstalled ? 'npx preflight' : 'preflight');
  const tools = hookFiles.filter(({ file }) => existsSync(join(io.cwd, file.split('/')[0]!)));
  const changes = ['AGENTS.md', ...tools.map(({ file }) => file)].flatMap(path => {
    const bytes = bytesBefore(join(io.cwd, path)),
      before = bytes?.toString(),
      tool = tools.find(({ file }) => file === path);
    const after = tool
      ? withHooks(before, tool, isRemoval ? undefined : hook)
      : withSection(before, isRemoval ? undefined : page);
    return before === after ? [] : [{ path, read: bytes, before, after }];
  });
  for (const { path, before, after } of changes) {
    const documentOf = (text: string | undefined) => (text === undefined ? undefined : new Document(path, text));
    printPatch(path, { before: documentOf(before), after: documentOf(after), reason: '--agents' }, io);
  }
  if (tools.length === 0) remark(io, 'there is no .claude or .cursor folder here, so no hook is added');
  if (changes.length === 0) remark(io, isRemoval ? 'there is nothing to remove' : 'everything is already set up');
  if (changes.length > 0 && io.ask && !/^y(es)?$/i.test((await io.ask('Write this? [y/N] ')).trim())) return 0;
  for (const { path, read, after } of changes) {
    const at = join(io.cwd, path);
    if (after !== undefined) save(io, at, { text: after, read, linkBoundary: io.cwd });
    else {
      const outcome = removeFile(at, { read: read!, linkBoundary: io.cwd });
      if (outcome !== 'written') throw new OutputError(`${path} ${outcome.refusal}`);
    }
  }
  if (changes.length > 0) remark(io, `written: ${changes.map(({ path }) => path).join(', ')}`);
  return 0;
}

/** The text with the section added, replaced, or removed if `section` is undefined; undefined if no text is left. */
function withSection(text = '', section?: string): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n',
    [start, endOffset] = [text.indexOf(begin), text.indexOf(end)],
    isThere = start >= 0 && endOffset > start;
  const head = (isThere ? text.slice(0, start) : text).trimEnd(),
    tail = isThere ? text.slice(endOffset + end.length).replace(/^(?:\r?\n)+/, '') : '',
    parts = [head, (section ?? '').trimEnd().replaceAll('\n', eol), tail.trimEnd()].filter(part => part !== '');
  if (!isThere && section === undefined) return text === '' ? undefined : text;
  return parts.length === 0 ? undefined : parts.join(eol + eol) + eol;
}

/**
 * The settings with the hooks added, or removed if `command` is undefined; undefined if nothing is left. Comments and
 * format are kept.
 */
function withHooks(text: string | undefined, tool: HookFile, command: string | undefined): string | undefined {
  const { file, empty, events, entry } = tool;
  if (text === undefined && command === undefined) return undefined;
  let document = new Document(file.replace(/json$/, 'jsonc'), text ?? jsonText(empty));
  if (!document.valid || !isObject(document.value)) throw new OutputError(`${file} is not a JSON object; fix it first`);
  for (const event of events) {
    const value = property(document.value, 'hooks'),
      list: Pointer = below('/hooks', event),
      entries = property(value, event),
      index = isArray(entries) ? entries.findIndex(entry => JSON.stringify(entry).includes('preflight guard')) : -1;
    const edits: Edit[] = [];
    if (command === undefined && index >= 0) {
      const isAlone = (entries as readonly Json[]).length === 1,
        isOnly = Object.keys(value as JsonObject).length === 1;
      if (!isAlone) edits.push({ remove: below(list, index) });
      else edits.push({ remove: isOnly ? '/hooks' : list });
    } else if (command !== undefined && index < 0) {
      if (isArray(entries)) edits.push({ set: below(list, entries.length), to: entry(command) });
      else if (isObject(value)) edits.push({ set: list, to: [entry(command)] });
      else edits.push({ set: '/hooks', to: { [event]: [entry(command)] } });
    }
    document = new Document(document.file, applyFix(document, { title: '', safe: true, edits }));
  }
  const isEmpty =
    command === undefined && text !== document.text && JSON.stringify(document.value) === JSON.stringify(empty);
  return isEmpty ? undefined : document.text;
}
