import { describe, expect, test } from 'vitest';
import type { LiveVersion } from '../core/finding.ts';
import { expectOutput } from '../testing/outputs.ts';
import { plainOptions, reportOf } from '../testing/report-fixture.ts';
import { formats } from './formats/index.ts';

const liveVersions: LiveVersion[] = [
  {
    agent_id: 'agent_b',
    agent_version: 2,
    through: [{ text: 'tag prod of agent_b', file: 'z.agent-list.json', pointer: '/0/tags/prod' }],
  },
  {
    agent_id: 'agent_c',
    agent_version: null,
    through: [{ text: 'inbound_agents of +14155550100', file: 'n.phone-number.json', pointer: '/inbound_agents/0' }],
  },
];
const files = {
  'a.agent.json': '{ "volume": 9, "voice_speed": 9 }',
  'b.agent.json': '{ "volume": 9, "voice_speed": 9 }',
  'z.agent-list.json': '[{ "agent_id": "agent_b",\n  "tags": { "prod": { "version": 2 } } }]',
};
const report = reportOf(
  files,
  [
    { file: 'a.agent.json', target: '/volume', severity: 'warning', message: 'idle warning' },
    { file: 'a.agent.json', target: '/voice_speed', severity: 'error', message: 'idle error' },
    { file: 'b.agent.json', target: '/volume', severity: 'warning', message: 'live warning', live: liveVersions },
    {
      file: 'b.agent.json',
      target: '/voice_speed',
      severity: 'error',
      message: 'live error',
      live: liveVersions.slice(0, 1),
    },
    {
      file: 'z.agent-list.json',
      target: '/0/tags/prod/version',
      severity: 'info',
      message: 'live info',
      live: liveVersions,
    },
  ],
  [],
  { live: 3 },
);
const byRank = ['live error', 'idle error', 'live warning', 'idle warning', 'live info'],
  byPlace = ['idle warning', 'idle error', 'live warning', 'live error', 'live info'];
const order = (text: string): string[] =>
  text.match(/(?:live|idle) (?:warning|error|info)(?!\w)/g)!.filter((one, i, all) => all.indexOf(one) === i);

describe('a live finding', () => {
  test.each(['markdown', 'github'] as const)('comes first in %s within each severity', format =>
    expect(order(formats[format].print(report, plainOptions))).toEqual(byRank),
  );
  test('comes first in pretty, with the other findings of its file', () =>
    expect(order(formats.pretty.print(report, plainOptions))).toEqual([
      'live error',
      'live warning',
      'idle error',
      'idle warning',
      'live info',
    ]));
  test.each(['json', 'sarif', 'gitlab', 'junit', 'compact'] as const)('keeps its position in %s', format =>
    expect(order(formats[format].print(report, plainOptions))).toEqual(byPlace),
  );
  test('is marked in pretty; --verbose adds the live version, and its place if it differs', () => {
    const text = formats.pretty.print(report, { ...plainOptions, verbose: true });
    expect(text.match(/live through[^]*?(?=\n {9}\S|\n\n)/g)).toEqual([
      'live through tag prod of agent_b, z.agent-list.json:2:21',
      'live through tag prod of agent_b (and one other live version),',
      'live through tag prod of agent_b (and one other live version)',
    ]);
    const shortOutput = formats.pretty.print(report, plainOptions);
    expect(shortOutput.match(/^ {2}\d.*\[live\]$/gm)).toHaveLength(3);
    expect(shortOutput).not.toContain('live through');
    expect(shortOutput.match(/^\S+\.json$/gm)).toEqual(['b.agent.json', 'a.agent.json', 'z.agent-list.json']);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '2 errors, 2 warnings and 1 info in 3 files, 3 of them live, 3 checked',
    );
  });
  test('is marked in markdown and github beside the message', () => {
    expect(formats.markdown.print(report, plainOptions)).toContain(
      'live error<br>live through tag prod of agent\\_b |',
    );
    expect(formats.github.print(report, plainOptions)).toContain('::live error%0Alive through tag prod of agent_b\n');
  });
  test('is marked by data in json and sarif, with unchanged messages', () => {
    const json = JSON.parse(formats.json.print(report, plainOptions)) as {
      findings: { message: string; live?: object }[];
    };
    expect(json.findings.map(({ message, live }) => [message, live])).toEqual([
      ['idle warning', undefined],
      ['idle error', undefined],
      ['live warning', liveVersions],
      ['live error', liveVersions.slice(0, 1)],
      ['live info', liveVersions],
    ]);
    expect(json).toMatchObject({ summary: { live: 3 } });
    expectOutput('lint', json);
    const sarif = JSON.parse(formats.sarif.print(report, plainOptions)) as {
      runs: [{ results: { message: { text: string }; properties?: { live?: object } }[] }];
    };
    expect(sarif.runs[0].results.map(({ message, properties }) => [message.text, properties?.live])).toEqual(
      json.findings.map(({ message, live }) => [message, live]),
    );
  });
});
