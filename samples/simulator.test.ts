import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { preflight } from '../server/testing/preflight.ts';

const clinic = fileURLToPath(new URL('clinic', import.meta.url));
const lookups = ['alerts/slow-lookups.alert-rule.json', '--series', 'alerts/slow-lookups-2026-01-12.csv'];
const tag = ['plan', '--tag', 'agent_frontdesk01:prod=3'];

// `npx vitest run samples -u` writes them again: read the difference before you commit it
test.each<[string, string[]]>([
  ['resolve.txt', ['resolve', '--all']],
  ['resolve.json', ['resolve', '--all', '--format', 'json']],
  ['resolve-explained.txt', ['resolve', 'agent_frontdesk01@latest_published', '--explain']],
  ['diff.txt', ['diff', 'agent_frontdesk01@prod']],
  ['diff.json', ['diff', 'agent_frontdesk01@prod', '@staging', '--format', 'json']],
  ['diff-agents.txt', ['diff', 'agent_billing01@prod', 'agent_nightline01@prod']],
  ['diff-agents.md', ['diff', 'agent_billing01@prod', 'agent_frontdesk01@prod', '--format', 'markdown']],
  ['plan.md', [...tag, '--format', 'markdown']],
  ['plan.json', [...tag, '--format', 'json']],
  [
    'simulate-weights.json',
    [
      'simulate',
      'numbers/next-trial.agent-weights.json',
      '--calls',
      '10000',
      '--seed',
      '7',
      '--against',
      'numbers/main.phone-number.json',
      '--list',
      'inbound_agents',
      '--format',
      'json',
    ],
  ],
  [
    'simulate-batch.json',
    ['simulate', 'batches/flu-clinic.batch-call.json', '--now', '2026-01-16T09:00:00Z', '--format', 'json'],
  ],
  ['simulate-alert.json', ['simulate', ...lookups, '--format', 'json']],
  ['simulate-alert.txt', ['simulate', ...lookups]],
  ['simulate-call.json', ['simulate', 'agents/front-desk/v3.agent.json', '--call', 'silent', '--format', 'json']],
  [
    'simulate-outage.json',
    ['simulate', 'agents/front-desk/v3.agent.json', '--outage', 'cartesia,elevenlabs', '--format', 'json'],
  ],
  ['graph.mmd', ['graph', '--format', 'mermaid']],
])('%s', async (file, args) => {
  const { code, stdout } = await preflight(args, clinic);
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot(`golden/clinic/${file}`);
});

test('the series is that of the incident', async () => {
  const incident = JSON.parse(
    readFileSync(`${clinic}/alerts/slow-lookups-2026-01-12.alert-incident.json`, 'utf8'),
  ) as Record<string, unknown>;
  const { incidents } = JSON.parse((await preflight(['simulate', ...lookups, '--format', 'json'], clinic)).stdout) as {
    incidents: object[];
  };
  const { triggered_timestamp, resolved_timestamp, current_value, previous_value } = incident;
  expect(incidents).toEqual([{ triggered_timestamp, resolved_timestamp, current_value, previous_value }]);
});
