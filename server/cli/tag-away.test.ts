import { describe, expect, test } from 'vitest';
import { agent, agentList, committed, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const number = (reference: string | number): string =>
  JSON.stringify({
    phone_number: '+14155550100',
    inbound_agents: [{ agent_id: 'agent_desk', agent_version: reference, weight: 1 }],
  });
const versions = JSON.stringify([{ version: 1, is_published: true, last_modification_timestamp: 1767225600000 }]);
const files = (more: Record<string, string> = {}): Record<string, string> => ({
  'desk.agent.json': agent(),
  'team.agent-list.json': agentList('"canary": { "version": 7 }'),
  'main.phone-number.json': number('canary'),
  'split.agent-weights.json': JSON.stringify([{ agent_id: 'agent_desk', agent_version: 'canary', weight: 1 }]),
  ...more,
});
const complete = { 'agent_desk.agent-versions.json': versions };
const at = 'team.agent-list.json unresolved-agent-version /0/tags/canary/version';

describe('a tag on a missing version', () => {
  test('is one finding at the tag, with the users of the tag', async () => {
    const { lines, findings, summary, code } = await lintJson([], folderWith(files()));
    expect([code, lines]).toEqual([0, [`${at} warning`]]);
    expect(findings[0]).toMatchObject({
      message: 'version: Desk has no version 7 here; known versions: 1',
      related: [
        { file: 'main.phone-number.json', message: 'used by inbound_agents of +14155550100' },
        { file: 'split.agent-weights.json', message: 'used by weight 1 of a list' },
      ],
      // the finding at the tag is live, because users of the tag are live
      live: [{ agent_id: 'agent_desk' }],
    });
    expect(summary).toMatchObject({ warnings: 1, live: 1 });
  });
  test('is an error if the files prove it', async () => {
    const { lines, code } = await lintJson([], folderWith(files(complete)));
    expect([code, lines]).toEqual([1, [`${at} error`]]);
  });
  test('also explains an unknown latest published version', async () => {
    const { lines } = await lintJson([], folderWith(files({ 'main.phone-number.json': number('latest_published') })));
    expect(lines).toEqual([`${at} warning`]);
  });
  test('lists five users, and the number of further users', async () => {
    const arms = Array.from({ length: 8 }, () => ({ agent_id: 'agent_desk', agent_version: 'canary', weight: 0.125 }));
    const { findings } = await lintJson(
      ['--rule', 'unresolved-agent-version'],
      folderWith(files({ 'split.agent-weights.json': JSON.stringify(arms) })),
    );
    const related = findings[0]!.related as readonly { message: string }[];
    expect([findings.length, related.length, related.at(-1)!.message]).toEqual([
      1,
      5,
      'used by weight 4 of a list, and by 4 more',
    ]);
  });
  test('is reported at the user if only the file of the user is checked, or only the user is new', async () => {
    const folder = committed(folderWith(files({ ...complete, 'main.phone-number.json': number(1) })));
    expect((await lintJson(['main.phone-number.json'], folder)).lines).toEqual([]);
    write(folder, { 'main.phone-number.json': number('canary') });
    const use = 'main.phone-number.json unresolved-agent-version /inbound_agents/0/agent_version error';
    expect((await lintJson(['main.phone-number.json'], folder)).lines).toEqual([use]);
    const { code, stdout } = await preflight(['ci', '--base', 'HEAD', '--format', 'json'], folder);
    const { findings } = (JSON.parse(stdout) as { lint: { findings: { file: string; rule: string }[] } }).lint;
    expect([code, findings.map(({ file, rule }) => `${file} ${rule}`)]).toEqual([
      1,
      ['main.phone-number.json unresolved-agent-version'],
    ]);
  });
  test('is one lost reference if a change moves the tag to the missing version', async () => {
    const before = { 'team.agent-list.json': agentList('"canary": { "version": 1 }') },
      { 'team.agent-list.json': movedList } = files();
    const folder = committed(folderWith(files(before)));
    write(folder, { 'team.agent-list.json': movedList! });
    const { findings, lines } = await lintJson(['--changed-since', 'HEAD'], folder);
    expect(lines).toEqual(['team.agent-list.json lost-reference /0/tags/canary/version error']);
    expect(findings[0]).toMatchObject({
      message:
        'tag canary selected version 1 in HEAD but can no longer be resolved: ' +
        'tag canary points to version 7, which is not in this workspace',
      related: [{ file: 'main.phone-number.json' }, { file: 'split.agent-weights.json' }],
      live: [{ agent_id: 'agent_desk' }],
    });
    write(folder, complete);
    expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([`${at} error`]);
  });
  test('can be accepted at the tag for all users, and findings that were accepted at users remain accepted', async () => {
    const rule = 'unresolved-agent-version',
      reason = 'Version 7 comes on Monday.';
    // the format of version 0.2.0
    const baseline = JSON.stringify({
      version: 2,
      findings: [
        ['main.phone-number.json', '/inbound_agents[agent_id=agent_desk]/agent_version', 'bab43d81'],
        ['split.agent-weights.json', '/[agent_id=agent_desk]/agent_version', 'bab43d81'],
        ['team.agent-list.json', '/[agent_id=agent_desk]/tags/canary/version', '320ca3f6'],
      ].map(([file, place, text]) => ({ rule, file, at: place, text })),
    });
    const suppress = [{ rule, file: 'team.agent-list.json', at: '/0/tags/canary/version', reason }];
    const folder = folderWith(files({ 'preflight.config.json': JSON.stringify({ suppress }) }));
    expect(await lintJson([], folder)).toMatchObject({ findings: [], summary: { suppressed: 3 } });
    write(folder, { 'preflight.config.json': '{}', 'preflight.baseline.json': baseline });
    expect(await lintJson([], folder)).toMatchObject({ findings: [], summary: { baselined: 3 } });
  });
});
