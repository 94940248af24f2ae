import { expect, test } from 'vitest';
import { didYouMeanId } from './ids.ts';

test('a slip in a name or in a generated id is found', () => {
  expect(didYouMeanId('agent_dsek', ['agent_desk', 'agent_night'])).toBe('; did you mean "agent_desk"?');
  expect(didYouMeanId('conversation_flow_1607b81c8f93', ['conversation_flow_1607b81c8f39'])).toBe(
    '; did you mean "conversation_flow_1607b81c8f39"?',
  );
});
test('two generated ids are not alike for their prefix', () => {
  expect(didYouMeanId('conversation_flow_1607b81c8f93', ['conversation_flow_cf070be85198', 'agent_1607b81c8f93'])).toBe(
    '',
  );
});
