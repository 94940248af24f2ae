import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { contentsOf, type ContentsOption } from './contents.ts';

interface Files {
  readonly [file: string]: unknown;
}
const clinic: Files = {
  'list.agent-list.json': [
    {
      agent_id: 'desk',
      agent_name: 'Desk',
      channel: 'voice',
      user_modified_timestamp: 1,
      tags: { prod: { version: 2 } },
    },
  ],
  'desk.agent.json': { agent_id: 'desk', version: 2, voice_id: '11labs-A', response_engine: { type: 'custom-llm' } },
};
const workspaceOf = (files: Files): Workspace =>
  new Workspace(Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value))));
const groups = (current: Files, which: ContentsOption, former: Files) =>
  contentsOf(workspaceOf(former), workspaceOf(current), which);

describe('phone numbers and alert rules', () => {
  const number = {
    phone_number: '+14155550100',
    inbound_agents: [{ agent_id: 'desk', agent_version: 'prod', weight: 1 }],
    inbound_webhook_url: 'https://a.example.com',
    allowed_inbound_country_list: ['US', 'CA'],
  };
  const alert = {
    name: 'Slow',
    metric_type: 'custom_function_latency',
    threshold_type: 'absolute',
    threshold_value: 2000,
    comparator: '>',
    filter: { agent: [{ agent_id: 'desk' }] },
  };
  const allFiles = { ...clinic, 'm.phone-number.json': number, 's.alert-rule.json': alert };
  const withNumber = (fields: object): Files => ({ ...allFiles, 'm.phone-number.json': { ...number, ...fields } });
  const withAlert = (fields: object, name = 's'): Files => {
    const { 's.alert-rule.json': _, ...rest } = allFiles;
    return { ...rest, [`${name}.alert-rule.json`]: { ...alert, ...fields } };
  };
  test.each<readonly [string, Files, string]>([
    [
      'webhook',
      withNumber({ inbound_webhook_url: 'https://b.example.com' }),
      'phone-number m.phone-number.json#/inbound_webhook_url',
    ],
    [
      'countries',
      withNumber({ allowed_inbound_country_list: ['US'] }),
      'phone-number m.phone-number.json#/allowed_inbound_country_list',
    ],
    ['fallback', withNumber({ fallback_number: '+14155550101' }), 'phone-number m.phone-number.json#/fallback_number'],
    ['threshold', withAlert({ threshold_value: 9000 }), 'alert-rule s.alert-rule.json#/threshold_value'],
    ['whom it tells', withAlert({ emails: ['x@example.com'] }), 'alert-rule s.alert-rule.json#/emails'],
    [
      'an alert in another file',
      withAlert({ threshold_value: 9000 }, 't'),
      'alert-rule t.alert-rule.json#/threshold_value',
    ],
  ])('of a live number or version are compared: %s', (_, current, line) =>
    expect(
      groups(current, 'live', allFiles).flatMap(({ part, isLive, liveVersions: live, changes }) =>
        changes.map(({ file, pointer }) => `${part.kind} ${file}#${pointer}${isLive && live.length > 0 ? '' : '?'}`),
      ),
    ).toEqual([line]),
  );
  test('that are deleted are reported if the rule watches a live version, or only a webhook answers the number', () => {
    const { 's.alert-rule.json': _, 'm.phone-number.json': __, ...rest } = allFiles,
      webhook = { 'w.phone-number.json': { phone_number: '+1', inbound_webhook_url: 'https://a.example.com' } };
    const linesOf = (current: Files, former: Files = { ...allFiles, ...webhook }): string[] =>
      groups(current, 'live', former).map(
        ({ part, isLive, isGone }) => `${part.kind} ${part.file} ${isLive && isGone}`,
      );
    // a number that an agent answers is reported as a removed entry
    expect(linesOf(rest)).toEqual(['phone-number w.phone-number.json true', 'alert-rule s.alert-rule.json true']);
    expect(linesOf({ ...allFiles, ...webhook })).toEqual([]);
    expect(linesOf({ ...rest, 'other.alert-rule.json': alert }, allFiles)).toEqual([]);
    expect(linesOf(rest, withAlert({ active: false }))).toEqual([]);
    // the alert rule may be in the unreadable file
    const cutDocument = new Document('other.alert-rule.json', '[{ "name": "Slow", ] : }', 0),
      withCut = new Workspace([...workspaceOf(rest).documents, cutDocument]);
    expect(contentsOf(workspaceOf(allFiles), withCut, 'live').filter(({ isGone }) => isGone)).toEqual([]);
  });
  test('that only a webhook answers are compared', () => {
    const filesWith = (url: string): Files => ({
      'm.phone-number.json': { phone_number: '+1', inbound_agents: [], inbound_webhook_url: url },
    });
    expect(groups(filesWith('https://b.example.com'), 'live', filesWith('https://a.example.com'))).toMatchObject([
      { isLive: true, liveVersions: [] },
    ]);
  });
  test.each<readonly [string, Files]>([
    [
      'which agents answer, and how many: a reference',
      withNumber({ inbound_agents: [{ agent_id: 'desk', weight: 0.5 }] }),
    ],
    [
      'the order of countries, names, times',
      withNumber({ allowed_inbound_country_list: ['CA', 'US'], nickname: 'Main', last_modification_timestamp: 7 }),
    ],
    ['the name of an alert', withAlert({ name: 'Slower' })],
    ['another key order', { ...allFiles, 's.alert-rule.json': Object.fromEntries(Object.entries(alert).reverse()) }],
  ])('may change harmlessly: %s', (_, current) => expect(groups(current, 'live', allFiles)).toEqual([]));
  test.each<readonly [string, object]>([
    ['of an agent that nobody is served by', { filter: { agent: [{ agent_id: 'night' }] } }],
    ['of a version that nobody is served by', { filter: { agent: [{ agent_id: 'desk', version: [1] }] } }],
    ['of a tag that is not live', { filter: { agent_tag: { type: 'enum', op: 'in', value: ['qa'] } } }],
    ['that is switched off', { active: false }],
  ])('may be not live: an alert %s', (_, fields) => {
    const [former, current] = [withAlert(fields), withAlert({ ...fields, threshold_value: 1 })];
    expect(groups(current, 'live', former)).toEqual([]);
    expect(groups(current, 'all', former)).toMatchObject([{ isLive: false }]);
  });
});
