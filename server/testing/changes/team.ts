import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, git, write } from '../in-folders.ts';
import {
  change,
  json,
  move,
  repository,
  type Change,
  type Files,
  type FolderWith,
  type Run,
  type Verdict,
} from './change.ts';

/*
 * Changes to the repository of a team in which one agent is live through a weight list and a tag, and uses of git
 * features such as worktrees.
 */

const time = 1767225600000;
const agent = (id: string, more: object = {}): string =>
  json({
    agent_id: id,
    version: 1,
    is_published: true,
    last_modification_timestamp: time + 1,
    response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://desk.example.com/llm' },
    voice_id: '11labs-Myra',
    language: 'en-US',
    ...more,
  });
const list = (tags: object): string =>
  json([{ agent_id: 'agent_desk', agent_name: 'Desk', channel: 'voice', user_modified_timestamp: time, tags }]);
const edgeTo = (destination_node_id: string): object => ({
  id: 'on',
  transition_condition: { type: 'prompt', prompt: 'Always' },
  destination_node_id,
});
const flow = (destination: string): string =>
  json({
    conversation_flow_id: 'flow_1',
    start_speaker: 'agent',
    start_node_id: 'hello',
    model_choice: { type: 'cascading', model: 'gpt-4.1' },
    nodes: [
      {
        id: 'hello',
        type: 'conversation',
        instruction: { type: 'prompt', text: 'Greet.' },
        edges: [edgeTo(destination)],
      },
      { id: 'bye', type: 'end' },
    ],
  });
const arms = (reference: string | number): string =>
  json([{ agent_id: 'agent_desk', agent_version: reference, weight: 1 }]);
const night = 'agents/night.agent.json',
  ignores = 'agents/preflight.config.json:3 ignore',
  lateFile = 'agents/late.agent.json',
  team = 'agents/team.agent-list.json',
  weights = 'agents/main.agent-weights.json',
  engine = 'flows/main.conversation-flow.json',
  desk = ['agents/desk.agent.json', team, 'agents/agent_desk.agent-versions.json'] as const;
export const teamFiles = {
  'preflight.config.json': json({ ci: { assert: ['no breaks'] } }),
  [desk[0]]: agent('agent_desk', { version_title: 'the desk' }),
  [night]: agent('agent_night'),
  'agents/other.agent.json': agent('agent_other'),
  'agents/flow.agent.json': agent('agent_flow', {
    response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_1' },
  }),
  [team]: list({ prod: { version: 1 } }),
  [desk[2]]: json(
    [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: time + version })),
  ),
  [weights]: arms('prod'),
  [engine]: flow('bye'),
};
const badDesk = agent('agent_desk', { version_title: 'the desk', voice_speed: 9 }),
  fastVoice = { [night]: agent('agent_night', { voice_speed: 9 }) },
  mainFiles = { [team]: list({ prod: { version: 2 } }) };
const removeFiles = (folder: string, files: readonly string[] = desk): void =>
  files.forEach(file => rmSync(join(folder, file), { recursive: true }));
const speed = /voice\\?_speed/,
  deskLost = /agent\\?_desk/;

const verdict = (lines: readonly string[], more: Partial<Verdict> = {}) => ({
  verdict: { findings: lines, holds: true, hidden: [], unchecked: [], ...more },
});
const breakage = { holds: false };
const edit = (name: string, files: Files | Change['do'], more: Pick<Change, 'codes' | 'says' | 'verdict'>): Change => ({
  name,
  repository: folderWith => repository(folderWith, teamFiles),
  do: typeof files === 'function' ? files : repo => change(repo, files),
  ...more,
});
const edits: readonly Change[] = [
  edit('an agent without references is deleted', { [night]: null }, verdict([])),
  edit('an agent that a weight list selects is deleted', removeFiles, {
    says: deskLost,
    ...verdict([`${weights} lost-reference /0/agent_id error`], breakage),
  }),
  edit('a record is renamed', repo => move(repo, desk[0], 'agents/front.agent.json'), verdict([])),
  edit('a record is moved', repo => move(repo, desk[0], 'moved/desk.agent.json'), verdict([])),
  edit('a tag moves to another version', mainFiles, verdict([])),
  edit(
    'a tag is removed',
    { [team]: list({}) },
    verdict([`${weights} unresolved-agent-version /0/agent_version error`], breakage),
  ),
  edit('a tag and its reference are removed', { [team]: list({}), [weights]: arms(2) }, verdict([])),
  edit(
    'a reference to a missing version is added',
    { [weights]: arms(7) },
    verdict([`${weights} unresolved-agent-version /0/agent_version error`], breakage),
  ),
  edit(
    'an engine is deleted',
    { [engine]: null },
    verdict(['agents/flow.agent.json lost-reference /response_engine/conversation_flow_id error'], breakage),
  ),
  edit(
    'an edge gets a destination that does not exist',
    { [engine]: flow('by') },
    verdict([`${engine} unknown-node /nodes/0/edges/0/destination_node_id error`], breakage),
  ),
  edit('a value is out of range', fastVoice, {
    says: speed,
    ...verdict([`${night} out-of-range /voice_speed error`, `${night} published-version-edited /voice_speed error`]),
  }),
  edit('a value of a live version is out of range', { [desk[0]]: badDesk }, { codes: [1, 1, 1, 0, 1], says: speed }),
  edit(
    'a value of a new file is out of range',
    { 'agents/new.agent.json': agent('agent_new', { voice_speed: 9 }) },
    verdict(['agents/new.agent.json out-of-range /voice_speed error']),
  ),
  edit(
    'a weight list is cut off',
    { [weights]: arms('prod').slice(0, 35) },
    {
      says: /main\.agent-weights\.json/,
      ...verdict([`${weights} invalid-json  error`], breakage),
    },
  ),
  edit(
    'the agent list is cut off',
    { [team]: list({ prod: { version: 1 } }).slice(0, 56) },
    verdict([`${weights} unresolved-agent-version /0/agent_version info`, `${team} invalid-json  error`], breakage),
  ),
  edit(
    'only line ends change',
    Object.fromEntries(Object.entries(teamFiles).map(([file, text]) => [file, text.replaceAll('\n', '\r\n')])),
    verdict([]),
  ),
  edit(
    'a value is out of range, and the rule is switched off',
    {
      ...fastVoice,
      'preflight.config.json': json({ ci: { assert: ['no breaks'] }, rules: { 'out-of-range': 'off' } }),
    },
    verdict([`${night} published-version-edited /voice_speed error`], {
      hidden: [`${night} out-of-range /voice_speed by preflight.config.json:8 rules.out-of-range`],
    }),
  ),
  edit(
    'a value is out of range, and a new configuration ignores the file',
    { ...fastVoice, 'agents/preflight.config.json': json({ ignore: ['night*'] }) },
    verdict([], {
      hidden: ['out-of-range', 'published-version-edited'].map(rule => `${night} ${rule} /voice_speed by ${ignores}`),
      unchecked: [`${night} by ${ignores}`],
    }),
  ),
  edit(
    'the file of a live version is ignored',
    { 'preflight.config.json': json({ ci: { assert: ['no breaks'] }, ignore: ['desk*'] }) },
    verdict([], { unchecked: [`${desk[0]} by preflight.config.json:8 ignore live`] }),
  ),
  edit('the folder becomes a workspace of its own', { 'flows/preflight.config.json': '{}\n' }, verdict([])),
];

const passingCodes = [0, 0, 0, 0, 0] as const,
  brokenCodes = [1, 1, 1, 4, 1] as const;
type Scenario = Omit<Change, 'repository'> & { in?(folder: string, folderWith: FolderWith): string };
const noLiveChanges = async (run: Run, base: string, ...more: string[]): Promise<number> =>
  (await run('plan', '--base', base, ...more, '--assert', 'no live changes')).code;
const prints = async (run: Run, pattern: RegExp, ...args: string[]): Promise<boolean> =>
  pattern.test((await run(...args)).output);
/**
 * Clones a repository into a new folder.
 * @param options options of `git clone` that omit parts of the repository
 */
function clone(from: string, folderWith: FolderWith, ...options: string[]): string {
  const folder = folderWith({});
  git(from, 'config', 'uploadpack.allowFilter', 'true');
  git(folder, 'clone', '-q', ...options, `file://${from}`, '.');
  return folder;
}
function mainMovesOn(repo: string): void {
  git(repo, 'checkout', '-q', 'main');
  change(repo, mainFiles);
  commitAll(repo);
  git(repo, 'checkout', '-q', 'work');
}
const addsLate = (repo: string): void => write(repo, { [lateFile]: agent('agent_late') });
const newFiles = { 'agents/later.agent.json': agent('agent_later') };

const gitScenarios: readonly Scenario[] = [
  {
    name: 'a branch that lacks commits of main is compared with the common ancestor',
    do: repo => {
      mainMovesOn(repo);
      addsLate(repo);
    },
    codes: passingCodes,
    also: async (_, run) => [
      ['nothing live changes', await noLiveChanges(run, 'main'), 0],
      ['the tip of main', await noLiveChanges(run, 'main', '--base-exact'), 4],
      ['main...HEAD', await noLiveChanges(run, 'main...HEAD'), 0],
      ['main..HEAD', await noLiveChanges(run, 'main..HEAD'), 4],
    ],
  },
  {
    name: 'a merge commit is compared with main',
    do: repo => {
      addsLate(repo);
      commitAll(repo);
      mainMovesOn(repo);
      git(repo, 'merge', '-q', '--no-ff', '--no-commit', 'main');
    },
    codes: passingCodes,
    also: async (_, run) => [['nothing live changes', await noLiveChanges(run, 'main'), 0]],
  },
  {
    name: '`git commit -a` commits files that are not staged',
    do: repo => write(repo, { [desk[0]]: badDesk }),
    stage: () => undefined,
    commit: ['-am', 'work'],
    codes: [0, 1, 1, 0, 1],
    says: speed,
  },
  {
    name: '`git commit -- path` commits only one file',
    do: repo => write(repo, { [desk[0]]: badDesk, [night]: agent('agent_night', { agent_name: 'Night desk' }) }),
    commit: ['-m', 'work', '--', night],
    // the bad file is staged, but not part of this commit
    codes: [1, 0, 1, 0, 1],
    says: speed,
  },
  {
    name: '`git commit --amend` deletes an agent',
    do: repo => {
      addsLate(repo);
      commitAll(repo);
      removeFiles(repo);
    },
    commit: ['--amend', '--no-edit'],
    codes: brokenCodes,
    says: deskLost,
  },
  {
    name: 'a shallow clone lacks the commit of main',
    in: (repo, folderWith) => {
      addsLate(repo);
      commitAll(repo);
      return clone(repo, folderWith, '--depth', '1', '--branch', 'work');
    },
    do: repo => write(repo, newFiles),
    base: 'origin/main',
    codes: [0, 0, 2, 2, 2],
    says: /"git fetch --unshallow origin \+refs\/heads\/main:refs\/remotes\/origin\/main" fetches it/,
    also: async (repo, run) => {
      const [, command] = /"git (.*)" fetches it/.exec((await run('ci', '--base', 'origin/main')).output)!;
      git(repo, ...command!.split(' '));
      const commands = [
        ['lint', '--changed-since'],
        ['plan', '--base'],
        ['ci', '--base'],
      ];
      return Promise.all(
        commands.map(
          async line => [`${line[0]} after what it says`, (await run(...line, 'origin/main')).code, 0] as const,
        ),
      );
    },
  },
  {
    name: 'a partial clone lacks the contents of main',
    in: (repo, folderWith) => {
      change(repo, mainFiles);
      commitAll(repo);
      return clone(repo, folderWith, '--filter=blob:none', '--branch', 'work');
    },
    do: repo => write(repo, newFiles),
    base: 'origin/main',
    // this clone lacks the contents of the agent list on main, so assertions cannot hold
    codes: [0, 0, 0, 4, 4],
    says: /team\.agent-list\.json/,
    also: async (_, run) => {
      const isNamed = await prints(run, /"git fetch --refetch --no-filter"/, 'plan', '--base', 'origin/main');
      return [['the command that fetches it is named', isNamed, true]];
    },
  },
  {
    name: 'a monorepo contains the workspaces of two teams',
    in: (_, folderWith) =>
      repository(
        folderWith,
        Object.fromEntries(
          ['a', 'b'].flatMap(one => Object.entries(teamFiles).map(([name, text]) => [`teams/${one}/${name}`, text])),
        ),
      ),
    do: repo =>
      removeFiles(
        repo,
        desk.map(name => `teams/b/${name}`),
      ),
    codes: brokenCodes,
    says: /teams\/b/,
    also: async (_, run) => [
      ['both teams', await prints(run, /teams\/a\/[^]*teams\/b\//, 'resolve', '--all', '--format', 'json'), true],
      ['doctor', await prints(run, /teams\/a:/, 'doctor'), true],
      ['graph', await prints(run, /teams\/a/, 'graph'), true],
    ],
  },
  {
    name: 'a submodule contains an agent',
    in: (_, folderWith) => {
      const parts = (isShared: boolean): Files =>
        Object.fromEntries(
          Object.entries(teamFiles).filter(([name]) => (desk as readonly string[]).includes(name) === isShared),
        );
      const shared = repository(folderWith, parts(true)),
        repo = repository(folderWith, parts(false));
      git(repo, 'checkout', '-q', 'main');
      git(repo, 'submodule', '--quiet', 'add', '-b', 'main', shared, 'shared');
      commitAll(repo);
      git(repo, 'branch', '-qf', 'work');
      git(repo, 'checkout', '-q', 'work');
      return repo;
    },
    do: repo => {
      removeFiles(join(repo, 'shared'));
      commitAll(join(repo, 'shared'));
    },
    codes: brokenCodes,
    says: deskLost,
  },
  {
    name: 'an agent is deleted in a worktree',
    in: (repo, folderWith) => {
      const tree = folderWith({});
      git(repo, 'worktree', 'add', '-q', '-f', '-b', 'elsewhere', tree);
      return tree;
    },
    do: removeFiles,
    codes: brokenCodes,
    says: deskLost,
  },
  {
    name: 'a file with an error is untracked',
    do: repo => write(repo, { 'agents/new.agent.json': agent('agent_new', { voice_speed: 9 }) }),
    stage: () => undefined,
    commit: ['--allow-empty', '-m', 'work'],
    codes: [0, 0, 1, 0, 1],
    says: speed,
  },
  {
    name: 'a staged file with an error is missing in the working tree',
    do: repo => write(repo, { 'agents/new.agent.json': agent('agent_new', { voice_speed: 9 }) }),
    stage: repo => {
      git(repo, 'add', '-A');
      removeFiles(repo, ['agents/new.agent.json']);
    },
    codes: [1, 1, 0, 0, 0],
    says: speed,
  },
  {
    name: 'the option core.autocrlf changes all line ends',
    do: repo => {
      git(repo, 'config', 'core.autocrlf', 'true');
      for (const [name, text] of Object.entries(teamFiles)) write(repo, { [name]: text.replaceAll('\n', '\r\n') });
    },
    commit: ['--allow-empty', '-m', 'work'],
    codes: passingCodes,
    also: async (_, run) => [
      ['no file counts as changed', await prints(run, /0 files checked/, 'lint', '--changed-since', 'main'), true],
      ['the plan is empty', (await run('plan', '--base', 'main', '--assert', 'no changes')).code, 0],
    ],
  },
];

export const teamChanges: readonly Change[] = [
  ...edits,
  ...gitScenarios.map(({ in: within = repo => repo, ...scenario }) => ({
    ...scenario,
    repository: (folderWith: FolderWith) => within(repository(folderWith, teamFiles), folderWith),
  })),
];
