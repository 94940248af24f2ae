import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { previewAt } from './index.ts';

test.each([
  ['-- a.average-metric.json --\n{▮}', `a file of kind average-metric selects no version of an agent`],
  [
    '-- a.txt.json --\n▮{}',
    'this is no kind of file that Preflight knows; its name, or a glob in preflight.config.json, can say which it is',
  ],
  ['-- a.llm.json --\n{"general_prompt": "▮"}', 'no agent in this workspace runs this engine'],
  ['-- a.agent.json --\n▮', 'the file is empty'],
  ['-- x.publish-agent-version.json --\n{▮}', 'version is missing'],
  [
    '-- a.phone-number.json --\n[{"phone_number": "+1"}, ▮ {}]',
    'the file holds 2 records; the one that the cursor is in is previewed',
  ],
])('nothing to preview: %j', (text, because) =>
  expect(previewAt(contextAt(text)).explanation).toBe(`nothing to preview here: ${because}`),
);
