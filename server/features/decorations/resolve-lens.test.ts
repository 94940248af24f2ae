import { expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { resolveLens } from './resolve-lens.ts';

test('the lens of an engine with long requests shows their length', () => {
  const title = (times: number): string | undefined =>
    resolveLens(contextAt(`-- a.llm.json --\n▮{ "general_prompt": "${'Be kind to callers. '.repeat(times)}" }`), {
      topic: 'users',
      pointer: '',
    })?.title;
  expect(title(100)).toBe('not used in these files');
  expect(title(700)).toBe('not used in these files · about 3,000 tokens a request');
});

test('the lens of an engine counts agents, and their versions if there are more versions than agents', () => {
  const agent = (id: string, version: number): string => `-- ${id}${version}.agent.json --
{ "agent_id": "${id}", "version": ${version}, "response_engine": { "type": "service-llm", "llm_id": "x" } }
`;
  const usersIn = (...agents: string[]) => {
    const context = contextAt(`-- x.llm.json --\n{ ▮"llm_id": "x" }\n${agents.join('')}`),
      { title, places } = resolveLens(context, { topic: 'users', pointer: '' })!;
    return [title, ...places.map(({ file, span }) => `${file}:${span.start}`)];
  };
  expect(usersIn(agent('a', 1), agent('a', 2))).toEqual([
    'used by 1 agent in 2 versions',
    'a1.agent.json:52',
    'a2.agent.json:52',
  ]);
  expect(usersIn(agent('a', 1), agent('a', 2), agent('c', 1))[0]).toBe('used by 2 agents in 3 versions');
});
