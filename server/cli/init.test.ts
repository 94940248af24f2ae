import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from '../core/configuration/read.ts';
import { rules } from '../../rules/index.ts';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();

test('proposes what the workspace may have all of, says what lists prove, and asks where somebody is', async () => {
  const account = {
    'desk.agent.json': agent(),
    'all.phone-number.json': '{ "items": [{ "phone_number": "+14155550100" }], "has_more": false }',
    'desk.llm.json': '{ "llm_id": "llm_desk", "version": 0, "general_prompt": "Be kind." }',
  };
  const textIn = async (answer: string | undefined, ...args: string[]) => {
    const folder = folderWith(account),
      asked: string[] = [];
    const ask = (question: string) => {
      asked.push(question);
      return Promise.resolve(answer!);
    };
    await preflight(['init', ...args], folder, answer === undefined ? {} : { ask });
    return { asked, text: readFileSync(join(folder, 'preflight.config.json'), 'utf8') };
  };
  const proposed = '"complete": [\n    // "agent", "llm"\n  ],';
  expect((await textIn(undefined)).text).toContain(proposed);
  expect((await textIn('n')).text).toContain(proposed);
  expect((await textIn('y', '--no-hook')).asked).toEqual([]);
  const { asked, text } = await textIn('y');
  expect(asked[0]).toBe(
    'Do these files contain every agent and every LLM engine of the account? Then a reference to another one is an ' +
      'error. [y/N] ',
  );
  expect(text).toContain('"complete": ["agent", "llm"],');
  expect(text).toContain('// Not needed for phone-number: a list here has all and ends.');
  expect(readConfiguration(text, rules).problems).toEqual([]);
});
