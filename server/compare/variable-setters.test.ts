import { expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { lostNameInWords, lostNamesBetween } from './lost-names.ts';

interface Files {
  readonly [file: string]: object;
}
const stateOf = (files: Files): Workspace =>
  new Workspace(Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value))));
function lossesBetween(former: Files, current: Files): string[] {
  const after = stateOf(current);
  return lostNamesBetween(stateOf(former), after).map(
    loss => `${loss.file}#${loss.pointer} ${lostNameInWords(loss, after)}`,
  );
}

test('a variable that all tags set is lost in the text of each version, with the tag that selects it', () => {
  const version = (number: number): Files => ({
    [`v${number}.agent.json`]: {
      agent_id: 'agent_desk',
      version: number,
      response_engine: { type: 'retell-llm', llm_id: 'llm_desk', version: number },
    },
    [`v${number}.llm.json`]: { llm_id: 'llm_desk', version: number, general_prompt: 'Open {{hours}}.' },
  });
  const filesWith = (values: object): Files => ({
    ...version(1),
    ...version(2),
    ...version(3),
    'all.agent-list.json': [
      {
        agent_id: 'agent_desk',
        tags: { prod: { version: 2, dynamic_variables: values }, canary: { version: 3, dynamic_variables: values } },
      },
    ],
    // a test sets no variable in calls, not even in those that it hands over to the desk
    'outage.agent.json': {
      agent_id: 'agent_outage',
      version: 0,
      response_engine: { type: 'retell-llm', llm_id: 'llm_outage', version: 0 },
    },
    'outage.llm.json': {
      llm_id: 'llm_outage',
      version: 0,
      general_tools: [{ type: 'agent_swap', name: 'to_desk', agent_id: 'agent_desk', agent_version: 'prod' }],
    },
    'outage.test-case.json': {
      name: 'Outage',
      response_engine: { type: 'retell-llm', llm_id: 'llm_outage', version: 0 },
      user_prompt: 'Ask.',
      metrics: [],
      dynamic_variables: { hours: '8 to 6' },
    },
  });
  expect(lossesBetween(filesWith({ hours: '8 to 6' }), filesWith({}))).toEqual([
    'v1.llm.json#/general_prompt {{hours}} was set by tag prod (version 2); nothing sets it now',
    'v2.llm.json#/general_prompt {{hours}} was set by tag prod; nothing sets it now',
    'v3.llm.json#/general_prompt {{hours}} was set by tag canary; nothing sets it now',
  ]);
});
