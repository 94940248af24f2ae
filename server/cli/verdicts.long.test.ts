import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  commitAll,
  committed,
  git,
  judgedLines,
  lintJson,
  preflight,
  scratchFolders,
  write,
} from '../testing/preflight.ts';

const folderWith = scratchFolders();
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const agent = (id: string, version: number, more: object = {}): string =>
  json({
    agent_id: id,
    version,
    is_published: true,
    last_modification_timestamp: 1767225600000 + version,
    response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://desk.example.com/llm' },
    voice_id: '11labs-Myra',
    language: 'en-US',
    ...more,
  });
const list = (tags: object): string =>
  json([{ agent_id: 'agent_desk', agent_name: 'Desk', channel: 'voice', user_modified_timestamp: 1, tags }]);
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
        edges: [
          { id: 'on', transition_condition: { type: 'prompt', prompt: 'Always' }, destination_node_id: destination },
        ],
      },
      { id: 'bye', type: 'end' },
    ],
  });
const versions = json(
  [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 + version })),
);
const arms = (reference: string | number): string =>
  json([{ agent_id: 'agent_desk', agent_version: reference, weight: 1 }]);
const base = {
  'preflight.config.json': json({ ci: { assert: ['no breaks'] } }),
  'agents/desk.agent.json': agent('agent_desk', 1, { version_title: 'the desk' }),
  'agents/night.agent.json': agent('agent_night', 1),
  'agents/other.agent.json': agent('agent_other', 1),
  'agents/flow.agent.json': agent('agent_flow', 1, {
    response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_1' },
  }),
  'agents/team.agent-list.json': list({ prod: { version: 1 } }),
  'agents/agent_desk.agent-versions.json': versions,
  'agents/main.agent-weights.json': arms('prod'),
  'flows/main.conversation-flow.json': flow('bye'),
};
const desk = ['agents/desk.agent.json', 'agents/team.agent-list.json', 'agents/agent_desk.agent-versions.json'];

interface Change {
  readonly name: string;
  do(folder: string): void;
  /** `file rule pointer severity` */
  readonly found: readonly string[];
  /** Whether `no breaks` holds. */
  readonly holds: boolean;
  /** Errors that the change hides, and files that it keeps from being checked. */
  readonly judged?: readonly string[];
}
const files =
  (texts: Readonly<Record<string, string | null>>) =>
  (folder: string): void => {
    for (const [file, text] of Object.entries(texts))
      if (text === null) rmSync(join(folder, file));
      else write(folder, { [file]: text });
  };
const move =
  (from: string, to: string) =>
  (folder: string): void => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    renameSync(join(folder, from), join(folder, to));
  };
const changes: readonly Change[] = [
  {
    name: 'an agent that nothing names is deleted',
    do: files({ 'agents/night.agent.json': null }),
    found: [],
    holds: true,
  },
  {
    name: 'an agent is deleted that a weight list names',
    do: files(Object.fromEntries(desk.map(file => [file, null]))),
    found: ['agents/main.agent-weights.json lost-reference /0/agent_id error'],
    holds: false,
  },
  { name: 'a record is renamed', do: move(desk[0]!, 'agents/front.agent.json'), found: [], holds: true },
  { name: 'a record is moved', do: move(desk[0]!, 'moved/desk.agent.json'), found: [], holds: true },
  {
    name: 'a tag moves to another version',
    do: files({ [desk[1]!]: list({ prod: { version: 2 } }) }),
    found: [],
    holds: true,
  },
  {
    name: 'a tag goes',
    do: files({ [desk[1]!]: list({}) }),
    found: ['agents/main.agent-weights.json unresolved-agent-version /0/agent_version error'],
    holds: false,
  },
  {
    name: 'a tag goes together with its reference',
    do: files({ [desk[1]!]: list({}), 'agents/main.agent-weights.json': arms(2) }),
    found: [],
    holds: true,
  },
  {
    name: 'a reference to nothing is written',
    do: files({ 'agents/main.agent-weights.json': arms(7) }),
    found: ['agents/main.agent-weights.json unresolved-agent-version /0/agent_version error'],
    holds: false,
  },
  {
    name: 'an engine goes',
    do: files({ 'flows/main.conversation-flow.json': null }),
    found: ['agents/flow.agent.json lost-reference /response_engine/conversation_flow_id error'],
    holds: false,
  },
  {
    name: 'an edge leads nowhere',
    do: files({ 'flows/main.conversation-flow.json': flow('by') }),
    found: ['flows/main.conversation-flow.json unknown-node /nodes/0/edges/0/destination_node_id error'],
    holds: false,
  },
  {
    name: 'a value is wrong',
    do: files({ 'agents/night.agent.json': agent('agent_night', 1, { voice_speed: 9 }) }),
    found: [
      'agents/night.agent.json out-of-range /voice_speed error',
      'agents/night.agent.json published-version-edited /voice_speed warning',
    ],
    holds: true,
  },
  {
    name: 'a new file is wrong',
    do: files({ 'agents/new.agent.json': agent('agent_new', 1, { voice_speed: 9 }) }),
    found: ['agents/new.agent.json out-of-range /voice_speed error'],
    holds: true,
  },
  {
    name: 'a file is cut',
    do: files({ 'agents/main.agent-weights.json': arms('prod').slice(0, 40) }),
    found: [
      'agents/main.agent-weights.json invalid-json  error',
      'agents/main.agent-weights.json invalid-json /0 error',
    ],
    holds: false,
  },
  {
    name: 'the evidence is cut',
    do: files({ [desk[1]!]: list({ prod: { version: 1 } }).slice(0, 60) }),
    found: [
      'agents/main.agent-weights.json unresolved-agent-version /0/agent_version info',
      'agents/team.agent-list.json invalid-json  error',
      'agents/team.agent-list.json invalid-json /0 error',
    ],
    holds: false,
  },
  {
    name: 'only line ends change',
    do: files(Object.fromEntries(Object.entries(base).map(([file, text]) => [file, text.replaceAll('\n', '\r\n')]))),
    found: [],
    holds: true,
  },
  {
    name: 'a value is wrong, and its rule is switched off',
    do: files({
      'agents/night.agent.json': agent('agent_night', 1, { voice_speed: 9 }),
      'preflight.config.json': json({ ci: { assert: ['no breaks'] }, rules: { 'out-of-range': 'off' } }),
    }),
    found: ['agents/night.agent.json published-version-edited /voice_speed warning'],
    judged: ['agents/night.agent.json out-of-range /voice_speed by preflight.config.json:8 rules.out-of-range'],
    holds: true,
  },
  {
    name: 'a value is wrong, and a new configuration ignores it',
    do: files({
      'agents/night.agent.json': agent('agent_night', 1, { voice_speed: 9 }),
      'agents/preflight.config.json': json({ ignore: ['night*'] }),
    }),
    found: [],
    judged: [
      'agents/night.agent.json out-of-range /voice_speed by agents/preflight.config.json:3 ignore',
      'agents/night.agent.json by agents/preflight.config.json:3 ignore',
    ],
    holds: true,
  },
  {
    name: 'the record of a live version is ignored',
    do: files({ 'preflight.config.json': json({ ci: { assert: ['no breaks'] }, ignore: ['desk*'] }) }),
    found: [],
    judged: ['agents/desk.agent.json by preflight.config.json:8 ignore live'],
    holds: true,
  },
  {
    name: 'the folder becomes a workspace of its own',
    do: files({ 'flows/preflight.config.json': '{}\n' }),
    found: [],
    holds: true,
  },
];

interface CiOutput {
  readonly lint: object & {
    readonly findings: readonly { file: string; rule: string; pointer: string; severity: string }[];
  };
  readonly plan: PlanOutput;
}
interface PlanOutput {
  readonly assertions: readonly { readonly holds: boolean }[];
  readonly base: unknown;
}

describe('the commands that compare agree on a change', () => {
  test.each(changes)('$name', async ({ do: make, found, holds, judged = [] }) => {
    const folder = committed(folderWith(base));
    git(folder, 'checkout', '-qb', 'work');
    make(folder);
    const isThere = (file: string): boolean => file !== '' && existsSync(join(folder, file));
    const gates: Record<string, Partial<Pick<Change, 'found' | 'holds' | 'judged'>>> = {};
    const judgedIn = (said: object): readonly string[] => {
      const { hidden, unchecked } = judgedLines(said);
      return [...hidden, ...unchecked];
    };
    const plans: unknown[] = [];
    const lints = async (name: string, ...args: string[]): Promise<void> => {
      const { lines, stdout } = await lintJson(args, folder);
      gates[`lint ${name}`] = { found: [...lines].sort(), judged: judgedIn(JSON.parse(stdout) as object) };
    };
    const compares = async (revision: string): Promise<void> => {
      await lints(`--changed-since ${revision}`, '--changed-since', revision);
      const run = async (...args: string[]): Promise<unknown> =>
        JSON.parse((await preflight([...args, '--base', revision, '--format', 'json'], folder)).stdout);
      const plan = (await run('plan', '--assert', 'no breaks')) as PlanOutput,
        ci = (await run('ci')) as CiOutput;
      gates[`plan --base ${revision}`] = { holds: plan.assertions[0]!.holds };
      gates[`ci --base ${revision}`] = {
        found: ci.lint.findings.map(one => `${one.file} ${one.rule} ${one.pointer} ${one.severity}`).sort(),
        holds: ci.plan.assertions[0]!.holds,
        judged: judgedIn(ci.lint),
      };
      plans.push({ ...plan, base: null }, { ...ci.plan, base: null });
    };
    await compares('main');
    git(folder, 'add', '-A');
    await lints('--staged', '--staged');
    const changed = git(folder, 'diff', '--cached', '--name-only').split('\n').filter(isThere);
    // as pre-commit passes them, without those that are gone; one that is as it was makes no difference
    await lints('FILE...', ...changed, 'agents/other.agent.json');
    commitAll(folder);
    await compares('main..HEAD');
    const verdicts = Object.entries(gates).map(([gate, said]) => [
      gate,
      said.found ?? found,
      said.holds ?? holds,
      said.judged ?? judged,
    ]);
    expect(verdicts).toEqual(Object.keys(gates).map(gate => [gate, found, holds, judged]));
    for (const plan of plans) expect(plan).toEqual(plans[0]);
  });
});
