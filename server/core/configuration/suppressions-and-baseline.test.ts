import { describe, expect, test } from 'vitest';
import wrongType from '../../../rules/wrong-type.ts';
import unusedSuppression from '../../../rules/unused-suppression.ts';
import expiredSuppression from '../../../rules/expired-suppression.ts';
import { Document } from '../document.ts';
import { fnv1a } from '../json/by-text.ts';
import { RuleSet } from '../engine/lint.ts';
import { type Finding, pointerOf } from '../finding.ts';
import { Workspace } from '../workspace/workspace.ts';
import { baselineOf, baselineText, readBaseline, withoutBaselined, type Baseline } from './baseline.ts';
import { lintWorkspace, identityOf } from './suppressions-and-baseline.ts';
import { readConfiguration } from './read.ts';

const rules = [wrongType, unusedSuppression, expiredSuppression];
const set = new RuleSet(rules);
const flow = (...names: (string | number)[]): string =>
  JSON.stringify({
    start_node_id: 'a',
    global_prompt: 'x',
    nodes: names.map(name => ({ id: String(name), type: 'conversation', name: 7 })),
  });
const settle = (config: object, text: string, { today = '2026-01-15', baseline = [] as Baseline } = {}) => {
  const { configuration, problems } = readConfiguration(JSON.stringify(config), rules);
  expect(problems).toEqual([]);
  const workspace = new Workspace([new Document('f.conversation-flow.json', text)], { today });
  const result = lintWorkspace(workspace, set, configuration!, baseline);
  const line = ({ rule, file, target, severity }: Finding): string =>
    `${rule} ${file} ${pointerOf(target)} ${severity}`;
  return {
    findings: result.findings.map(line),
    suppressed: result.suppressed.map(line),
    baselined: result.baselinedFindings.map(line),
    result,
    workspace,
    configuration: configuration!,
  };
};
const entry = (pointer: string, fields: object = {}) => ({
  rule: 'wrong-type',
  file: 'f.conversation-flow.json',
  at: pointer,
  reason: 'known',
  ...fields,
});

describe('suppressions', () => {
  test('apply by key, by index, and to everything inside their place', () => {
    for (const pointer of ['/nodes[id=b]/name', '/nodes/1/name', '/nodes[id=b]', '/nodes/1']) {
      const { findings, suppressed } = settle({ suppress: [entry(pointer)] }, flow('a', 'b'));
      expect([pointer, findings, suppressed]).toEqual([
        pointer,
        ['wrong-type f.conversation-flow.json /nodes/0/name warning'],
        ['wrong-type f.conversation-flow.json /nodes/1/name warning'],
      ]);
    }
    expect(settle({ suppress: [entry('')] }, flow('a', 'b'))).toMatchObject({
      findings: [],
      suppressed: { length: 2 },
    });
    expect(settle({ suppress: [entry('/nodes[id=b]/name')] }, flow('new', 'b', 'a')).suppressed).toEqual([
      'wrong-type f.conversation-flow.json /nodes/1/name warning',
    ]);
  });
  test('do not apply to another place, rule or file', () => {
    for (const wrong of [
      entry('/nodes[id=b]/na'),
      entry('/nodes[id=c]/name'),
      entry('/nodes[id=b]/name', { rule: 'unused-suppression' }),
      entry('/nodes[id=b]/name', { file: 'g.json' }),
    ]) {
      expect(settle({ suppress: [wrong] }, flow('b')).findings).toEqual([
        'wrong-type f.conversation-flow.json /nodes/0/name warning',
        expect.stringMatching(/^unused-suppression preflight.config.json \/suppress\/0/) as string,
      ]);
    }
  });
  test('apply through their last day, and are reported afterwards', () => {
    const config = { suppress: [entry('/nodes[id=a]/name', { until: '2026-01-15' })] };
    expect(settle(config, flow('a')).findings).toEqual([]);
    expect(settle(config, flow('a'), { today: '2026-01-16' }).findings).toEqual([
      'wrong-type f.conversation-flow.json /nodes/0/name warning',
      'expired-suppression preflight.config.json /suppress/0/until warning',
    ]);
  });
  test('have severities of their own', () => {
    expect(settle({ rules: { 'unused-suppression': 'error' }, suppress: [entry('/x')] }, flow()).findings).toEqual([
      'unused-suppression preflight.config.json /suppress/0 error',
    ]);
    expect(settle({ rules: { 'unused-suppression': 'off' }, suppress: [entry('/x')] }, flow()).findings).toEqual([]);
  });
});

describe('a baseline', () => {
  const writtenText = (text: string) => {
    const { result, workspace, configuration } = settle({}, text);
    return baselineText(
      baselineOf(result.findings, finding => identityOf(finding, file => workspace.document(file), configuration)),
    );
  };
  const names = new Map([
    ['wrong-type', 'wrong-type'],
    ['old-name', 'wrong-type'],
  ]);
  const read = (text: string): Baseline => {
    const entries = readBaseline(text, names);
    expect(entries).not.toHaveProperty('message');
    return entries as Baseline;
  };
  test('is read as it was written, still matches moved items, and does not cover new findings', () => {
    const text = writtenText(flow('a', 'b'));
    expect(text).toBe(
      '{\n  "version": 2,\n  "findings": [\n' +
        `    {"rule":"wrong-type","file":"f.conversation-flow.json","at":"/nodes[id=a]/name","text":"${fnv1a('7')}"},\n` +
        `    {"rule":"wrong-type","file":"f.conversation-flow.json","at":"/nodes[id=b]/name","text":"${fnv1a('7')}"}\n  ]\n}\n`,
    );
    expect(settle({}, flow('new', 'b', 'a'), { baseline: read(text) })).toMatchObject({
      findings: ['wrong-type f.conversation-flow.json /nodes/0/name warning'],
      baselined: { length: 2 },
    });
    expect(writtenText(flow())).toBe('{\n  "version": 2,\n  "findings": []\n}\n');
    expect(read(text.replaceAll('wrong-type', 'old-name'))).toEqual(read(text));
  });
  test('does not cover another value at the same place, and shows unused entries', () => {
    const baseline = read(writtenText(flow('a', 'b'))),
      otherFlow = flow('a', 'b').replace('7', '8');
    expect(settle({}, otherFlow, { baseline })).toMatchObject({
      findings: ['wrong-type f.conversation-flow.json /nodes/0/name warning'],
      baselined: { length: 1 },
      result: { unusedEntries: [{ at: '/nodes[id=a]/name', count: 1 }] },
    });
    expect(settle({}, flow('a', 'b'), { baseline }).result.unusedEntries).toEqual([]);
    // the text is compared as written in the file, so different spellings of a value are different
    expect(settle({}, JSON.stringify(JSON.parse(flow('a', 'b')), undefined, 2), { baseline }).findings).toEqual([]);
  });
  test('of version 1 covers any value at its place, and stays version 1 until it is written anew', () => {
    const { entries, first } = {
      entries: [{ rule: 'wrong-type', file: 'f.conversation-flow.json', at: '/nodes[id=a]/name' }],
      first: (findings: object[]): string => JSON.stringify({ version: 1, findings }),
    };
    const baseline = read(first(entries));
    expect(settle({}, flow('a').replace('7', '8'), { baseline })).toMatchObject({
      findings: [],
      baselined: { length: 1 },
    });
    expect(baselineText([...baseline, { ...baseline[0]!, at: '/x', text: '12345678' }])).toBe(
      '{\n  "version": 1,\n  "findings": [\n' +
        '    {"rule":"wrong-type","file":"f.conversation-flow.json","at":"/nodes[id=a]/name"},\n' +
        '    {"rule":"wrong-type","file":"f.conversation-flow.json","at":"/x"}\n  ]\n}\n',
    );
  });
  test('with a finding at several places covers the single findings that a rule reports there later', () => {
    const { result, workspace, configuration } = settle({}, flow('a', 'b')),
      [first, second] = result.findings as [Finding, Finding],
      combined = { ...first, also: [{ target: second.target }] };
    const identity = (finding: Finding) => identityOf(finding, file => workspace.document(file), configuration),
      baseline = baselineOf([combined], identity);
    expect(baseline.map(({ at }) => at)).toEqual(['/nodes[id=a]/name', '/nodes[id=b]/name']);
    for (const findings of [[combined], [first, second], [second, first]])
      expect(withoutBaselined(findings, baseline, identity, () => false)).toEqual({
        newFindings: [],
        baselinedFindings: findings,
        unusedEntries: [],
      });
  });
  test('counts equal entries', () => {
    const baseline = [
      { rule: 'wrong-type', file: 'f.conversation-flow.json', at: '/nodes/0/name', text: fnv1a('7'), count: 2 },
    ];
    expect(read(baselineText([...baseline, ...baseline]))).toEqual([{ ...baseline[0], count: 4 }]);
    const { findings, baselined } = settle({}, flow('a'), {
      baseline: [{ ...baseline[0]!, at: '/nodes[id=a]/name', count: 1 }],
    });
    expect([findings.length, baselined.length]).toEqual([0, 1]);
  });
  test.each([
    '',
    '{',
    '[]',
    '{}',
    '{"version":3,"findings":[]}',
    '{"version":1,"findings":[{"rule":"x","file":"y","at":"","text":"00000000"}]}',
    '{"version":2,"findings":[{"rule":"x","file":"y","at":"","text":7}]}',
    '{"version":1,"findings":[{"rule":"x"}]}',
    '{"version":1,"findings":[{"rule":"x","file":"y","at":"","count":0}]}',
    '{"version":1,"findings":[null]}',
  ])('that is %j is refused', text => {
    expect(readBaseline(text, names)).toMatchObject({ line: 1, message: expect.any(String) as string });
  });
});
