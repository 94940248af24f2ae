import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { semanticTokens } from './semantic-tokens.ts';

test('names of tools are tokens in every text that a model reads, and in no other string', () => {
  const context = contextAt(`-- a.llm.json --
▮{
  "general_prompt": "Call find_slot.",
  "general_tools": [{ "type": "custom", "name": "find_slot", "url": "https://example.com/find_slot",
    "description": "After find_slot",
    "parameters": { "type": "object", "description": "From find_slot", "properties": {
      "day": { "type": "string", "description": "As find_slot says", "const": "find_slot" },
      "days": { "type": "array", "items": { "type": "string", "description": "Not by find_slot" } } } } }],
  "states": [{ "name": "intro", "edges": [{ "destination_state_name": "a", "description": "If find_slot fails" }] }]
}`);
  const { text } = context.document;
  const before = semanticTokens(context)
    .filter(({ type }) => type === 'function')
    .map(({ start, end }) => [text.slice(text.lastIndexOf('"', start) + 1, start), text.slice(start, end)]);
  expect(before).toEqual(['Call ', 'After ', 'From ', 'As ', 'Not by ', 'If '].map(word => [word, 'find_slot']));
});
