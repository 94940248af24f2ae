// Makes typical changes in real git repositories, and checks the verdict of every gate on each: `lint --staged`, git's pre-commit hook
// that runs it, `lint --changed-since`, `plan --base` and `ci`. Needs dist/ and git. Ends with "N passing, N failing".
// `node .ci/scenarios.mjs NAME` runs those with NAME in their names.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { callersScenarios } from './callers-scenarios.mjs';
import { judgeScenarios } from './judge-scenarios.mjs';

const preflight = new URL('../dist/preflight.cjs', import.meta.url).pathname;
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-scenarios-')));
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(GIT_|GITHUB_|PRE_COMMIT_)/.test(name)),
);
Object.assign(env, {
  GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig'),
  GIT_CONFIG_SYSTEM: '/dev/null',
  NO_COLOR: '1',
});
writeFileSync(
  env.GIT_CONFIG_GLOBAL,
  '[user]\n\tname = Team\n\temail = team@example.test\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n' +
    '[uploadpack]\n\tallowFilter = true\n[advice]\n\tdetachedHead = false\n',
);

// ---- a team's repository: an agent that callers reach through a weight list and a tag, and one that nothing refers to

const json = value => `${JSON.stringify(value, undefined, 2)}\n`;
const time = 1767225600000;
const agent = (id, more = {}) =>
  json({
    agent_id: id,
    version: 1,
    is_published: true,
    last_modification_timestamp: time,
    response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://desk.example.com/llm' },
    voice_id: '11labs-Myra',
    language: 'en-US',
    ...more,
  });
const list = version =>
  json([
    {
      agent_id: 'agent_desk',
      agent_name: 'Desk',
      channel: 'voice',
      user_modified_timestamp: time,
      tags: { prod: { version } },
    },
  ]);
const versions = json(
  [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: time + version })),
);
const workspace = {
  'preflight.config.json': json({ ci: { assert: ['no breaks'] } }),
  'agents/desk.agent.json': agent('agent_desk', { version_title: 'the desk' }),
  'agents/night.agent.json': agent('agent_night'),
  'agents/team.agent-list.json': list(1),
  'agents/agent_desk.agent-versions.json': versions,
  'agents/main.agent-weights.json': json([{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }]),
};
const bad = agent('agent_desk', { version_title: 'the desk', voice_speed: 9 });
const desk = ['agents/desk.agent.json', 'agents/team.agent-list.json', 'agents/agent_desk.agent-versions.json'];

// ---- helpers

const git = (folder, ...args) =>
  execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
const remove = (folder, names) => names.forEach(name => rmSync(join(folder, name), { recursive: true }));
const commit = (folder, message = 'work') => {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--no-verify', '--allow-empty', '-m', message);
};
let made = 0;
/** A repository with these files on main, and a new branch checked out. */
function repository(files = workspace) {
  const folder = join(scratch, `r${made++}`);
  mkdirSync(folder);
  git(folder, 'init', '-q');
  write(folder, files);
  commit(folder, 'base');
  git(folder, 'checkout', '-qb', 'work');
  return folder;
}
/** Installs the hook from the README. */
function hooked(folder) {
  const hooks = resolve(folder, git(folder, 'rev-parse', '--git-path', 'hooks'));
  mkdirSync(hooks, { recursive: true });
  const line = `#!/bin/sh\nexec "${process.execPath}" "${preflight}" lint --staged\n`;
  writeFileSync(join(hooks, 'pre-commit'), line, { mode: 0o755 });
}
const run = (folder, ...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [preflight, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
};

/** How each gate is run, in this order. A commit that the hook stops is then made without it, so that the later gates see it. */
const gates = {
  staged: (folder, { stage = at => git(at, 'add', '-A') }) => {
    stage(folder);
    return run(folder, 'lint', '--staged');
  },
  hook: (folder, { commit: args = ['-m', 'work'] }) => {
    hooked(folder);
    const { status, stdout, stderr } = spawnSync('git', ['commit', ...args], { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) git(folder, 'commit', '--no-verify', '-q', ...args);
    return { code: status, said: stdout + stderr };
  },
  since: (folder, { base = 'main' }) => run(folder, 'lint', '--changed-since', base),
  plan: (folder, { base = 'main' }) => run(folder, 'plan', '--base', base, '--assert', 'no breaks'),
  ci: (folder, { base = 'main' }) => run(folder, 'ci', '--base', base),
};

// ---- the scenarios: a change, and the exit codes of staged, hook, since, plan, ci; a gate with another code than 0 must print `says`

const fine = [0, 0, 0, 0, 0];
const broken = [1, 1, 1, 4, 1];
const scenarios = [
  { name: 'delete', do: at => remove(at, ['agents/night.agent.json']), codes: fine },
  { name: 'delete with references', do: at => remove(at, desk), codes: broken, says: /agent\\?_desk/ },
  {
    name: 'rename',
    do: at => renameSync(join(at, desk[0]), join(at, 'agents/front.agent.json')),
    codes: fine,
  },
  { name: 'edit', do: at => write(at, { [desk[0]]: bad }), codes: [1, 1, 1, 0, 1], says: /voice\\?_speed/ },
  {
    name: 'move',
    do: at => {
      mkdirSync(join(at, 'moved'));
      renameSync(join(at, desk[0]), join(at, 'moved/desk.agent.json'));
    },
    codes: fine,
  },
  {
    name: 'unreadable',
    do: at => write(at, { 'agents/main.agent-weights.json': workspace['agents/main.agent-weights.json'].slice(0, 40) }),
    codes: broken,
    says: /main\.agent-weights\.json/,
  },
  {
    name: 'lagging branch',
    do: at => {
      git(at, 'checkout', '-q', 'main');
      write(at, { [desk[1]]: list(2) });
      commit(at, 'main moves on');
      git(at, 'checkout', '-q', 'work');
      write(at, { 'agents/late.agent.json': agent('agent_late') });
    },
    codes: fine,
    also: at => [
      ['nothing live changes', run(at, 'plan', '--base', 'main', '--assert', 'no live changes').code, 0],
      ['the tip of main', run(at, 'plan', '--base', 'main', '--base-exact', '--assert', 'no live changes').code, 4],
      ['main...HEAD', run(at, 'plan', '--base', 'main...HEAD', '--assert', 'no live changes').code, 0],
      ['main..HEAD', run(at, 'plan', '--base', 'main..HEAD', '--assert', 'no live changes').code, 4],
    ],
  },
  {
    name: 'merge commit',
    do: at => {
      write(at, { 'agents/late.agent.json': agent('agent_late') });
      commit(at);
      git(at, 'checkout', '-q', 'main');
      write(at, { [desk[1]]: list(2) });
      commit(at, 'main moves on');
      git(at, 'checkout', '-q', 'work');
      git(at, 'merge', '-q', '--no-ff', '--no-commit', 'main');
    },
    codes: fine,
    also: at => [['nothing live changes', run(at, 'plan', '--base', 'main', '--assert', 'no live changes').code, 0]],
  },
  {
    name: 'commit -a',
    do: at => write(at, { [desk[0]]: bad }),
    stage: () => undefined,
    commit: ['-am', 'work'],
    codes: [0, 1, 1, 0, 1],
    says: /voice\\?_speed/,
  },
  {
    name: 'commit -- path',
    do: at => write(at, { [desk[0]]: bad, 'agents/night.agent.json': agent('agent_night', { volume: 1.5 }) }),
    commit: ['-m', 'work', '--', 'agents/night.agent.json'],
    // the bad file is staged, but not part of this commit
    codes: [1, 0, 1, 0, 1],
    says: /voice\\?_speed/,
  },
  {
    name: 'amend',
    do: at => {
      write(at, { 'agents/late.agent.json': agent('agent_late') });
      commit(at);
      remove(at, desk);
    },
    commit: ['--amend', '--no-edit'],
    codes: broken,
    says: /agent\\?_desk/,
  },
  {
    name: 'shallow clone',
    in: at => {
      write(at, { 'agents/late.agent.json': agent('agent_late') });
      commit(at);
      return cloned(at, '--depth', '1', '--branch', 'work');
    },
    do: at => write(at, { 'agents/later.agent.json': agent('agent_later') }),
    base: 'origin/main',
    codes: [0, 0, 2, 2, 2],
    says: /"git fetch --unshallow origin \+refs\/heads\/main:refs\/remotes\/origin\/main" fetches it/,
    also: at => {
      const [, command] = /"git (.*)" fetches it/.exec(run(at, 'ci', '--base', 'origin/main').said);
      git(at, ...command.split(' '));
      return ['lint --changed-since', 'plan --base', 'ci --base'].map(line => [
        `${line} after what it says`,
        run(at, ...line.split(' '), 'origin/main').code,
        0,
      ]);
    },
  },
  {
    name: 'partial clone',
    in: at => {
      write(at, { [desk[1]]: list(2) });
      commit(at);
      return cloned(at, '--filter=blob:none', '--branch', 'work');
    },
    do: at => write(at, { 'agents/later.agent.json': agent('agent_later') }),
    base: 'origin/main',
    // the list's contents on main are not in this clone, so no assertion can hold
    codes: [0, 0, 0, 4, 4],
    says: /team\.agent-list\.json/,
    also: at => [
      [
        'the command that fetches it is named',
        /"git fetch --refetch --no-filter"/.test(run(at, 'plan', '--base', 'origin/main').said),
        true,
      ],
    ],
  },
  {
    name: 'monorepo',
    in: () =>
      repository(
        Object.fromEntries(
          ['a', 'b'].flatMap(team => Object.entries(workspace).map(([name, text]) => [`teams/${team}/${name}`, text])),
        ),
      ),
    do: at =>
      remove(
        at,
        desk.map(name => `teams/b/${name}`),
      ),
    codes: broken,
    says: /teams\/b/,
    also: at => [
      [
        'resolve sees both',
        (run(at, 'resolve', '--all', '--format', 'json').said.match(/"file": "teams\/[ab]\//g) ?? []).length > 1,
        true,
      ],
      ['doctor', /teams\/a:/.test(run(at, 'doctor').said), true],
      ['graph', /teams\/a/.test(run(at, 'graph').said), true],
    ],
  },
  {
    name: 'submodule',
    in: () => {
      const shared = repository(Object.fromEntries(desk.map(name => [name, workspace[name]])));
      const rest = Object.fromEntries(Object.entries(workspace).filter(([name]) => !desk.includes(name)));
      const at = repository(rest);
      git(at, 'checkout', '-q', 'main');
      git(at, 'submodule', '--quiet', 'add', '-b', 'main', shared, 'shared');
      commit(at, 'with the desk');
      git(at, 'branch', '-qf', 'work');
      git(at, 'checkout', '-q', 'work');
      return at;
    },
    do: at => {
      remove(join(at, 'shared'), desk);
      commit(join(at, 'shared'), 'the desk goes');
    },
    codes: broken,
    says: /agent\\?_desk/,
  },
  {
    name: 'worktree',
    in: at => {
      const tree = `${at}-tree`;
      git(at, 'worktree', 'add', '-q', '-b', 'elsewhere', tree);
      return tree;
    },
    do: at => remove(at, desk),
    codes: broken,
    says: /agent\\?_desk/,
  },
  {
    name: 'untracked',
    do: at => write(at, { 'agents/new.agent.json': agent('agent_new', { voice_speed: 9 }) }),
    stage: () => undefined,
    commit: ['--allow-empty', '-m', 'work'],
    codes: [0, 0, 1, 0, 1],
    says: /voice\\?_speed/,
  },
  {
    name: 'staged but not in the tree',
    do: at => write(at, { 'agents/new.agent.json': agent('agent_new', { voice_speed: 9 }) }),
    stage: at => {
      git(at, 'add', '-A');
      remove(at, ['agents/new.agent.json']);
    },
    codes: [1, 1, 0, 0, 0],
    says: /voice\\?_speed/,
  },
  {
    name: 'autocrlf',
    do: at => {
      git(at, 'config', 'core.autocrlf', 'true');
      for (const name of Object.keys(workspace))
        write(at, { [name]: readFileSync(join(at, name), 'utf8').replaceAll('\n', '\r\n') });
    },
    commit: ['--allow-empty', '-m', 'work'],
    codes: fine,
    also: at => [
      ['no file counts as changed', /0 files checked/.test(run(at, 'lint', '--changed-since', 'main').said), true],
      ['and the plan is empty', run(at, 'plan', '--base', 'main', '--assert', 'no changes').code, 0],
    ],
  },
];

scenarios.push(
  ...judgeScenarios({ write, remove, agent, list, workspace, repository }),
  ...callersScenarios({ write, remove, repository }),
);

function cloned(from, ...options) {
  const folder = join(scratch, `r${made++}`);
  git(scratch, 'clone', '-q', ...options, `file://${from}`, folder);
  return folder;
}

// ---- the run

let passing = 0,
  failing = 0;
function check(name, isRight, told) {
  if (isRight) passing++;
  else {
    failing++;
    console.log(`FAILED ${name}: ${told}`);
  }
}

try {
  // the workspace must be correct before any change, or every gate would fail
  const clean = repository();
  check('the workspace itself', run(clean, 'lint').code === 0, run(clean, 'lint').said);
  for (const scenario of scenarios.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
    const at = scenario.in ? scenario.in(repository()) : repository();
    scenario.do(at);
    Object.entries(gates).forEach(([gate, ask], i) => {
      const name = `${scenario.name}, ${gate}`,
        wanted = scenario.codes[i],
        { code, said } = ask(at, scenario);
      check(name, code === wanted, `exit code ${code} instead of ${wanted}\n${said}`);
      if (wanted !== 0 && code === wanted)
        check(`${name}, what it names`, scenario.says.test(said), `no ${scenario.says} in\n${said}`);
    });
    for (const [what, is, wanted] of scenario.also?.(at) ?? [])
      check(`${scenario.name}, ${what}`, is === wanted, `${is} instead of ${wanted}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${passing} passing, ${failing} failing`);
process.exitCode = failing > 0 || passing === 0 ? 1 : 0;
