import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { previewAt } from './index.ts';

test.each([
  ['-- a.average-metric.json --\n{▮}', `a file of kind average-metric selects no version of an agent`],
  [
    '-- a.txt.json --\n▮{}',
    'Preflight does not recognize this file; rename it, or add a glob to files in preflight.config.json',
  ],
  ['-- a.llm.json --\n{"general_prompt": "▮"}', 'no agent in this workspace runs this engine'],
  ['-- a.agent.json --\n▮', 'the file is empty'],
  ['-- x.publish-agent-version.json --\n{▮}', 'version is missing'],
  [
    '-- a.phone-number.json --\n[{"phone_number": "+1"}, ▮ {}]',
    'the file has 2 records; the one at the cursor is previewed',
  ],
])('nothing to preview: %j', (text, because) =>
  expect(previewAt(contextAt(text)).explanation).toBe(`nothing to preview here: ${because}`),
);
