import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { accepted, labels } from '../../testing/completion-at.ts';
import { testCases } from '../../testing/cases.ts';
import { completionsAt } from './completion.ts';

/** The number of items that an editor shows without scrolling; the test ignores the rest of a long list. */
const VISIBLE_ITEMS = 12;

testCases(new URL('cases/', import.meta.url), {
  accept: (files, label) => accepted(files, label),
  replace: (files, label) => accepted(files, label, { hasSnippets: true }, true),
  'accept-plain': (files, label) => accepted(files, label, { hasSnippets: false }),
  complete: files => labels(files).slice(0, VISIBLE_ITEMS).join('\n'),
});

test('the language models offered are the current ones, or those of the configured platform version', () => {
  const text = '-- new.llm.json --\n{ "general_prompt": "Hello", "model": "▮" }';
  expect(labels(text)).toContain('gpt-5.5');
  expect(labels(text)).not.toContain('gemini-2.5-flash');
  const pinnedLabels = labels(`-- preflight.config.json --\n{ "platform": "2026-03-13" }\n${text}`);
  expect(pinnedLabels).toContain('gpt-5.1');
  expect(pinnedLabels).not.toContain('gpt-5.5');
});

test('numbers have the bounds of their own fields', () =>
  expect(labels('-- new.agent.json --\n{ ▮ }')).toContain('voice_speed — number from 0.5 to 2 · default 1'));

test('completion opens automatically only if a skeleton begins with an id', () => {
  const suggests = (file: string, text: string): unknown =>
    completionsAt(contextAt(`-- new.${file}.json --\n${text}`), { hasSnippets: true }).items.find(
      ({ kind }) => kind === 'snippet',
    )?.opens;
  expect([
    suggests('agent', '▮'),
    suggests('conversation-flow', '{ "nodes": [▮] }'),
    suggests('agent', '{ "response_engine": ▮ }'),
  ]).toEqual([undefined, undefined, true]);
});
