import { expect, test } from 'vitest';
import { agent, preflight, scratchFolders } from '../../testing/preflight.ts';

const folder = scratchFolders();

test('simulate shows no credential of a webhook or variable, in the table or in JSON', async () => {
  const cwd = folder({
    'preflight.config.json': '{ "accountWebhookUrl": "https://ops:acc0untpass@hooks.example.com/all" }',
    'desk.agent.json': agent('"webhook_url": "https://ops:hunter22@hooks.example.com/in?token=s3cr3t-value"'),
    'night.agent.json': agent('', 'agent_night'),
    'june.batch-call.json':
      '{ "from_number": "+14155550100", "tasks": [{ "to_number": "+14155550111", "override_agent_id": "agent_desk",' +
      ' "service_llm_dynamic_variables": { "api_token": "s3cr3t-value", "link": "https://a:hunter22@x.example/" } }] }',
  });
  const text = [
    ['desk.agent.json', '--call', 'silent'],
    ['night.agent.json', '--call', 'silent'],
    ['june.batch-call.json', '--task', '0', '--now', '2026-01-16'],
  ];
  for (const args of text)
    for (const format of ['table', 'json']) {
      const { stdout } = await preflight(['simulate', ...args, '--format', format], cwd);
      expect(stdout).not.toMatch(/hunter22|s3cr3t|acc0unt/);
      expect(stdout).toMatch(args[0] === 'june.batch-call.json' ? /a:…@x\.example/ : /ops:…@hooks\.example\.com/);
    }
});
