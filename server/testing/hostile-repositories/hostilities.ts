import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { linkStatsOf } from '../../state/regular-file.ts';
import { trapped } from '../git-traps.ts';
import { json, places, put, replace, textFiles, tryGit, type Checkout, type Templates } from './checkout.ts';
import {
  hugeFlow,
  leaveCredentials,
  poisonBaseline,
  poisonConfiguration,
  poisonFiles,
  poisonIgnores,
  poisonSeries,
} from './poisons.ts';

/**
 * Makes a checkout hostile.
 * @returns a description for the report
 */
type Hostility = (checkout: Checkout, templates: Templates) => string;

const anyPlaces = [...places.settings, ...places.files, ...places.written, ...places.git];
const isOfGit = (place: string): boolean => place.startsWith('.git/') || place === '.git';
function place(checkout: Checkout, share = 0.15): string {
  const { random } = checkout,
    text = random.chance(share)
      ? random.pick(places.inGit)
      : random.pick<string>(random.chance(0.4) ? places.settings : anyPlaces);
  if (isOfGit(text)) checkout.hasOddGit = true;
  return text;
}

const outsideFiles = [
  'secret',
  'secret.json',
  'x.agent.json',
  'preflight.config.json',
  'preflight.baseline.json',
  'series.csv',
  '.gitignore',
  '',
  'git',
  'git/HEAD',
  'repo',
  'repo',
  'repo/x.agent.json',
  'made-by-writing.json',
  'no-folder/made-by-writing.json',
] as const;

/**
 * The target of a link: outside the checkout, the link itself, another link, nothing, a file of git, or a system file.
 */
function targetOf({ folder, outside, random }: Checkout, path: string): string {
  const kind = random.next();
  if (kind < 0.5) {
    const target = join(outside, random.pick(outsideFiles));
    return random.chance(0.5) ? target : relative(dirname(path), target);
  }
  if (kind < 0.65)
    return random.pick([
      '/proc/self/environ',
      '/proc/self/cwd/../outside/secret.json',
      '/proc/version',
      '/proc/self/root/proc/version',
      '/proc/self/fd/0',
      '/dev/zero',
      '/dev/full',
      '/dev/tty',
      '/dev/stdin',
      '/dev/fd/1',
      '/sys',
      '/proc',
    ]);
  const inside = random.pick([...anyPlaces, ...places.inGit, '.', '..', 'loop', 'nothing', path]);
  return random.chance(0.5) ? join(folder, inside) : relative(dirname(path), join(folder, inside)) || '.';
}

const linkHostility: Hostility = checkout => {
  const relativePath = place(checkout);
  let text = '';
  replace(checkout, relativePath, path => {
    const target = targetOf(checkout, path);
    if (checkout.random.chance(0.2)) {
      // the link leads to the target through another link
      const outer = mkdtempSync(join(checkout.folder, 'between-'));
      symlinkSync(target, join(outer, 'link'));
      symlinkSync(relative(dirname(path), join(outer, 'link')), path);
    } else symlinkSync(target, path);
    text = `${relativePath} → ${target}`;
  });
  return `link ${text}`;
};
const loopHostility: Hostility = checkout => {
  replace(checkout, 'loop', path => symlinkSync('loop-back', path));
  replace(checkout, 'loop-back', path => symlinkSync('loop', path));
  const relativePath = place(checkout);
  replace(checkout, relativePath, path => symlinkSync(join(checkout.folder, 'loop'), path));
  return `loop at ${relativePath}`;
};
const pipeHostility: Hostility = (checkout, templates) => {
  const relativePath = place(checkout, 0.3);
  replace(checkout, relativePath, path => templates.pipe(path));
  return `pipe at ${relativePath}`;
};
const folderHostility: Hostility = checkout => {
  const relativePath = place(checkout, 0.2);
  replace(checkout, relativePath, path => {
    mkdirSync(join(path, 'in/it'), { recursive: true });
    writeFileSync(join(path, 'x.agent.json'), '{}');
  });
  return `folder at ${relativePath}`;
};
const fileHostility: Hostility = checkout => {
  const relativePath = place(checkout, 0.3),
    { random } = checkout;
  put(
    checkout,
    relativePath,
    random.pick(['', '\0', '{', '\x1b[2J\u202e\n::error::x\n', '[]', 'gitdir: .', 'x'.repeat(100_000)]),
  );
  return `file at ${relativePath}`;
};

/** Makes a folder look like a bare repository. */
const bareHostility: Hostility = checkout => {
  const { random } = checkout,
    path = random.pick(['agents', 'teams/a', 'numbers', 'more']);
  const config =
    '[core]\n repositoryformatversion = 0\n bare = false\n worktree = ../../outside\n fsmonitor = touch ran\n hooksPath = .\n' +
    '[extensions]\n partialClone = evil\n[include]\n path = ../../outside/secret\n';
  put(checkout, `${path}/HEAD`, random.pick(['ref: refs/heads/main\n', `${'0'.repeat(40)}\n`]));
  put(checkout, `${path}/config`, config);
  put(checkout, `${path}/info/exclude`, '*\n');
  for (const part of ['refs/heads/x', 'objects/x']) put(checkout, `${path}/${part}`, '');
  return `bare folder ${path}`;
};
const dotGits: readonly (readonly [file: string, content: string])[] = [
  ['.git', 'gitdir: ../outside/git\n'],
  ['.git', 'gitdir: /proc/self/cwd\n'],
  ['.git', 'gitdir: .\n'],
  ['.git', `gitdir: ${'x/'.repeat(3000)}\n`],
  ['.git', 'gitdir: \x1b[31m\n\n'],
  ['agents/.git', 'gitdir: ../../outside/git\n'],
  ['agents/.git', 'gitdir: ../.git\n'],
  ['agents/.git/HEAD', 'ref: refs/heads/main\n'],
  ['.git/HEAD', 'ref: ../../outside/secret\n'],
  ['.git/HEAD', `ref: refs/heads/${'x'.repeat(5000)}\n`],
  ['.git/HEAD', '\x1b[31mx\n'],
  ['.git/config', '[core]\n\trepositoryformatversion = 0\n\tworktree = ../../outside\n\tbare = true\n'],
  ['.git/config', '[include]\n\tpath = ../../outside/secret\n[core]\n\trepositoryformatversion = 1\n'],
  ['.git/config', '[core]\n\tfsmonitor = touch ran\n\tsshCommand = touch ran\n\tpager = touch ran\n[core]\n\tbare\n'],
  ['.git/config', `[core]\n${'\tx = y\n'.repeat(50_000)}`],
  ['.git/config', '[core]\n\texcludesFile = ../outside/secret\n\tattributesFile = /proc/self/environ\n'],
  ['.git/commondir', '../../outside/git\n'],
  ['.git/packed-refs', '# pack-refs with: peeled\nCANARY\n'],
  ['.git/packed-refs', `${'0'.repeat(40)} refs/heads/main\n`.repeat(10_000)],
  ['.git/objects/info/alternates', '../../../outside\n/proc/self/cwd\n'],
  ['.git/index', 'DIRC\0\0\0\x02\xff\xff\xff\xff'],
  ['.git/index', ''],
  ['.git/shallow', `${'0'.repeat(40)}\n`],
  ['.git/info/attributes', '* filter=evil diff=evil working-tree-encoding=UTF-16 ident eol=crlf\n'],
  ['.git/info/sparse-checkout', '/*\n!/agents/\n'],
  ['.git/refs/heads/main', '\x1b[2J\n'],
  ['.git/index.lock', ''],
];
const oddGit: Hostility = checkout => {
  const [path, content] = checkout.random.pick(dotGits);
  checkout.hasOddGit = true;
  put(checkout, path, Buffer.from(content, 'latin1'));
  return `${path}: ${JSON.stringify(content.slice(0, 60))}`;
};
const traps: Hostility = checkout => {
  // traps are set only if `.git` is a folder, not through a link
  if (checkout.hasOddGit || !linkStatsOf(join(checkout.folder, '.git'))?.isDirectory()) return 'no traps';
  checkout.hasOddGit = true;
  trapped(checkout.folder);
  return 'traps in git';
};
const gitFiles: Hostility = checkout => {
  const { random } = checkout,
    path = random.pick(['.gitattributes', 'agents/.gitattributes', '.gitmodules', '.lfsconfig', '.mailmap']);
  const text = random.pick([
    '*.json filter=evil diff=evil merge=evil text eol=crlf ident working-tree-encoding=UTF-16LE\n',
    '*.json filter=lfs diff=lfs merge=lfs -text\n',
    '[submodule "x"]\n\tpath = ../outside\n\turl = ext::touch ran\n\tupdate = !touch ran\n',
    '[submodule "agents"]\n\tpath = agents\n\turl = ./agents\n',
    `[attr]x ${'x '.repeat(20_000)}\n* x\n`,
    '\0\xff\x1b[2J',
  ]);
  put(checkout, path, Buffer.from(text, 'latin1'));
  return `${path}: ${JSON.stringify(text.slice(0, 60))}`;
};
/** Changes made by git commands, which take most of the time of a case. */
const stagedHostility: Hostility = checkout => {
  const { random, folder } = checkout;
  switch (random.upTo(6)) {
    case 0:
      tryGit(folder, 'add', '-A', '-f');
      tryGit(folder, 'commit', '-qm', 'hostile');
      return 'committed';
    case 1:
      tryGit(folder, 'add', '-A', '-f');
      return 'staged';
    case 2:
      if (random.chance(0.5)) {
        // later changes are checked by these settings, because the base now contains them
        tryGit(folder, 'add', '-A', '-f');
        tryGit(folder, 'commit', '-qm', 'hostile');
        tryGit(folder, 'branch', '-f', 'main', 'HEAD');
        return 'committed on main';
      }
      tryGit(folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/agents/', '!/preflight.config.json');
      checkout.hasOddGit = true;
      return 'sparse';
    case 3:
      tryGit(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},teams`);
      return 'a commit in place of teams';
    case 4:
      tryGit(folder, 'update-index', random.pick(['--skip-worktree', '--assume-unchanged']), random.pick(textFiles));
      return 'a file that git does not look at';
    default:
      tryGit(folder, 'rm', '-q', '-r', '--cached', 'agents', 'preflight.config.json');
      return 'untracked';
  }
};

const oddNames: readonly string[] = [
  'a\nb.agent.json',
  '\x1b[2J\x1b]0;x\x07.agent.json',
  '\r::error::x.agent.json',
  '##vso[x]y.agent.json',
  'caf\xe9.agent.json',
  '\xff\xfe.llm.json',
  '\xc3\x28.json',
  '\xe2\x80\xae nosj.agent.json',
  ' .agent.json ',
  '-rf.agent.json',
  '--fix.agent.json',
  '*.agent.json',
  '[a-z].agent.json',
  '{a,b}.agent.json',
  '!x.agent.json',
  '\\.agent.json',
  'C:x.agent.json',
  'CON.agent.json',
  '__proto__.agent.json',
  'constructor.phone-number.json',
  '%2e%2e%2f.agent.json',
  '"\'`$(touch ran);|&<>.agent.json',
  '#?.agent.json',
  `${'x'.repeat(244)}.agent.json`,
  '.agent.json',
  '..agent.json',
  '....json',
  'preflight.config.JSON',
  'Preflight.Config.json',
  '|table|<b>.agent.json',
  '~.agent.json',
  '@prod.agent.json',
  'a.agent.json\u00a0',
];
const oddNameHostility: Hostility = checkout => {
  const { random, folder } = checkout,
    text: string[] = [];
  for (let i = 0; i <= random.upTo(3); i++) {
    const name = random.pick(oddNames),
      isFolder = random.chance(0.25);
    const path = Buffer.concat([
      Buffer.from(`${folder}/${random.pick(['', '', 'drafts/'])}`),
      Buffer.from(isFolder ? `${name.slice(0, 200)}/desk.agent.json` : name, 'latin1'),
    ]);
    try {
      mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
      writeFileSync(path, random.pick([json({ agent_id: 'agent_odd', voice_speed: 99 }), '{"agent_id": "a" "b"', '']));
      text.push(JSON.stringify(name));
    } catch {
      // a parent folder was replaced by something else
    }
  }
  return `named ${text.join(', ')}`;
};
const deepHostility: Hostility = checkout => {
  const { random } = checkout,
    levels = random.pick([60, 150, 800]);
  put(checkout, `${'d/'.repeat(levels)}x.agent.json`, '{"agent_id": "agent_deep", "voice_speed": 99}');
  return `${levels} folders deep`;
};
const manyHostility: Hostility = checkout => {
  const { random } = checkout;
  for (let i = 0; i < 150; i++) put(checkout, `many/${i}.agent.json`, '{"agent_id": "agent_same", "voice_speed": 99}');
  if (random.chance(0.5)) for (let i = 0; i < 30; i++) put(checkout, `many/${i}/preflight.config.json`, '{}');
  return 'many files';
};
/** Moves a file to the name of another kind, or to the place of a configuration. */
const swappedHostility: Hostility = checkout => {
  const { random, folder } = checkout,
    [from, to] = [
      random.pick(textFiles),
      random.pick([...textFiles, 'preflight.config.json', 'preflight.baseline.json']),
    ];
  replace(checkout, to, path => renameSync(join(folder, from), path));
  return `${from} as ${to}`;
};

/** The hostile changes, each with its relative frequency. */
const hostilities: readonly (readonly [number, Hostility])[] = [
  [24, linkHostility],
  [3, loopHostility],
  [6, pipeHostility],
  [4, folderHostility],
  [4, fileHostility],
  [5, bareHostility],
  [9, oddGit],
  [3, traps],
  [4, gitFiles],
  [4, stagedHostility],
  [8, oddNameHostility],
  [1, deepHostility],
  [1, manyHostility],
  [2, swappedHostility],
  [12, poisonConfiguration],
  [3, poisonBaseline],
  [10, poisonFiles],
  [3, poisonSeries],
  [6, leaveCredentials],
  [2, hugeFlow],
  [5, poisonIgnores],
];
const total = hostilities.reduce((sum, [weight]) => sum + weight, 0);

/** Makes one to three hostile changes to a checkout. */
export function makeHostile(checkout: Checkout, templates: Templates): void {
  const { random, steps } = checkout;
  for (let i = 0; i <= random.upTo(3); i++) {
    let remainingWeight = random.upTo(total);
    const [, hostility] = hostilities.find(([weight]) => (remainingWeight -= weight) < 0)!;
    try {
      steps.push(hostility(checkout, templates));
    } catch (error) {
      // an earlier change may have nested values too deeply to be copied
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
