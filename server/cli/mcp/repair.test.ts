import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Lint } from '../../core/generated/outputs.js';
import { groupsOf } from '../../core/json/multimap.ts';
import { LineIndex } from '../../core/syntax/lines.ts';
import { connected } from '../../testing/mcp.ts';
import { scratch } from '../../testing/preflight.ts';
import { samples, textsIn } from '../../testing/samples.ts';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());

type Finding = Lint['findings'][number];
type Edit = NonNullable<Finding['fix']>['edits'][number];
/** A change of a file: a text that occurs once is replaced. Without texts, the file is removed. */
type Change = readonly [file: string, old?: string, now?: string];

/** The maximum number of lines of an answer in the transcript, for answers of one kind after the first. */
const MAX_LISTED = 60,
  MAX_REPEATED = 8;

/** The files of versions that can no longer be changed. */
const publishedFiles = [
  ...['front-desk/v2', 'front-desk/v3', 'night-line/v0', 'reminders/v1'].map(name => `agents/${name}.agent.json`),
  'engines/front-desk.llm.json',
];
/** A draft: its first version in a request, and the version in the file of the agent. */
const draft = JSON.stringify({
  agent_id: 'agent_frontdesk01',
  version: 6,
  base_version: 2,
  is_published: false,
  last_modification_timestamp: 1768435200000,
  agent_name: 'Front desk',
  response_engine: { type: 'service-llm', llm_id: 'llm_frontdesk01', version: 3 },
  voice_id: '11labs-Adrian',
  voice_speed: 2.75,
});

/** The turns of an agent: a question, the offered edits, which the agent applies, and changes of its own. */
const turns: readonly (readonly [tool: string, given: Record<string, unknown>, ...changes: Change[]])[] = [
  ['resolve', { reference: 'agent_billing01' }, ['agents/billing/v1.agent.json', '"version": 7', '"version": 1']],
  [
    'describe',
    { shape: 'agent-settings', field: 'voice_model' },
    ['agents/billing/v1.agent.json', '"sonic-3.6"', '"sonic-3.5"'],
  ],
  [
    'explain',
    { rule: 'wrong-length' },
    [
      'agents/billing/v1.agent.json',
      '"name": "", "description": "Whether',
      '"name": "was_polite", "description": "Whether',
    ],
  ],
  [
    'references',
    { name: 'live' },
    [
      'engines/front-desk.llm.json',
      '"agent_id": "agent_billing01",\n      "agent_version": "live"',
      '"agent_id": "agent_billing01",\n      "agent_version": "prod"',
    ],
  ],
  [
    'resolve',
    { reference: 'agent_frontdesk01@latest_published' },
    ['engines/front-desk.llm.json', '"agent_version": 17', '"agent_version": "latest_published"'],
    ['agents/agents.agent-list.json', '"version": 9', '"version": 4'],
    ['agents/front-desk/other-versions.agent.json', '"base_version": 12', '"base_version": 3'],
    ['requests/agent_frontdesk01.create-agent-version.json', '"base_version": 6', '"base_version": 5'],
    ['requests/agent_frontdesk01.publish-agent-version.json', '"version": 44', '"version": 4'],
  ],
  [
    'describe',
    { shape: 'create-agent-version-request' },
    ['requests/agent_frontdesk01.create-agent-version.json', ',\n  "version_title": "Spring"', ''],
  ],
  ['references', { name: 'v3' }, ['agents/agents.agent-list.json', '"v3": {', '"version-3": {']],
  [
    'prompt',
    { agent: 'agent_frontdesk01', state: 'welcome' },
    [
      'engines/front-desk.llm.json',
      ',\n        { "destination_state_name": "prescriptions", "description": "A prescription." }',
      '',
    ],
  ],
  [
    'describe',
    { shape: 'alert-rule' },
    ['alerts/alerts.alert-rule.json', '"window": "2h"', '"window": "1h"'],
    [
      'alerts/alerts.alert-rule.json',
      '"threshold_type": "absolute",\n    "threshold_value": 5\n',
      '"threshold_type": "absolute",\n    "threshold_value": 5,\n    "comparator": "<",\n    "frequency": "24h",\n    "window": "24h"\n',
    ],
    ['alerts/alerts.alert-rule.json', '[2, 31]', '[2]'],
    [
      'alerts/every-agent.alert-rule.json',
      '"agent": [\n      { "agent_id": "agent_nightline01" },',
      '"agent": [\n      ',
    ],
  ],
  [
    'describe',
    { shape: 'conversation-node', field: 'instruction' },
    [
      'components/verify-caller.flow-component.json',
      '"type": "conversation",',
      '"type": "conversation",\n      "instruction": { "type": "prompt", "text": "Ask for the date of birth." },',
    ],
  ],
  [
    'reach',
    { entry: '+14155550199' },
    [
      'batches/abroad.batch-call.json',
      '{ "to_number": "+14155550151" }',
      '{ "to_number": "+14155550151", "override_agent_id": "agent_nightline01" }',
    ],
  ],
  [
    'describe',
    { shape: 'channel-filter' },
    ['requests/voice-desks.agent-list-filter.json', '"op": "co", "value": "phone"', '"op": "eq", "value": "voice"'],
  ],
  [
    'explain',
    { rule: 'asr-fractions-sum' },
    ['analytics/fast-mode.asr-routing.json', '"fraction": 0.7', '"fraction": 0.8'],
  ],
  [
    'explain',
    { rule: 'invalid-json' },
    ['text/empty.agent.json'],
    ['text/latin-1.agent-weights.json', 'pr\ufffdd', 'prod'],
    ['text/merge.agent-weights.json', '<<<<<<< HEAD\n', ''],
    [
      'text/merge.agent-weights.json',
      '=======\n  { "agent_id": "agent_frontdesk01", "agent_version": 1, "weight": 0.1 }\n>>>>>>> more-traffic-on-canary\n',
      '',
    ],
  ],
  // a published version is corrected in a draft, which is checked before its file is written
  ['lint', { path: 'agents/front-desk/v6.agent.json', text: draft }],
  ['plan', { publish: 'agent_frontdesk01@4', tag: 'agent_frontdesk01:prod=4' }],
];

test('a coding agent repairs the broken sample', { timeout: 120_000 }, async () => {
  const { folder, dispose } = scratch(textsIn(samples('broken')));
  const { client, call } = await connected(folder, '2026-07-28', [folder]);
  const transcript: string[] = [];
  const ask = async (tool: string, record: Record<string, unknown>) => {
    const answer = await call(tool, record);
    const text = `> ${tool} ${JSON.stringify(record)}`,
      lines = answer.text.split('\n'),
      most = transcript.includes(text) ? MAX_REPEATED : MAX_LISTED,
      more = lines.length > most ? [`(${lines.length - most} more lines)`] : [];
    transcript.push(text, ...lines.slice(0, most), ...more, '');
    return answer;
  };
  const lint = async () => (await ask('lint', {})).content as unknown as Lint;
  const applyFixes = (findings: readonly Finding[]): boolean => {
    const edits = compatible(findings.flatMap(lint => (lint.fix && !lint.superseded ? [lint.fix.edits] : [])));
    for (const [file, fileEdits] of groupsOf(edits, edit => edit.file)) applyTo(join(folder, file), fileEdits);
    transcript.push(`= ${edits.length} edits applied`, '');
    return edits.length > 0;
  };
  while (applyFixes((await lint()).findings));
  for (const [tool, result, ...changes] of turns) {
    expect((await ask(tool, result)).isError, tool).toBe(false);
    for (const [file, oldText, newText] of changes) {
      transcript.push(
        `= ${file}: ${oldText === undefined ? 'removed' : `${JSON.stringify(oldText)} → ${JSON.stringify(newText)}`}`,
        '',
      );
      const path = join(folder, file);
      if (oldText === undefined) rmSync(path);
      else {
        const text = readFileSync(path, 'utf8');
        expect(text.split(oldText), `${file}: ${oldText}`).toHaveLength(2);
        writeFileSync(path, text.replace(oldText, newText!));
      }
    }
  }
  const { findings } = await lint(),
    remainingErrors = findings.filter(finding => finding.severity === 'error');
  expect(new Set(remainingErrors.map(error => error.file))).toEqual(new Set(publishedFiles));
  await client.close();
  dispose();
  await expect(`${transcript.join('\n').replaceAll(folder, '')}`).toMatchFileSnapshot('repair.transcript.txt');
});

const isBefore = (a: Edit['range']['start'], b: Edit['range']['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.column <= b.column);

/** The edits of each fix that overlaps no earlier fix. */
function compatible(fixes: readonly (readonly Edit[])[]): readonly Edit[] {
  const takenEdits: Edit[] = [];
  for (const edits of fixes) {
    const isFree = edits.every(({ file, range }) =>
      takenEdits.every(
        takenEdit =>
          takenEdit.file !== file ||
          isBefore(takenEdit.range.end, range.start) ||
          isBefore(range.end, takenEdit.range.start),
      ),
    );
    if (isFree) takenEdits.push(...edits);
  }
  return takenEdits;
}

function applyTo(path: string, edits: readonly Edit[]): void {
  const text = readFileSync(path, 'utf8'),
    lines = new LineIndex(text);
  const offset = ({ line, column }: Edit['range']['start']): number =>
    lines.offsetAt({ line: line - 1, character: column - 1 });
  const spans = edits.map(({ range, newText }) => ({ start: offset(range.start), end: offset(range.end), newText }));
  const now = spans
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end, newText }) => rest.slice(0, start) + newText + rest.slice(end), text);
  writeFileSync(path, now);
}
