import { expect, test } from 'vitest';
import { draft, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();

test('the help of a finding lists the allowed values in the first line; a long list is cut off and says how to see all', async () => {
  const helpOf = async (field: string, ...args: string[]): Promise<string> =>
    (await preflight(['lint', ...args], folderWith({ 'a.agent.json': draft(field) }))).stdout.replace(/\s+/g, ' ');
  const keys = 'one of "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "#", "*"';
  expect(await helpOf('"user_dtmf_options": { "termination_key": "##" }')).toContain(keys);
  const models = '"voice_model": "zzz"';
  expect(await helpOf(models)).toMatch(/; one of "eleven_flash_v2", [^;]*, …; preflight lint --verbose lists all/);
  expect(await helpOf(models, '--verbose')).toMatch(/one of "eleven_flash_v2", [^;…]*"s2-pro"/);
});
