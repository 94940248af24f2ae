import { execFileSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../../state/paths.ts';
import { linkStatsOf } from '../../state/regular-file.ts';
import { commitAll, git, write } from '../in-folders.ts';
import type { Random } from '../fuzz/random.ts';

/** Secrets outside of every checkout and in the environment: no command may print them or store them in a checkout. */
export const secrets = {
  outside: 'CANARY-OF-WHAT-IS-OUTSIDE',
  environment: 'CANARY-OF-THE-ENVIRONMENT',
  system: 'Linux version ',
} as const;
/** A credential in the files of a checkout: commands may write it back to these files, but never print it. */
export const credential = 'CANARY7OF7CREDENTIALS';

/** A checkout beside private files. All paths are absolute. */
export interface Checkout {
  /** The folder that contains the checkout. */
  readonly parentFolder: string;
  /** The top folder of the checkout. */
  readonly folder: string;
  readonly outside: string;
  readonly random: Random;
  /** Whether the `.git` folder was altered, so that the reads of git are not checked. */
  hasOddGit: boolean;
  /** Descriptions of the hostile changes to the checkout. */
  readonly steps: string[];
}

/** The files of the sample clinic that every checkout contains; they cover most kinds. */
const usedNames = [
  'agents/front-desk/v2.agent.json',
  'agents/front-desk/agent_frontdesk01.agent-versions.json',
  'agents/agents.agent-list.json',
  'engines/front-desk.llm.json',
  'flows/billing.conversation-flow.json',
  'numbers/main.phone-number.json',
  'batches/flu-clinic.batch-call.json',
  'alerts/slow-lookups.alert-rule.json',
  'alerts/slow-lookups-2026-01-12.csv',
] as const;
export const textFiles: readonly string[] = usedNames;

/** A configuration with every key, in which values are replaced by hostile ones. */
export const configuration = {
  extends: ['./base.json'],
  rules: { 'group:style': 'info', 'unencrypted-url': 'error', 'short-names': 'warning' },
  select: ['group:values', 'unencrypted-url'],
  overrides: [{ files: ['agents/**/*.json', '!agents/x/*'], rules: { 'group:values': 'error' } }],
  files: { agent: ['exports/*.json'], llm: ['*.engine.json'] },
  ignore: ['drafts/**', '*.tmp.json'],
  voices: { 'clinic-studio-*': 'cartesia' },
  complete: ['agent', 'llm'],
  liveTags: ['prod', 'canary'],
  platform: '2026-06-01',
  knownValues: { agent: { language: ['xx-XX'] } },
  accountWebhookUrl: 'https://hooks.example.com/all',
  dialect: 'specification',
  names: { prompt_text: 'words' },
  accept: [{ reference: 'prod of agent_frontdesk01', reason: 'it is retired', until: '2027-01-31' }],
  assumptions: { 'publish-order': true },
  ci: { assert: ['no breaks', 'prod unchanged'] },
  guard: {
    operations: { deploy_voice: 'publish-agent-version' },
    programs: ['voicectl'],
    hosts: ['api.eu.example.com'],
  },
  policies: [
    {
      id: 'short-names',
      shape: 'agent-settings',
      at: '/agent_name',
      when: { tag: ['prod'], live: true, channel: 'voice', path: ['agents/**'] },
      must: { type: 'string', pattern: '^[A-Z].{0,30}$', anyOf: [{ minLength: 1 }, { const: '' }] },
      message: 'the name {value} is too long',
      why: 'it is read aloud',
      severity: 'info',
      examples: { valid: [{ agent_name: 'Desk' }], invalid: [{ agent_name: 'desk' }] },
    },
  ],
  suppress: [
    {
      rule: 'unencrypted-url',
      file: 'agents/front-desk/v2.agent.json',
      at: '/webhook_url',
      reason: 'inside the VPN',
      until: '2027-01-31',
    },
  ],
};

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Runs a git command, which may fail in a hostile repository. */
export function tryGit(folder: string, ...args: string[]): void {
  try {
    git(folder, ...args);
  } catch {
    // a failure only means that this hostile change is missing
  }
}

/** Templates of checkouts, made by git once and copied for each case. */
export class Templates {
  readonly #folder: string;
  /**
   * @param root the folder of this repository
   * @param folder an empty folder for the templates
   */
  constructor(root: string, folder: string) {
    this.#folder = folder;
    const schema = JSON.parse(readFileSync(join(root, 'schemas/preflight-config.schema.json'), 'utf8')) as {
        readonly properties: object;
      },
      missing = Object.keys(schema.properties).filter(key => key !== '$schema' && !Object.hasOwn(configuration, key));
    if (missing.length > 0) throw new Error(`no value of ${missing.join(', ')} is poisoned`);
    const plainFolder = join(folder, 'plain');
    write(plainFolder, {
      ...Object.fromEntries(usedNames.map(file => [file, readFileSync(join(root, 'samples/clinic', file))])),
      'preflight.config.json': json({ liveTags: ['prod', 'canary'] }),
      'teams/a/preflight.config.json': '{}\n',
      'teams/a/desk.agent.json': readFileSync(join(root, 'samples/clinic/agents/billing/v1.agent.json')),
      '.gitignore': 'drafts/\n',
    });
    git(plainFolder, 'init', '-q');
    commitAll(plainFolder);
    git(plainFolder, 'checkout', '-qb', 'work');
    const desk = join(plainFolder, usedNames[0]);
    writeFileSync(desk, readFileSync(desk, 'utf8').replace(/"voice_speed": [\d.]+/, '"voice_speed": 1.9'));
    git(plainFolder, 'commit', '-qam', 'work');
    git(plainFolder, 'gc', '-q');
    for (const part of ['hooks', 'logs', 'description', 'COMMIT_EDITMSG'])
      rmSync(join(plainFolder, '.git', part), { recursive: true, force: true });
    const tree = join(folder, 'worktree');
    cpSync(plainFolder, join(tree, 'main'), { recursive: true });
    git(join(tree, 'main'), 'worktree', 'add', '-q', '-b', 'elsewhere', '../checkout');
    writeFileSync(join(tree, 'checkout/.git'), 'gitdir: ../main/.git/worktrees/checkout\n');
    const target = join(folder, 'submodule');
    cpSync(plainFolder, join(target, 'shared'), { recursive: true });
    mkdirSync(join(target, 'checkout'));
    git(join(target, 'checkout'), 'init', '-q');
    git(join(target, 'checkout'), 'submodule', '--quiet', 'add', '../shared', 'shared');
    write(join(target, 'checkout'), { 'preflight.config.json': '{}\n' });
    commitAll(join(target, 'checkout'));
    renameSync(join(plainFolder, '.git'), join(folder, 'git'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
  }

  /** Creates the folder `top`, and a checkout in it. */
  checkout(top: string, random: Random): Checkout {
    const outside = join(top, 'outside'),
      kind = random.next();
    mkdirSync(top, { recursive: true });
    if (kind < 0.06) cpSync(join(this.#folder, 'worktree'), top, { recursive: true });
    else if (kind < 0.12) cpSync(join(this.#folder, 'submodule'), top, { recursive: true });
    else {
      cpSync(join(this.#folder, 'plain'), join(top, 'checkout'), { recursive: true });
      if (kind < 0.9) cpSync(join(this.#folder, 'git'), join(top, 'checkout/.git'), { recursive: true });
    }
    const secret = secrets.outside;
    write(outside, {
      secret: `[default]\naws_secret_access_key = ${secret}\n${secret}\n`,
      'secret.json': json({ agent_id: 'agent_x', agent_name: secret, voice_speed: secret, [secret]: 1 }),
      'x.agent.json': json({ agent_id: secret, voice_speed: secret }),
      'preflight.config.json': json({ [secret]: 1, rules: { [secret]: secret } }),
      'preflight.baseline.json': json({ version: 1, findings: [{ file: secret }], [secret]: 1 }),
      'series.csv': `timestamp,value\n${secret},${secret}\n`,
      '.gitignore': `${secret}\n`,
      'git/HEAD': `ref: refs/heads/${secret}\n`,
      'git/config': `[core]\n\trepositoryformatversion = 0\n\tworktree = ${secret}\n`,
      'git/objects/x': '',
      'git/refs/x': '',
      // another checkout: a link to it also leads out of this checkout
      'repo/.git/HEAD': `ref: refs/heads/${secret}\n`,
      'repo/.git/config': '[core]\n\trepositoryformatversion = 0\n',
      'repo/.git/objects/x': '',
      'repo/.git/refs/x': '',
      'repo/x.agent.json': json({ agent_id: secret, voice_speed: secret }),
      'repo/preflight.config.json': json({ [secret]: 1 }),
      'repo/series.csv': `timestamp,value\n${secret},${secret}\n`,
      'repo/gl.json': `"${secret}"\n`,
    });
    const checkout: Checkout = {
      parentFolder: top,
      folder: join(top, 'checkout'),
      outside,
      random,
      hasOddGit: false,
      steps: [],
    };
    if (random.chance(0.5)) write(checkout.folder, { 'base.json': json({ rules: { 'group:style': 'off' } }) });
    return checkout;
  }

  /** Makes a pipe without a writer. */
  pipe(path: string): void {
    linkSync(join(this.#folder, 'pipe'), path);
  }
}

/** The places that commands read, write or search, relative to the checkout. */
export const places = {
  settings: [
    'preflight.config.json',
    'preflight.config.jsonc',
    'preflight.baseline.json',
    'base.json',
    'node_modules/shared/preflight.config.json',
    'node_modules/shared',
    'node_modules',
    'teams/a/preflight.config.json',
    'teams/a/preflight.baseline.json',
    'agents/preflight.config.jsonc',
  ],
  files: [
    ...usedNames,
    'agents',
    'agents/front-desk',
    'teams',
    'teams/a',
    'teams/a/desk.agent.json',
    'more.agent.json',
    'series.csv',
    'drafts',
  ],
  written: [
    'gl.json',
    'out',
    'out/report.sarif',
    'summary.md',
    'preflight.baseline.json',
    '.pre-commit-config.yaml',
    'preflight.config.json',
  ],
  git: [
    '.gitignore',
    'agents/.gitignore',
    '.gitattributes',
    '.gitmodules',
    'agents/.gitattributes',
    'shared',
    '.mailmap',
  ],
  inGit: [
    '.git',
    '.git/HEAD',
    '.git/config',
    '.git/index',
    '.git/packed-refs',
    '.git/refs',
    '.git/refs/heads/main',
    '.git/objects',
    '.git/objects/info/alternates',
    '.git/objects/info/commit-graph',
    '.git/objects/pack/multi-pack-index',
    '.git/info/exclude',
    '.git/info/attributes',
    '.git/info/sparse-checkout',
    '.git/info',
    '.git/commondir',
    '.git/shallow',
    '.git/config.worktree',
    '.git/modules',
  ],
} as const;

/**
 * Replaces what exists at a place, unless a link above it leads out of the checkout.
 * @param create receives a path at which nothing exists
 */
export function replace({ folder }: Checkout, place: string, create: (path: string) => void): void {
  const path = join(folder, place);
  let parent = dirname(path);
  while (!linkStatsOf(parent)) parent = dirname(parent);
  try {
    if (!isWithin(folder, realpathSync(parent))) return;
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    create(path);
  } catch {
    // a parent is a file, a pipe or a loop of links
  }
}
export const put = (checkout: Checkout, place: string, content: string | Buffer): void =>
  replace(checkout, place, path => writeFileSync(path, content));
