import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../cli/main.ts';
import type { Random } from '../fuzz/random.ts';
import { places, textFiles, type Checkout } from './checkout.ts';

/** A command line, and whether it may write in the checkout. */
export interface Line {
  readonly args: readonly string[];
  readonly writes: boolean;
}

/**
 * The command lines by command. FILE is replaced by a likely or unlikely file of the checkout; `! ` marks lines that
 * may write.
 */
const lines: Readonly<Record<string, readonly string[]>> = {
  lint: [
    '',
    '',
    '--format json',
    '--format sarif --verbose',
    '--format github',
    'FILE',
    'FILE FILE --format markdown',
    '**/*.json --no-error-on-unmatched',
    '--staged',
    '--changed-since main',
    '--changed-since main...HEAD --format junit',
    '--live --statistics',
    '--select group:variables --ignore-suppressions',
    '--diff --unsafe',
    '--config FILE',
    '--stdin --stdin-filename FILE',
    '! --fix',
    '! --fix --unsafe FILE',
    '! --write-baseline',
    '! --prune-baseline',
    '! --format gitlab=gl.json',
    '! --format gitlab=FILE',
    '--changed-since main --trust-settings',
    '! --format sarif=FILE',
    '! --format json=out/report.sarif --format compact=FILE',
  ],
  ci: [
    '',
    '--base main',
    '--base main --format json --max-warnings 0',
    '--base main --config FILE',
    '! --base main --summary summary.md --format gitlab=gl.json',
    '! --summary FILE',
  ],
  plan: [
    '',
    '--base main --contents all',
    '--base main...HEAD --format json',
    '--base main --format markdown --exit-code',
    '--base main --format html',
    '--tag agent_frontdesk01:prod=3',
    '--publish agent_frontdesk01@3',
  ],
  resolve: ['--all', '--all --format json', 'FILE --explain', 'agent_frontdesk01@prod --explain --format markdown'],
  diff: ['agent_frontdesk01@2 @prod', 'FILE --base main', 'FILE FILE', 'FILE FILE --format html', 'FILE --base HEAD~1'],
  simulate: [
    'FILE',
    'FILE --format json',
    'numbers/main.phone-number.json --calls 1000 --against FILE',
    'batches/flu-clinic.batch-call.json --now 2026-01-16T09:00:00Z --all',
    'alerts/slow-lookups.alert-rule.json --series series.csv',
    'alerts/slow-lookups.alert-rule.json --series FILE --format svg',
    'agents/front-desk/v2.agent.json --call silent',
    'agents/front-desk/v2.agent.json --call voicemail --outbound',
    '--outage cartesia,elevenlabs',
  ],
  reach: ['', '--format json', 'FILE', 'FILE --format markdown', '+14155550100', 'agent_frontdesk01@prod'],
  affected: ['--base main', '--base main --format json', '--kind test-case --format ids', '--base main --config FILE'],
  requests: [
    '--base main',
    '--base main --delete --format http',
    '--base main --rollback --format shell --config FILE',
  ],
  drift: [
    'FILE',
    'FILE --format json',
    'FILE --against . --match name',
    'FILE --diff --delete',
    '. --base main',
    '! FILE --write',
  ],
  import: ['! FILE --to imported', '! . --to imported --split', '! FILE --to .'],
  doctor: ['', '--format json', '--config FILE'],
  config: ['FILE', 'FILE --format json'],
  graph: [
    '',
    '--format svg',
    'FILE',
    'FILE --format svg',
    '--format dot',
    'flows/billing.conversation-flow.json --format svg',
    'flows/billing.conversation-flow.json',
  ],
  rules: ['', '--test', '--format json'],
  explain: ['short-names', 'empty-prompt'],
  init: ['! --no-hook', '! --hook'],
  // the server is stopped as soon as it listens
  serve: ['--port 0 --api-key local-test-key', '--port 0 --strict --quiet', '--port 0 --write --config FILE'],
  suppress: [
    '! FILE --rule empty-prompt --at / --reason accepted-for-now',
    '! FILE --rule out-of-range --at /voice_speed --reason accepted-for-now',
  ],
  completion: ['--complete -- resolve a', '--complete -- lint --select s', '--complete -- plan --tag a'],
};

/** The commands to choose from; `lint` and the gates occur more often. */
const commandNames = ['lint', 'lint', 'lint', 'lint', 'ci', 'plan', ...Object.keys(lines)];

export function lineFor({ folder, random }: Checkout): Line {
  const name = random.pick(commandNames),
    line = random.pick(lines[name]!);
  const writes = line.startsWith('! ');
  const words = line.replace('! ', '').split(' ').filter(Boolean);
  return { args: [name, ...words.map(word => word.replace('FILE', () => randomFile(folder, random, writes)))], writes };
}

/** Names of files in folders to which links may lead. */
const linkedFiles = [
  'x.agent.json',
  'preflight.config.json',
  'series.csv',
  'gl.json',
  'secret.json',
  '.git/config',
  'new.json',
];

/** A random argument for FILE. Bytes that are not UTF-8 become the replacement character, as in a shell. */
function randomFile(folder: string, random: Random, writes: boolean): string {
  const kind = random.next();
  if (kind < 0.4) return random.pick(textFiles);
  if (kind < 0.7) return random.pick([...places.settings, ...places.files, ...places.written, ...places.git]);
  // not for outputs: a user who names one of the files of git as an output wants to overwrite it
  if (kind < 0.76 && !writes) return random.pick(places.inGit);
  if (kind < 0.82) return random.pick(['.', '', writes ? '/dev/null' : '/dev/zero', 'loop']);
  if (kind < 0.9) return `${random.pick(['agents', 'teams', 'drafts', 'out', 'numbers'])}/${random.pick(linkedFiles)}`;
  try {
    return random.pick(readdirSync(join(folder, random.pick(['.', '.', 'drafts'])))) ?? '.';
  } catch {
    return '.';
  }
}

const codesByCommand = new Map<string, ReadonlySet<number>>();
/** The exit codes that the help of a command documents, and 2 for wrong usage or configuration. */
export async function codesOf(name: string): Promise<ReadonlySet<number>> {
  const names = codesByCommand.get(name);
  if (names) return names;
  const { help } = await commands[name]!.load(),
    codes = new Set([2]);
  const [, listed] = help.split('\nExit codes\n');
  for (const [, code] of listed?.matchAll(/^ {2}(\d)  /gm) ?? []) codes.add(Number(code));
  if (listed === undefined || !codes.has(1)) codes.add(0);
  codesByCommand.set(name, codes);
  return codes;
}
