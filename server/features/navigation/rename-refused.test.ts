import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { agents, flow, from, llm, renameText } from '../../testing/rename-at.ts';
import { isRefused, prepareRename } from './rename.ts';

const prepare = (fixture: string): string => {
  const context = contextAt(fixture),
    answer = prepareRename(context);
  return isRefused(answer)
    ? answer.refused
    : `${context.document.text.slice(answer.span.start, answer.span.end)} (${answer.placeholder})`;
};

describe('a rename', () => {
  test.each([
    ['a node that is there', flow, 'book', 'node "book" is there already, in desk.conversation-flow.json:7'],
    [
      'a node that an edge leads to',
      flow,
      'gone',
      'node "gone" is referred to already, in desk.conversation-flow.json:6',
    ],
    ['nothing', flow, ' ', 'a name is missing'],
    ['white space', flow, ' a', 'a name cannot have leading or trailing whitespace'],
    ['a variable in place of an id', flow, '{{a}}', '{{ }} would make the name a variable, which nothing can refer to'],
    [
      'a tool name of other signs',
      from('"name": "hang▮_up"'),
      'häng',
      'a tool name can only contain a-z, A-Z, 0-9, _ and -, not "ä"',
    ],
    [
      'a tool name that is too long',
      from('"name": "hang▮_up"'),
      'a'.repeat(65),
      'a tool name has at most 64 characters, not 65',
    ],
    [
      'a tool name that leads to a state',
      from('"name": "hang▮_up"', llm),
      'transition_to_begin',
      'state "begin" is there already, in desk.llm.json:3',
    ],
    [
      'a state whose tool is there',
      from('"starting_state": "be▮gin"', llm),
      'else',
      'tool "transition_to_else" is there already, in desk.llm.json:6',
    ],
    [
      'a tag that means a version itself',
      from('"next▮"', agents),
      'latest',
      'latest is not a tag: it is reserved for selecting a version',
    ],
    [
      'a tag of another form',
      from('"next▮"', agents),
      'Next',
      '"Next" is not a tag: a tag begins with a lowercase letter, followed by lowercase letters, digits, _ or -, ' +
        '20 characters at most; did you mean "next"?',
    ],
    [
      'a tag that is there',
      from('"next▮"', agents),
      'other',
      'tag "other" is there already, in team.agent-list.json:2',
    ],
    [
      'a tag that callers would be served through',
      from('"next▮"', agents),
      'prod',
      'tag prod is among the liveTags of the configuration and next is not, ' +
        'so callers would no longer count as served the same; change liveTags first',
    ],
    ['a variable of the platform', from('{{ na▮me }}', agents), 'call_id', 'the platform sets call_id itself'],
    ['a variable with braces', from('{{ na▮me }}', agents), 'a}b', 'a variable name cannot contain "}"'],
    [
      'a variable that is used',
      from('{{ na▮me }}', agents),
      'names',
      'variable "names" is referred to already, in desk.llm.json:1',
    ],
    [
      'an agent that is there',
      from('"agent_▮desk"', agents),
      'agent_night',
      'agent "agent_night" is there already, in team.agent-list.json:3',
    ],
    [
      'an agent that no file can be called by',
      from('"agent_▮desk"', agents),
      'a/b',
      'agent_desk.agent-versions.json is named after the agent, and a file name cannot contain "/"',
    ],
    [
      'an agent whose file is there',
      `${from('"agent_▮desk"', agents)}-- new.agent-versions.json --\n[]\n`,
      'new',
      'agent_desk.agent-versions.json is named after the agent, and there is a file new.agent-versions.json already',
    ],
  ])('is refused %s', (_, fixture, newName, why) => expect(renameText(fixture, newName)).toBe(why));

  test('is refused for a tag that a filter uses for two agents', () => {
    const sharedAgents = agents.replace('"agent": [{ "agent_id": "agent_desk" }], ', '');
    expect(renameText(from('"other▮": {} } },', sharedAgents), 'else')).toBe(
      'a.alert-rule.json:1 means the tag "other" of team.agent-list.json:3 as well, and would lose one of them',
    );
    expect(renameText(from('["next", "oth▮er"]', sharedAgents), 'else')).toBe(
      '"other" here means the tag of agent_desk and agent_night; rename each where it is declared',
    );
  });
});

describe('a rename is possible', () => {
  test.each([
    ['a node', flow, 'hello (hello)'],
    ['a variable, as it is spelled', from('{{na\\u00▮6de}}', agents), 'na\\u006de (name)'],
    ['an edge: not', from('"id": "e▮1"'), 'there is no name here that could be renamed'],
    ['a key of the platform: not', from('"no▮des": [\n'), 'there is no name here that could be renamed'],
    ['a version: not', from('"version": ▮1, "assigned_tags"', agents), 'versions are numbered by the platform'],
    [
      'what no file holds: not',
      from('"destination_node_id": "go▮ne"'),
      'the node "gone" is not in this workspace, so it cannot be renamed here',
    ],
    [
      'a variable of the platform: not',
      '-- a.llm.json --\n{ "general_prompt": "{{call▮_id}}" }',
      'the platform sets call_id under this name',
    ],
    [
      'a preset: not',
      '-- a.agent.json --\n' +
        '{ "response_engine": {}, "voice_id": "v", ' +
        '"post_call_analysis_data": [{ "type": "system-presets", "name": "call_▮summary" }] }',
      '"call_summary" is a field of the platform, so its name is fixed',
    ],
    [
      'a phone number: not',
      '-- a.phone-number.json --\n{ "phone_number": "+1415▮5550100" }',
      'a phone number is not a name',
    ],
  ])('%s', (_, fixture, answer) => expect(prepare(fixture)).toBe(answer));
});

describe('in a published version', () => {
  const refusal = (file: string, id: string): string =>
    `version 1 of ${id}, in ${file}, is published and cannot be changed; make a draft of it`;
  const engine = (isEnabled: boolean, tool: string): string =>
    `-- one.llm.json --\n{ "llm_id": "llm_1", "version": 1, "is_published": ${isEnabled}, "general_prompt": "{{order}}", ` +
    `"general_tools": [{ "type": "end_call", "name": "${tool}" }] }\n`;
  test('no name in its contents is renamed', () => {
    expect(prepare(engine(true, 'hang▮_up'))).toBe(refusal('one.llm.json', 'llm_1'));
    expect(renameText(engine(true, 'hang▮_up'), 'bye')).toBe(refusal('one.llm.json', 'llm_1'));
    expect(prepare(engine(false, 'hang▮_up'))).toBe('hang_up (hang_up)');
  });
  test('a variable that it uses is not renamed elsewhere either', () =>
    expect(
      prepare(
        engine(true, 'bye') +
          '-- a.agent.json --\n{ "agent_id": "a", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_1" }, ' +
          '"voicemail_option": { "action": { "type": "static_text", "text": "{{or▮der}}" } } }\n',
      ),
    ).toBe(refusal('one.llm.json', 'llm_1')));
  test('its id and its tags are renamed, because they are no part of it', () =>
    expect(
      prepare(
        '-- a.agent.json --\n{ "agent_id": "agent▮_a", "version": 1, "is_published": true, "assigned_tags": ["prod"] }\n',
      ),
    ).toBe('agent_a (agent_a)'));
});
