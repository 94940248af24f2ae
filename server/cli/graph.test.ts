import { expect, test } from 'vitest';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';
import { dot, mermaid } from '../view/graph-text.ts';
import { graphSvg } from '../view/graph-svg.ts';
import type { Graph } from '../simulator/graph.ts';

const folder = scratchFolders();
const samples = (name: string): string => new URL(`../../samples/${name}/`, import.meta.url).pathname;
const clinic = samples('clinic'),
  broken = samples('broken');
const formats = ['mermaid', 'dot', 'svg'] as const;

test('graph draws the workspace: agents, versions, tags, numbers, swaps, engines, components', async () => {
  const { code, stdout } = await preflight(['graph'], clinic);
  expect(code).toBe(0);
  const box = (label: string): string => new RegExp(`(n\\d+)\\S*"${label}`).exec(stdout)![1]!;
  const lines = stdout.split('\n').map(line => line.trim());
  expect(lines).toContain(`${box('Front desk<br/>voice')} --> ${box('version 4<br/>Front desk')}`);
  expect(lines).toContain(`${box('canary<br/>tag of Front desk')} --> ${box('version 3<br/>Front desk')}`);
  expect(lines).toContain(`${box('summer<br/>unassigned')} -->|"latest"| ${box('version 4<br/>Front desk')}`);
  expect(lines).toContain(
    `${box('\\+?(?:#43;)?14155550100')} -->|"inbound, 90 #37;, prod"| ${box('version 2<br/>Front desk')}`,
  );
  expect(lines).toContain(
    `${box('version 2<br/>Front desk')} -.->|"swap hand_to_billing (prod)"| ${box('version 1<br/>Billing')}`,
  );
  expect(lines).toContain(`${box('version 2<br/>Front desk')} -->|"runs on"| ${box('engine of Front desk v3')}`);
  expect(lines).toContain(`${box('flow of Billing v1')} -.-> ${box('Verify the caller')}`);
  expect(stdout).toMatch(/classDef live .*\n {2}class \S*n/);
});
test('graph draws an agent by id, name or file, with what refers to it and what it refers to', async () => {
  const byId = (await preflight(['graph', 'agent_billing01'], clinic)).stdout;
  expect(byId).toContain('version 2<br/>Front desk');
  expect(byId).not.toContain('Web chat');
  expect((await preflight(['graph', 'Billing'], clinic)).stdout).toBe(byId);
  expect((await preflight(['graph', 'agents/billing/v1.agent.json'], clinic)).stdout).toBe(byId);
});
test('graph draws an export without an id in the same way by its name and by its file', async () => {
  const agentNamed = (name: string): string =>
    JSON.stringify({
      agent_id: '',
      agent_name: name,
      voice_id: '11labs-Myra',
      response_engine: { type: 'retell-llm', llm_id: 'llm_1' },
    });
  const cwd = folder({ 'a.json': agentNamed('Aria'), 'b.json': agentNamed('Ben'), 'c.json': agentNamed('Ben') });
  const { code, stdout } = await preflight(['graph', 'Aria'], cwd);
  expect([code, stdout]).toEqual([0, (await preflight(['graph', 'a.json'], cwd)).stdout]);
  expect(await preflight(['graph', 'Ben'], cwd)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'b.json and c.json have no agent_id; give one of these files\n',
  });
});
test('graph answers that an agent is missing, and refuses an unsuitable file', async () => {
  expect(await preflight(['graph', 'agent_biling01'], clinic)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'no agent agent_biling01 in this workspace; did you mean "agent_billing01"?\n',
  });
  const cwd = folder({
    'a.alert-rule.json': '{}',
    'torn.flow-component.json': '{"nodes": [',
    'package.json': '{}',
    'bare.agent.json': '{"voice_id": "11labs-Myra", "response_engine": {"type": "service-llm", "llm_id": "x"}}',
  });
  for (const [args, message] of [
    [['no.json'], 'there is no such file'],
    [['.'], 'is a folder'],
    [['a.alert-rule.json'], 'of kind alert-rule; graph draws'],
    [['torn.flow-component.json'], 'does not parse'],
    [['package.json'], 'the kind of package.json is not known'],
    [['a', 'b'], 'one file, agent or phone number'],
    [['--format', 'svgg'], 'did you mean "svg"?'],
  ] as const) {
    const { code, stdout, stderr } = await preflight(['graph', ...args], cwd);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  }
});
test('graph marks the findings of a flow, and fades unreachable nodes', async () => {
  const text = (await preflight(['graph', 'flows/night-line.conversation-flow.json'], broken)).stdout;
  expect(text).toMatch(/"lost<br\/>conversation, unreachable<br\/>\d warnings?(?:, \d infos?)?"/);
  expect(text).toMatch(/class n\d+ faded/);
  expect(text).toMatch(/linkStyle 1 stroke:#bf8700/);
  expect(text).toMatch(/linkStyle 3 stroke:#bf8700/);
  const picture = (await preflight(['graph', 'flows/night-line.conversation-flow.json', '--format', 'svg'], broken))
    .stdout;
  expect(picture).toMatch(
    /<g id="n\d+" class="node talk warning faded placed"[^>]*><title>lost: conversation, unreachable/,
  );
  expect(picture).toMatch(/warning: [^<]*\(unreachable-node\)/);
  const clean = (await preflight(['graph', 'flows/billing.conversation-flow.json'], clinic)).stdout;
  expect(clean).not.toMatch(/error|warning|faded/);
});
test('graph does not mark suppressed findings', async () => {
  const flow =
    '{"conversation_flow_id": "f", "start_node_id": "a", "nodes": [{"id": "a", "type": "end"}, {"id": "b", "type": "end"}]}';
  const config =
    '{"suppress": [{"rule": "unreachable-node", "file": "f.conversation-flow.json", "at": "/nodes[id=b]", "reason": "later"}]}';
  const plainPicture = (
    await preflight(['graph', 'f.conversation-flow.json'], folder({ 'f.conversation-flow.json': flow }))
  ).stdout;
  const unmarkedPicture = (
    await preflight(
      ['graph', 'f.conversation-flow.json'],
      folder({ 'f.conversation-flow.json': flow, 'preflight.config.json': config }),
    )
  ).stdout;
  expect(plainPicture).toMatch(/"b<br\/>end, unreachable<br\/>1 /);
  expect(unmarkedPicture).toContain('"b<br/>end, unreachable"');
});
test('graph prints the assumptions on which a picture depends', async () => {
  const arm = (version: string): string => `{ "agent_id": "agent_desk"${version}, "weight": 0.5 }`;
  const cwd = folder({
    'a.agent.json': agent(),
    'x.phone-number.json': `{ "phone_number": "+14155550100", "inbound_agents": [${arm('')}, ${arm(', "agent_version": 1')}] }`,
  });
  for (const [format, expected] of [
    ['mermaid', '%% Assumed: default-version, workspace-complete; '],
    ['dot', '// Assumed: default-version, workspace-complete; '],
    ['svg', '<title>Assumed: default-version, workspace-complete</title>'],
  ] as const) {
    expect((await preflight(['graph', '--format', format], cwd)).stdout).toContain(expected);
  }
});
test('graph draws the same picture each time, without absolute paths', async () => {
  for (const cwd of [clinic, broken])
    for (const format of formats)
      for (const selector of [
        [],
        ['flows/billing.conversation-flow.json'],
        ['components/verify-caller.flow-component.json'],
      ]) {
        const { code, stdout } = await preflight(['graph', ...selector, '--format', format], cwd);
        expect([code, stdout.includes(cwd), stdout.includes('NaN')]).toEqual([0, false, false]);
        expect((await preflight(['graph', ...selector, '--format', format], cwd)).stdout).toBe(stdout);
      }
});
test('graph draws a picture that no name can break', () => {
  const evilName = 'x"]; click <script>alert(1)</script> --> %%{init}\n```\\ `[]` end #quot; \u202e';
  const graph: Graph = {
    title: evilName,
    nodes: [
      {
        id: evilName,
        type: 'step',
        label: evilName,
        detail: evilName,
        findings: [{ severity: 'error', rule: 'r', message: evilName }],
      },
      { id: 'b', type: 'gone', label: '1. b', detail: '' },
    ],
    edges: [
      { from: evilName, to: 'b', label: evilName },
      { from: evilName, to: evilName, label: 'self' },
    ],
  };
  const text = mermaid(graph);
  expect(text.split('\n')).toHaveLength(2 + 2 + 2 + 4 + 1);
  expect(text).not.toMatch(/<script|```|%%\{|\]; click/);
  expect(text).toContain('"1#46; b"');
  const picture = graphSvg(graph);
  expect(picture).not.toMatch(/<script|\u202e/);
  expect(dot(graph).match(/(?<!\\)(?:\\\\)*"/g)!.length % 2).toBe(0);
});
test('graph fades what callers cannot reach, and fades nothing if there are no callers', async () => {
  const engine = (id: string): string => `{"llm_id": "${id}", "general_prompt": "Hi."}`,
    run = (id: string): string => `"response_engine": {"type": "retell-llm", "llm_id": "${id}"}`;
  const files = {
    'desk.agent.json': agent(`"version": 1, ${run('llm_desk')}`, 'agent_desk'),
    'spare.agent.json': agent(`"version": 1, ${run('llm_spare')}`, 'agent_spare'),
    'desk.llm.json': engine('llm_desk'),
    'spare.llm.json': engine('llm_spare'),
  };
  const number =
    '{"phone_number": "+14155550100", "inbound_agents": [{"agent_id": "agent_desk", "agent_version": 1, "weight": 1}]}';
  const drawnText = async (more: Record<string, string>, format: string): Promise<string> =>
    (await preflight(['graph', '--format', format], folder({ ...files, ...more }))).stdout;
  const svg = await drawnText({ 'n.phone-number.json': number }, 'svg');
  expect(svg.match(/<g class="[^"]*faded"><title>[^<]*/g)!.map(title => title.replace(/^.*<title>/, ''))).toEqual([
    expect.stringMatching(/^version 1 – agent_spare .*; callers cannot reach it$/),
    'llm_spare – LLM engine; callers cannot reach it',
  ]);
  expect(
    (await drawnText({ 'n.phone-number.json': number }, 'mermaid')).match(/class (\S+) faded/)![1]!.split(','),
  ).toHaveLength(2);
  expect(await drawnText({}, 'svg')).not.toContain('no callers');
});
test('graph draws an agent without an id, and an agent whose references are not in this workspace', async () => {
  const { stdout } = await preflight(
    ['graph'],
    folder({
      'a.agent.json': agent('"agent_name": "A", "assigned_tags": ["prod"]'),
      'bare.agent.json':
        '{"voice_id": "11labs-Myra", "response_engine": {"type": "service-llm", "llm_id": "gone_llm"}}',
      'n.phone-number.json':
        '{"phone_number": "+14155550100", "inbound_agents": [{"agent_id": "nobody", "agent_version": "prod", "weight": 1}]}',
    }),
  );
  expect(stdout).toMatch(/\{\{"gone_llm<br\/>engine not in this workspace"\}\}/);
  expect(stdout).toContain('["bare.agent.json<br/>without an id"]');
  expect(stdout).toMatch(/\{\{"nobody@prod<br\/>unknowable"\}\}/);
});
test('graph draws an agent without a version number that transfers to the requested agent', async () => {
  const llm = JSON.stringify({
    llm_id: 'llm_1',
    general_tools: [
      { type: 'agent_swap', name: 'hand_over', agent_id: 'agent_desk', post_call_analysis_setting: 'both_agents' },
    ],
  });
  const cwd = folder({
    'a.agent.json': agent(),
    'b.agent.json':
      '{"agent_id": "other", "voice_id": "11labs-Myra", "response_engine": {"type": "service-llm", "llm_id": "llm_1"}}',
    'l.llm.json': llm,
  });
  for (const format of formats)
    expect((await preflight(['graph', 'agent_desk', '--format', format], cwd)).stdout).toMatch(
      /other[\s\S]*swap hand_over/,
    );
});

test('graph and simulate refuse an empty path', async () => {
  for (const name of ['graph', 'simulate']) {
    const { code, stderr } = await preflight([name, ''], folder({}));
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'a path is empty']);
  }
});
