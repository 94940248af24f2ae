import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, agentList, commitAll, committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
type Arm = readonly [version: string | number, weight: number];
const arms = (arms: readonly Arm[]) =>
  arms.map(([agent_version, weight]) => ({ agent_id: 'agent_desk', agent_version, weight }));
const number = (...allArms: readonly Arm[]): string =>
  JSON.stringify({ phone_number: '+14155550100', inbound_agents: arms(allArms) });
const batch = (version: number, more = {}): string =>
  JSON.stringify({
    name: 'Spring',
    from_number: '+14155550100',
    tasks: [{ to_number: '+14155550131', override_agent_id: 'agent_desk', override_agent_version: version }],
    ...more,
  });
const files = {
  'v1.agent.json': agent(),
  'v2.agent.json': agent('"volume": 1.5', 'agent_desk', 2),
  'agent_desk.agent-versions.json': JSON.stringify(
    [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 })),
  ),
  'team.agent-list.json': agentList({ prod: { version: 1 }, canary: { version: 2 } }, 'agent_desk', 'Front desk'),
  'main.phone-number.json': number(['prod', 0.9], ['canary', 0.1]),
};
/** Returns the folder of a repository with one commit of `files` and `more`, over which `change` is written. */
function changedRepository(change: Record<string, string>, more: Record<string, string> = {}): string {
  const folder = folderWith({ ...files, ...more });
  committed(folder);
  write(folder, change);
  return folder;
}
const demands = ['no live changes', 'no breaks', 'at most 10 % of callers move'];
const plan = async (folder: string, ...args: string[]) => {
  const { code, stdout } = await preflight(['plan', ...args], folder);
  return [
    code,
    ...stdout
      .replaceAll(/\([\da-f]{12}\)/g, '(…)')
      .trimEnd()
      .split('\n'),
  ];
};

describe('the weights of the arms of a number', () => {
  const swappedFiles = { 'main.phone-number.json': number(['prod', 0.1], ['canary', 0.9]) },
    assertArgs = demands.flatMap(demand => ['--assert', demand]);
  test('swapped weights move callers', async () =>
    expect(await plan(changedRepository(swappedFiles), ...assertArgs)).toMatchInlineSnapshot(`
      [
        4,
        "80 % of inbound calls of +14155550100 move; no reference changes; 3 unchanged",
        "current files against HEAD (…)",
        "",
        "Callers",
        "  → inbound calls of +14155550100: 80 % move: Front desk v1 90 % → 10 %, v2 10 %",
        "    → 90 %",
        "",
        "Assertions",
        "  fails  no live changes: inbound calls of +14155550100: 80 % move: Front desk",
        "         v1 90 % → 10 %, v2 10 % → 90 %",
        "  holds  no breaks: 4 references (3 to versions) in 1 workspace",
        "  fails  at most 10 % of callers move: inbound calls of +14155550100: 80 % move:",
        "         Front desk v1 90 % → 10 %, v2 10 % → 90 %",
      ]
    `));
  test.each([
    ['in two parts', number(['prod', 0.5], ['prod', 0.4], ['canary', 0.1])],
    ['in another order', number(['canary', 0.1], ['prod', 0.9])],
    ['that are rounded', number(['prod', 0.8999999999], ['canary', 0.1000000001])],
  ])('arms %s move no callers', async (_, text) => {
    const result = await plan(
      changedRepository({ 'main.phone-number.json': text }),
      '--assert',
      'at most 10 % of callers move',
    );
    expect([result[0], result[1], result.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^Nothing changes for callers; /),
      '  holds  at most 10 % of callers move: nobody moves; 2 entries in 1 workspace',
    ]);
  });
  test('moved callers are in the published JSON, and count as a change for --exit-code', async () => {
    const { code, stdout } = await preflight(
      ['plan', '--format', 'json', '--exit-code'],
      changedRepository(swappedFiles),
    );
    const output = JSON.parse(stdout) as { callers: unknown };
    expectOutput('plan', output);
    expect([code, output.callers]).toMatchInlineSnapshot(`
      [
        4,
        [
          {
            "after": [
              {
                "agent_id": "agent_desk",
                "agent_version": 1,
                "because": null,
                "reference": "prod",
                "share": 0.1,
                "variables_from": "prod",
              },
              {
                "agent_id": "agent_desk",
                "agent_version": 2,
                "because": null,
                "reference": "canary",
                "share": 0.9,
                "variables_from": "canary",
              },
            ],
            "before": [
              {
                "agent_id": "agent_desk",
                "agent_version": 1,
                "because": null,
                "reference": "prod",
                "share": 0.9,
                "variables_from": "prod",
              },
              {
                "agent_id": "agent_desk",
                "agent_version": 2,
                "because": null,
                "reference": "canary",
                "share": 0.1,
                "variables_from": "canary",
              },
            ],
            "entry": {
              "file": "main.phone-number.json",
              "kind": "number",
              "pointer": "/inbound_agents",
              "text": "inbound calls of +14155550100",
            },
            "moved": 0.8,
            "variables": [],
          },
        ],
      ]
    `);
  });
  test('moved callers are drawn with letters on a page, and described in a comment', async () => {
    const page = (await preflight(['plan', '--format', 'html'], changedRepository(swappedFiles))).stdout;
    expect(page.match(/aria-label="(?:before|after): [^"]*"/g)).toEqual([
      'aria-label="before: Front desk v1 90\u00a0%, Front desk v2 10\u00a0%"',
      'aria-label="after: Front desk v1 10\u00a0%, Front desk v2 90\u00a0%"',
    ]);
    expect(page).toMatch(
      /class="letter part-0"[^>]*>A<[^]*Front desk v1[^]*class="letter part-1"[^>]*>B<[^]*Front desk v2/,
    );
    const comment = (await preflight(['plan', '--format', 'markdown'], changedRepository(swappedFiles))).stdout;
    expect(comment).toContain(
      '- 🔵 **inbound calls of +14155550100**: 80\u00a0% move: Front desk v1 90\u00a0% → 10\u00a0%, v2 10\u00a0% → 90\u00a0%',
    );
  });
  test('moved callers come first in the summary of ci, and fail its assertions', async () => {
    const folder = changedRepository({}, { 'preflight.config.json': JSON.stringify({ ci: { assert: demands } }) });
    write(folder, { ...swappedFiles, 'v2.agent.json': agent('"volume": 7', 'agent_desk', 3) });
    commitAll(folder);
    const { code, stdout } = await preflight(['ci', '--base', 'HEAD~1', '--today=2026-01-15'], folder);
    expect([code, stdout.match(/^### .*/gm)]).toEqual([
      1,
      [
        expect.stringMatching(
          /^### Preflight: 80\u00a0% of inbound calls of \+14155550100 move[^;]*; 2 errors [^;]*; 2 assertions fail$/,
        ),
      ],
    ]);
    const places = ['#### Callers', '#### Assertions', '| 🔴 error', '; no reference'].map(text =>
      stdout.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    const json = await preflight(['ci', '--base', 'HEAD~1', '--format', 'json', '--today=2026-01-15'], folder);
    const output = JSON.parse(json.stdout) as { plan: { callers: { moved: number }[] } };
    expectOutput('ci', output);
    expect(output.plan.callers[0]!.moved).toBe(0.8);
  });
});

test('a batch has callers until it has ended', async () => {
  const scheduled = { trigger_timestamp: Date.parse('2026-02-01T09:00:00Z') },
    folder = changedRepository(
      { 'b.batch-call.json': batch(2, scheduled) },
      { 'b.batch-call.json': batch(1, scheduled) },
    );
  const planOn = async (today: string) =>
    (
      await plan(folder, '--today', today, '--assert', 'no live changes', '--assert', 'at most 50 % of callers move')
    ).filter(line => /Spring|holds|fails|callers;/.test(String(line)));
  expect([await planOn('2026-02-01'), await planOn('2026-02-02')]).toMatchInlineSnapshot(`
    [
      [
        "All calls of batch "Spring" move; 1 reference changes, not live; 3 unchanged",
        "  → calls of batch "Spring": 100 % move: Front desk v1 → v2",
        "  holds  no live changes: 5 references (4 to versions) in 1 workspace",
        "  fails  at most 50 % of callers move: calls of batch "Spring": 100 % move:",
      ],
      [
        "Nothing changes for callers; 1 reference changes, not live; 3 unchanged",
        "  holds  no live changes: 5 references (4 to versions) in 1 workspace",
        "  holds  at most 50 % of callers move: nobody moves; 2 entries in 1 workspace",
      ],
    ]
  `);
  expect(await preflight(['plan', '--today', 'soon'], folder)).toMatchObject({
    code: 2,
    stderr: '--today needs a day like 2026-12-31, not "soon"\n',
  });
});

test('plan asks about a new tag that resembles an existing one, but still plans it', async () => {
  const folder = folderWith(files);
  expect([
    await plan(folder, '--tag', 'Front desk:prd=2'),
    // no existing tag resembles this name
    (await plan(folder, '--tag', 'Front desk:tuesday=2'))[0],
    // a reference already uses this tag, so its name is no misspelling
    (await plan(folderWith({ ...files, 'n.phone-number.json': number(['prd', 1]) }), '--tag', 'Front desk:prd=2'))[0],
  ]).toMatchInlineSnapshot(`
    [
      [
        1,
        "Nothing changes for callers; no reference changes; 3 unchanged",
        "with --tag Front desk:prd=2",
        "note: --tag Front desk:prd=2: new tag prd; did you mean prod?",
        "",
        "Assumed where the specification is silent",
        "  tag-keeps-variables  a tag that is assigned to another version keeps its",
        "                       dynamic variables, and a new tag has none",
      ],
      0,
      0,
    ]
  `);
});

test('a move to another version lists the differences, and says that the version is a draft', async () => {
  const draft = files['agent_desk.agent-versions.json'].replace(/true(?!.*true)/, 'false'),
    record = files['v2.agent.json'].replace('"is_published": true', '"is_published": false');
  const folder = folderWith({ ...files, 'agent_desk.agent-versions.json': draft, 'v2.agent.json': record });
  expect((await plan(folder, '--tag', 'Front desk:prod=2')).slice(0, 11)).toMatchInlineSnapshot(`
    [
      0,
      "All calls to tag prod of Front desk move; also changed: inbound calls of",
      "+14155550100; 2 live references change; 1 unchanged",
      "with --tag Front desk:prod=2",
      "",
      "Callers",
      "  → tag prod of Front desk: 100 % move: Front desk v1 → v2 (draft)",
      "  → inbound calls of +14155550100: 90 % move: Front desk v1 90 % → 0 %, v2",
      "    (draft) 10 % → 100 %",
      "",
      "Live",
    ]
  `);
});
