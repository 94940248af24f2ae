import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import type { Finding, Severity } from '../finding.ts';
import { MAX_LISTED, reportFindings } from './report.ts';

const document = new Document('a.agent.json', JSON.stringify(Array.from({ length: 5 * MAX_LISTED }, (_, i) => i)));
const finding = (i: number, severity: Severity = 'warning', rule = 'some-rule'): Finding => ({
  rule,
  severity,
  file: document.file,
  target: `/${i}`,
  message: `number ${i}`,
  related: [],
  fix: { title: 'Mend it', safe: true, edits: [] },
});
const report = (findings: readonly Finding[]) => reportFindings(findings, () => document, MAX_LISTED);
const manyFindings = (n: number, start = 0, severity?: Severity): Finding[] =>
  Array.from({ length: n }, (_, i) => finding(start + i, severity));

test('the last listed finding of a rule with very many findings gives the number of the findings that are not listed', () => {
  const reportedFindings = report(manyFindings(3 * MAX_LISTED).reverse());
  expect(reportedFindings).toHaveLength(MAX_LISTED + 1);
  expect(reportedFindings[MAX_LISTED - 1]).toMatchObject({ message: `number ${MAX_LISTED - 1}` });
  expect(reportedFindings[MAX_LISTED]).toMatchObject({
    pointer: `/${MAX_LISTED}`,
    message: `${2 * MAX_LISTED} more findings of this rule in the rest of the file are not listed`,
    stands: 2 * MAX_LISTED,
  });
  expect(reportedFindings[MAX_LISTED]).not.toHaveProperty('fix');
});

test('one cause at many places of a list gives one finding with the number of places', () => {
  const nodes = JSON.stringify({
      nodes: Array.from({ length: 30 }, (_, i) => ({ name: `Node ${i}`, edges: [{ id: 'e', to: 'a' }] })),
    }),
    flow = new Document('a.conversation-flow.json', nodes);
  const lostFinding = (i: number, message = 'to leads nowhere', rule = 'some-rule'): Finding => ({
    rule,
    severity: 'warning',
    file: flow.file,
    target: `/nodes/${i}/edges/0/to`,
    message,
    related: [],
  });
  const findingsOf = (findings: readonly Finding[]) => reportFindings(findings, () => flow);
  expect(findingsOf([lostFinding(4), lostFinding(2), lostFinding(9)])).toMatchObject([
    {
      pointer: '/nodes/2/edges/0/to',
      message: 'to leads nowhere (and 2 more places)',
      count: 3,
      related: [{ pointer: '/nodes/4/edges/0/to', message: 'in "Node 4"' }, { pointer: '/nodes/9/edges/0/to' }],
    },
  ]);
  const [finding] = findingsOf(Array.from({ length: 30 }, (_, i) => lostFinding(i)));
  expect(finding).toMatchObject({ count: 30, related: { length: 5 } });
  expect(finding!.related.at(-1)!.message).toBe('in "Node 5", and 24 more');
  // findings at two places are not merged; a finding with a different message has a different cause
  expect(findingsOf([lostFinding(1), lostFinding(2)]).map(({ count }) => count)).toEqual([undefined, undefined]);
  expect(
    findingsOf([
      lostFinding(1),
      lostFinding(2),
      lostFinding(3, 'to leads to itself'),
      lostFinding(4, undefined, 'other-rule'),
    ]),
  ).toHaveLength(4);
});

test('a single finding beyond the limit is still listed', () => {
  expect(report(manyFindings(MAX_LISTED + 1)).at(-1)).toMatchObject({ message: `number ${MAX_LISTED}` });
});

test('rules and severities are counted separately, in the order of the text', () => {
  const last = 5 * MAX_LISTED - 1;
  const reportedFindings = report([
    ...manyFindings(2 * MAX_LISTED),
    ...manyFindings(2 * MAX_LISTED, 2 * MAX_LISTED, 'error'),
    finding(last, 'info'),
  ]);
  expect(reportedFindings.map(({ stands }) => stands).filter(count => count !== undefined)).toEqual([
    MAX_LISTED,
    MAX_LISTED,
  ]);
  expect(reportedFindings.at(-1)).toMatchObject({ message: `number ${last}` });
  const places = reportedFindings.map(({ range }) => range.start.column);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('findings that share a list of live versions still share it after credentials are masked', () => {
  const live = [
      { agent_id: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', agent_version: 1, through: [] },
    ] as unknown as NonNullable<Finding['live']>,
    [entry, second] = report([
      { ...finding(1), live },
      { ...finding(2), live },
    ]);
  expect(entry!.live).toEqual([{ agent_id: '…', agent_version: 1, through: [] }]);
  expect(entry!.live).toBe(second!.live);
});
