import { expect, test } from 'vitest';
import { agent, llm, pretty } from '../testing/small-account.ts';
import { standIn } from '../testing/stand-in.ts';

const account = (isPublished: boolean) =>
  standIn({
    'v0.agent.json': pretty({ ...agent, is_published: isPublished }),
    'v0.llm.json': pretty(llm),
    'preflight.config.json': '{}',
  });

test('the engine of a published version cannot be changed, and that of a draft can', async () => {
  const change = { begin_message: 'Good day.' };
  for (const path of ['update-service-llm/llm_a', 'update-service-llm/llm_a?version=0', 'update-retell-llm/llm_a']) {
    const refusal = await account(true).ask(`PATCH /${path}`, change);
    expect([refusal.status, refusal.body.message]).toEqual([
      409,
      'version 0 of LLM engine llm_a is published and cannot be changed; POST /create-agent-version/agent_a makes a draft of it',
    ]);
    expect((await account(false).ask(`PATCH /${path}`, change)).status).toBe(200);
  }
});
test('publishing a version publishes its engine, which can be changed once a draft runs it', async () => {
  const { ask } = standIn({
    'v0.agent.json': pretty(agent),
    'v0.llm.json': pretty({ ...llm, is_published: false }),
    'preflight.config.json': '{}',
  });
  await ask('POST /publish-agent-version/agent_a', { version: 0 });
  expect((await ask('GET /get-service-llm/llm_a?version=0')).body.is_published).toBe(true);
  expect((await ask('PATCH /update-service-llm/llm_a', { begin_message: 'Good day.' })).status).toBe(409);
  await ask('POST /create-agent-version/agent_a', { base_version: 0 });
  expect((await ask('PATCH /update-service-llm/llm_a', { begin_message: 'Good day.' })).status).toBe(200);
});
