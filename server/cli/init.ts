import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configurationName, configurationNames } from '../core/settings-files.ts';
import { usualDialect } from '../core/domain/in-dialect.ts';
import { gapsOf } from '../core/domain/open-questions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { ConfigurationError } from '../state/configuration.ts';
import { WorkspaceTooLarge } from '../state/find.ts';
import { openSettings, openWorkspace } from '../state/open.ts';
import { command } from './terminal/command.ts';
import { rules } from '../../rules/index.ts';
import { configurationText } from './init/configuration-text.ts';
import { setUpAgents } from './init/coding-agents.ts';
import { remark, UsageError, type Io, today } from './terminal/io.ts';
import { bytesBefore, save } from './terminal/save.ts';
import { openAll, filesByKind, filesInWords } from './terminal/workspaces.ts';
import { hasEngineFiles } from '../core/domain/version-records.ts';
import { listed } from '../core/wording.ts';

const hooksName = '.pre-commit-config.yaml';

/** Writes a configuration and, on request, the pre-commit hook: `preflight init`. */
export const init = command(
  {
    name: 'init',
    about: `Create preflight.config.json, with comments that explain the settings, and offer the pre-commit hook. Existing files
are never overwritten.`,
    options: {
      hook: {
        about: 'add the hook to .pre-commit-config.yaml, or print what to add if that file cannot be edited safely',
      },
      'no-hook': { about: 'do not ask about the hook' },
      agents: {
        about:
          'set up coding agents instead: a section in AGENTS.md, and "preflight guard" as a hook in .claude/settings.json ' +
          'and .cursor/hooks.json where these folders are; the difference is shown first',
      },
      remove: { about: 'with --agents: remove the section and the hooks' },
    },
    helpEnding: `Examples
  preflight init
  preflight init --hook
  preflight init --agents`,
  },
  async ({ values, positionals }, io) => {
    if (positionals.length > 0) throw new UsageError('init takes no paths; use --cwd DIR for another folder');
    if (values.hook && values['no-hook']) throw new UsageError('--hook and --no-hook contradict each other');
    if (values.remove && !values.agents) throw new UsageError('--remove is for --agents');
    if (values.agents && (values.hook || values['no-hook']))
      throw new UsageError('--agents and --hook cannot be combined');
    if (values.agents) return setUpAgents(values.remove === true, io);
    await writeConfiguration(io, values['no-hook'] !== true && !values.hook);
    if (values['no-hook']) return 0;
    if (values.hook || (await wantsHook(io))) addHook(io);
    else if (!io.ask) io.stderr.write('preflight init --hook adds the pre-commit hook\n');
    return 0;
  },
);

/**
 * Writes a configuration.
 * @param isInteractive whether the user can be asked about facts that are not in the files
 */
async function writeConfiguration(io: Io, isInteractive: boolean): Promise<void> {
  const file = join(io.cwd, configurationName);
  const existingName = configurationNames.find(name => existsSync(join(io.cwd, name)));
  if (existingName !== undefined) {
    io.stderr.write(`${existingName} already exists and was not changed\n`);
    return;
  }
  const workspace = workspaceHere(io);
  const isInstalled = existsSync(join(io.cwd, 'node_modules', 'agent-preflight'));
  const voices = (workspace ? gapsOf(workspace) : [])
    .filter(({ topic }) => topic === 'voice')
    .map(({ subject }) => subject);
  const { provenKinds, proposedKinds } = workspace ? completenessOf(workspace) : { provenKinds: [], proposedKinds: [] },
    isTold = isInteractive && proposedKinds.length > 0 && (await isYes(completenessQuestion(proposedKinds), io));
  save(io, file, {
    text: configurationText({
      voices,
      installed: isInstalled,
      dialect: workspace && usualDialect(workspace)?.dialect,
      complete: isTold ? proposedKinds : [],
      proposedKinds,
      provenKinds,
    }),
    read: null,
    linkBoundary: io.cwd,
  });
  const files = workspace?.documents.length ?? 0;
  const filesBelowCount = files === 0 ? filesBelow(io) : 0;
  const hint =
    filesBelowCount === 0
      ? 'yet; run "preflight lint" once you have some.'
      : `beside those of workspaces below, which have ${filesBelowCount}; run "preflight lint" to check them.`;
  const summary =
    files === 0
      ? `Found no agent files ${hint}`
      : `Found ${filesInWords(filesByKind(workspace!))}; run "preflight lint" to check ${files === 1 ? 'it' : 'them'}.`;
  io.stderr.write(`Created ${configurationName}.${workspace ? ` ${summary}` : ''}\n`);
}

/** The number of files in the workspaces below; 0 if they cannot be opened. */
function filesBelow(io: Io): number {
  try {
    return openAll(io).reduce((sum, { workspace }) => sum + workspace.documents.length, 0);
  } catch (error) {
    if (error instanceof WorkspaceTooLarge || error instanceof ConfigurationError) return 0;
    throw error;
  }
}

/**
 * The workspace of the folder; undefined if the folder is too large, because the new configuration can exclude files.
 */
function workspaceHere(io: Io): Workspace | undefined {
  try {
    return openWorkspace(openSettings(io.cwd, rules), { today: today() }).workspace;
  } catch (error) {
    if (!(error instanceof WorkspaceTooLarge)) throw error;
    remark(io, error.message);
    return undefined;
  }
}

/** Asks whether to add the hook. Answers no without a terminal. */
async function wantsHook(io: Io): Promise<boolean> {
  if (!io.ask || bytesBefore(join(io.cwd, hooksName))?.includes('preflight')) return false;
  return isYes(`Add the pre-commit hook to ${hooksName}? [y/N] `, io);
}
const isYes = async (question: string, { ask }: Io): Promise<boolean> =>
  ask !== undefined && /^y(es)?$/i.test((await ask(question)).trim());

function addHook(io: Io): void {
  const file = join(io.cwd, hooksName);
  const hook = hookText({ program: process.argv[1] ?? '', installed: existsSync(join(io.cwd, 'package.json')) });
  const bytes = bytesBefore(file);
  const extendedText = withHook(bytes?.toString(), hook);
  if (extendedText === 'present') {
    io.stderr.write(`${hooksName} already has the hook\n`);
    return;
  }
  if (extendedText === undefined) {
    io.stderr.write(`${hooksName} cannot be extended safely; add this under "repos:"\n`);
    io.stdout.write(hook);
    return;
  }
  save(io, file, { text: extendedText, read: bytes, linkBoundary: io.cwd });
  io.stderr.write(`the hook is in ${hooksName}; run "pre-commit install" to activate it\n`);
}

const nouns = {
  agent: 'agent',
  llm: 'LLM engine',
  'conversation-flow': 'conversation flow',
  'flow-component': 'shared component',
  'phone-number': 'phone number',
} as const;
type ProposedKind = keyof typeof nouns;

/** The kinds whose records may all be in a workspace, according to the lists or because nothing contradicts it. */
interface Completeness {
  readonly provenKinds: readonly ProposedKind[];
  readonly proposedKinds: readonly ProposedKind[];
}

function completenessOf(workspace: Workspace): Completeness {
  const { tables } = workspace,
    gaps = new Set(gapsOf(workspace).map(({ topic }) => topic));
  const isKept: Readonly<Record<ProposedKind, boolean>> = {
    agent: tables.agents.size > 0 && !gaps.has('agent'),
    llm: hasEngineFiles(workspace, 'llm') && !gaps.has('engine'),
    'conversation-flow': hasEngineFiles(workspace, 'conversation-flow') && !gaps.has('engine'),
    'flow-component': [...tables.components.values()].flat().some(({ isLocal }) => !isLocal),
    'phone-number': tables.phoneNumbers.size > 0,
  };
  const kinds = Object.keys(nouns) as ProposedKind[];
  return {
    provenKinds: kinds.filter(kind => workspace.isComplete(kind)),
    proposedKinds: kinds.filter(kind => isKept[kind] && !workspace.isComplete(kind)),
  };
}

/** Asks: `Do these files contain every agent and every LLM engine of the account?` */
const completenessQuestion = (proposedKinds: Completeness['proposedKinds']): string =>
  `Do these files contain ${listed(
    proposedKinds.map(kind => `every ${nouns[kind]}`),
    'and',
  )} of the account? Then a reference to another one is an error. [y/N] `;

/**
 * The hook as an item of `repos:`.
 * @param installed whether the project has its own packages, in which npx finds Preflight
 * @param program the running program, which is used without packages, because no registry has Preflight
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

/** The command that starts a program: `preflight` for a global installation, otherwise Node with the file. */
const runningAs = (program: string): string =>
  /(?:^|\/)(?:agent-)?preflight$/.test(program) ? 'preflight' : `node ${/\s/.test(program) ? `"${program}"` : program}`;
const inYaml = (text: string): string =>
  /^[\w ./:@+-]+$/.test(text) && !text.includes(': ') ? text : JSON.stringify(text);

/**
 * The text of a `.pre-commit-config.yaml` with the hook appended.
 * @param text the current text; undefined if there is no file
 * @returns `present` if the text has the hook, undefined if appending is safe only for a YAML parser
 */
export function withHook(text: string | undefined, hook: string): string | 'present' | undefined {
  if (text === undefined || text.trim() === '') return `repos:\n${indentLines(hook, '  ')}`;
  if (/\bid:\s*['"]?preflight\b/.test(text)) return 'present';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const repos = lines.findIndex(line => /^repos:\s*(#.*)?$/.test(line));
  if (repos < 0) return undefined;
  const followingLines = lines.slice(repos + 1).filter(line => line.trim() !== '' && !/^\s*#/.test(line));
  const dash = /^(\s*)- /.exec(followingLines[0] ?? '');
  // a line that is less indented than the items of `repos:` begins another key, so the list is not at the end of the
  // file
  if (
    !dash ||
    followingLines.some(line => /^\s*/.exec(line)![0].length <= dash[1]!.length && !line.startsWith(`${dash[1]}- `))
  )
    return undefined;
  return `${text.trimEnd()}${eol}${indentLines(hook, dash[1]!).replaceAll('\n', eol)}`;
}

const indentLines = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);
