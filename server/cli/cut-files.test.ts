import { expect, test } from 'vitest';
import { committed, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const before = (text: string, mark: string): string => text.slice(0, text.indexOf(mark));
const tool = (name: string) => ({ type: 'custom', name, description: 'Looks.', url: 'https://clinic.example.org/x' });

test('what an engine that is cut off in its middle does not list is not said to be missing', async () => {
  const engine = json({
    llm_id: 'llm_desk',
    general_prompt: 'Call look or book.',
    general_tools: [tool('look'), tool('book')],
  });
  const folder = committed(
    folderWith({
      'desk.llm.json': engine,
      'late.test-case.json': json({
        name: 'Late',
        user_prompt: 'You are late.',
        metrics: [],
        response_engine: { type: 'service-llm', llm_id: 'llm_desk' },
        tool_mocks: [{ tool_name: 'book', input_match_rule: { type: 'any' }, output: '{}' }],
      }),
    }),
  );
  expect((await lintJson([], folder)).findings).toEqual([]);
  write(folder, { 'desk.llm.json': before(engine, '"book"') });
  const { findings } = await lintJson([], folder);
  expect(new Set(findings.map(({ file, rule }) => `${file} ${rule}`))).toEqual(new Set(['desk.llm.json invalid-json']));
  const stdout = (await preflight(['plan'], folder)).stdout.replace(/\s+/g, ' ');
  expect(stdout).toContain(
    'tool_name book: becomes unknowable: was in desk.llm.json, now no such tool in what can be read of the file',
  );
  expect(stdout).not.toContain('breaks:');
  // what is whole proves something
  write(folder, { 'desk.llm.json': engine.replace('"name": "book"', '"name": "bok"') });
  expect((await lintJson([], folder)).lines).toContain(
    'late.test-case.json unknown-mocked-tool /tool_mocks/0/tool_name warning',
  );
});
