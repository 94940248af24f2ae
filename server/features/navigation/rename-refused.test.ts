import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { agents, flow, from, llm, renameText } from '../../testing/rename-at.ts';
import { isRefused, prepareRename } from './rename.ts';

const prepare = (fixture: string): string => {
  const context = contextAt(fixture),
    answer = prepareRename(context);
  return isRefused(answer)
    ? answer.refusal
    : `${context.document.text.slice(answer.span.start, answer.span.end)} (${answer.placeholder})`;
};

describe('a rename', () => {
  test.each([
    ['an existing node', flow, 'book', 'node "book" already exists, in desk.conversation-flow.json:7'],
    [
      'a missing node to which an edge refers',
      flow,
      'gone',
      'node "gone" is already referred to, in desk.conversation-flow.json:6',
    ],
    ['an empty name', flow, ' ', 'a name is missing'],
    ['a name that begins with whitespace', flow, ' a', 'a name cannot have leading or trailing whitespace'],
    ['a variable in place of an id', flow, '{{a}}', '{{ }} would make the name a variable, which nothing can refer to'],
    [
      'a tool name with other characters',
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
      'a tool name that would enter a state',
      from('"name": "hang▮_up"', llm),
      'transition_to_begin',
      'state "begin" already exists, in desk.llm.json:3',
    ],
    [
      'a state whose tool exists',
      from('"starting_state": "be▮gin"', llm),
      'else',
      'tool "transition_to_else" already exists, in desk.llm.json:6',
    ],
    [
      'a reserved word in place of a tag',
      from('"next▮"', agents),
      'latest',
      'latest is not a tag: it is reserved for selecting a version',
    ],
    [
      'a malformed tag',
      from('"next▮"', agents),
      'Next',
      '"Next" is not a tag: a tag begins with a lowercase letter, followed by lowercase letters, digits, _ or -, ' +
        '20 characters at most; did you mean "next"?',
    ],
    ['an existing tag', from('"next▮"', agents), 'other', 'tag "other" already exists, in team.agent-list.json:2'],
    [
      'a tag that would become live',
      from('"next▮"', agents),
      'prod',
      'tag prod is among the liveTags of the configuration and next is not, ' +
        'so the rename would change whether the tag is live; change liveTags first',
    ],
    ['a variable of the platform', from('{{ na▮me }}', agents), 'call_id', 'the platform sets call_id itself'],
    ['a variable with braces', from('{{ na▮me }}', agents), 'a}b', 'a variable name cannot contain "}"'],
    [
      'a variable that is already used',
      from('{{ na▮me }}', agents),
      'names',
      'variable "names" is already referred to, in desk.llm.json:1',
    ],
    [
      'an existing agent',
      from('"agent_▮desk"', agents),
      'agent_night',
      'agent "agent_night" already exists, in team.agent-list.json:3',
    ],
    [
      'an agent id that no file name can contain',
      from('"agent_▮desk"', agents),
      'a/b',
      'agent_desk.agent-versions.json is named after the agent, and a file name cannot contain "/"',
    ],
    [
      'an agent id whose file exists',
      `${from('"agent_▮desk"', agents)}-- new.agent-versions.json --\n[]\n`,
      'new',
      'agent_desk.agent-versions.json is named after the agent, but the file new.agent-versions.json already exists',
    ],
  ])('to %s is refused', (_, fixture, newName, why) => expect(renameText(fixture, newName)).toBe(why));

  test('is refused for a tag in a filter for two agents', () => {
    const sharedAgents = agents.replace('"agent": [{ "agent_id": "agent_desk" }], ', '');
    expect(renameText(from('"other▮": {} } },', sharedAgents), 'else')).toBe(
      'a.alert-rule.json:1 also means the tag "other" of team.agent-list.json:3, and would lose that meaning',
    );
    expect(renameText(from('["next", "oth▮er"]', sharedAgents), 'else')).toBe(
      '"other" here means the tag of agent_desk and agent_night; rename each where it is declared',
    );
  });
});

describe('the answer to whether a name can be renamed', () => {
  test.each([
    ['a node', flow, 'hello (hello)'],
    ['a variable with an escape in its name', from('{{na\\u00▮6de}}', agents), 'na\\u006de (name)'],
    ['an edge', from('"id": "e▮1"'), 'there is no name here that could be renamed'],
    ['a key of the platform', from('"no▮des": [\n'), 'there is no name here that could be renamed'],
    ['a version', from('"version": ▮1, "assigned_tags"', agents), 'versions are numbered by the platform'],
    [
      'a node outside of this workspace',
      from('"destination_node_id": "go▮ne"'),
      'the node "gone" is not in this workspace, so it cannot be renamed here',
    ],
    [
      'a variable of the platform',
      '-- a.llm.json --\n{ "general_prompt": "{{call▮_id}}" }',
      'the platform sets call_id under this name',
    ],
    [
      'a preset',
      '-- a.agent.json --\n' +
        '{ "response_engine": {}, "voice_id": "v", ' +
        '"post_call_analysis_data": [{ "type": "system-presets", "name": "call_▮summary" }] }',
      '"call_summary" is a field of the platform, so its name is fixed',
    ],
    [
      'a phone number',
      '-- a.phone-number.json --\n{ "phone_number": "+1415▮5550100" }',
      'a phone number is not a name',
    ],
  ])('for %s', (_, fixture, answer) => expect(prepare(fixture)).toBe(answer));
});

describe('in a published version', () => {
  const refusal = (file: string, id: string): string =>
    `version 1 of ${id}, in ${file}, is published and cannot be changed; make a draft of it`;
  const engine = (isEnabled: boolean, tool: string): string =>
    `-- one.llm.json --\n{ "llm_id": "llm_1", "version": 1, "is_published": ${isEnabled}, "general_prompt": "{{order}}", ` +
    `"general_tools": [{ "type": "end_call", "name": "${tool}" }] }\n`;
  test('no name in the contents can be renamed', () => {
    expect(prepare(engine(true, 'hang▮_up'))).toBe(refusal('one.llm.json', 'llm_1'));
    expect(renameText(engine(true, 'hang▮_up'), 'bye')).toBe(refusal('one.llm.json', 'llm_1'));
    expect(prepare(engine(false, 'hang▮_up'))).toBe('hang_up (hang_up)');
  });
  test('a variable that the version uses cannot be renamed in other files either', () =>
    expect(
      prepare(
        engine(true, 'bye') +
          '-- a.agent.json --\n{ "agent_id": "a", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_1" }, ' +
          '"voicemail_option": { "action": { "type": "static_text", "text": "{{or▮der}}" } } }\n',
      ),
    ).toBe(refusal('one.llm.json', 'llm_1')));
  test('the id and the tags can be renamed, because they are not part of the version', () =>
    expect(
      prepare(
        '-- a.agent.json --\n{ "agent_id": "agent▮_a", "version": 1, "is_published": true, "assigned_tags": ["prod"] }\n',
      ),
    ).toBe('agent_a (agent_a)'));
});
