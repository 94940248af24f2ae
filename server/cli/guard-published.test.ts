import { expect, test } from 'vitest';
import { committed, preflight, scratchFolders } from '../testing/preflight.ts';
import { agent, llm, texts } from '../testing/small-account.ts';

const folderWith = scratchFolders();

test('an update of a published version is blocked, if it names the version', async () => {
  const folder = committed(
    folderWith({ ...texts({ 'desk.agent.json': { ...agent, is_published: true }, 'desk.llm.json': llm }) }),
  );
  const stderrOf = async (operation: string, input: object): Promise<string> => {
    const call = {
      hook_event_name: 'PreToolUse',
      cwd: folder,
      tool_name: `mcp__retell__${operation}`,
      tool_input: input,
    };
    return (await preflight(['guard'], folder, { readStdin: () => Buffer.from(JSON.stringify(call)) })).stderr;
  };
  const reason = 'is published and cannot be changed';
  expect(await stderrOf('update_agent', { agent_id: 'agent_a', version: 0, volume: 1 })).toContain(
    `update-agent agent_a: version 0 of agent agent_a ${reason}`,
  );
  expect(await stderrOf('update_retell_llm', { llm_id: 'llm_a', version: 0, begin_message: 'Hi.' })).toContain(
    `update-retell-llm llm_a: version 0 of LLM engine llm_a ${reason}`,
  );
  // without a version, the call means the newest one, which may be in no file
  const doubt = await stderrOf('update_agent', { agent_id: 'agent_a', volume: 1 });
  expect(doubt).not.toContain('blocked');
});
