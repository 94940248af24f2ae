import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fix, openWorkspace } from '../../api/index.ts';
import { actionsAt } from '../../features/actions/actions.ts';
import { actingIn, withFileEdits } from '../../testing/actions-at.ts';
import { preflight, scratchFolders } from '../../testing/preflight.ts';

const folderWith = scratchFolders();
const before = `{
  "voice_id": "11labs-Adrian", // the voice
  "response_engine": { "type": "retell-llm", "llm_id": "llm_x" } // engine
  "agent_name": 'x', /* its
  name */
  "volume": 1 /* not loud */
  "language": ["en-US", "de-DE"],
}
`;
const fixedText = before
  .replace('} // engine', '}, // engine')
  .replace("'x'", '"x"')
  .replace('1 /* not', '1, /* not')
  .replace('],\n}', ']\n}');

describe.each(['desk.agent.jsonc', 'desk.agent.json'])('lint --fix in %s', file => {
  test('inserts missing commas before a comment, and a second run changes nothing', async () => {
    const folder = folderWith({ [file]: before }),
      text = (): string => readFileSync(join(folder, file), 'utf8');
    const first = await preflight(['lint', '--fix', '--format', 'compact', file], folder);
    expect([text(), first.stderr]).toEqual([fixedText, '']);
    const second = await preflight(['lint', '--fix', '--format', 'compact', file], folder);
    expect([text(), second.stderr]).toEqual([fixedText, first.stderr]);
  });
  test('has the same result in the library and the editor', () => {
    const folder = folderWith({ [file]: before });
    expect(fix(openWorkspace(folder), file)).toBe(fixedText);
    const { request: selection, findings, context } = actingIn({ [file]: before }, file, { start: 0, end: 0 });
    const actions = actionsAt(selection, findings, { ...context, onlyKinds: ['source.fixAll'] });
    expect(actions.map(({ edits }) => withFileEdits({ [file]: before }, edits)[file])).toEqual([fixedText]);
  });
});

test('the fix of a finding is offered only if the fix resolves the finding', () => {
  // the comma would become part of the unclosed string
  const text = `{\n  "agent_name": 'x\n  "volume": 1\n}\n`,
    at = text.indexOf('"volume"'),
    {
      request: selection,
      findings,
      context,
    } = actingIn({ 'x.agent.json': text }, 'x.agent.json', { start: at, end: at });
  expect(findings.map(({ finding }) => finding.message)).toContain('missing comma before "volume"');
  expect(
    actionsAt(selection, findings, { ...context, onlyKinds: ['quickfix'] }).map(({ title }) => title),
  ).not.toContain('Insert a comma');
});

test('a fix that would remove a comment is unsafe', async () => {
  const text = `{
  "voice_id": "11labs-Adrian",
  "fallback_voice_ids": [
    "openai-Alloy", // first
    // then the same
    "openai-Alloy", // again
    "cartesia-Cleo"
  ],
  "user_dtmf_options": { "digit_limit": 4 /* few */ },
  "user_dtmf_options": { "digit_limit": 4 /* few */ }
}
`;
  const folder = folderWith({ 'desk.agent.jsonc': text });
  await preflight(['lint', '--fix', 'desk.agent.jsonc'], folder);
  expect(readFileSync(join(folder, 'desk.agent.jsonc'), 'utf8')).toBe(
    text.replace('    "openai-Alloy", // again\n', ''),
  );
});
