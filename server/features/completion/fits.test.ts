import { expect, it } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { askedInConfiguration, labels } from '../../testing/completion-at.ts';
import { completionsAt } from './completion.ts';
import { describe as words } from './describe.ts';

const keysIn = (text: string): string[] => completionsAt(contextAt(text)).items.map(({ label }) => label);
const settings = (members: string): string[] => keysIn(`-- a.agent.json --\n{ ${members}▮ }`);
const before = (names: readonly string[], a: string, b: string): boolean =>
  names.indexOf(a) >= 0 && names.indexOf(a) < names.indexOf(b);

it('offers only the settings of the channel of the agent', () => {
  const voice = settings('"channel": "voice", '),
    chat = settings('"channel": "chat", ');
  expect([voice.includes('voice_id'), voice.includes('end_chat_after_silence_ms')]).toEqual([true, false]);
  expect([chat.includes('voice_id'), chat.includes('end_chat_after_silence_ms')]).toEqual([false, true]);
});

it("offers fields that only the platform sets only in the platform's answers", () => {
  expect(settings('"voice_id": "v", ').includes('last_modification_timestamp')).toBe(false);
  expect(settings('"voice_id": "v", "version": 3, ').includes('last_modification_timestamp')).toBe(true);
});

it('lists fields without effect after all others with effect, and deprecated fields last', () => {
  const names = settings('"voice_id": "v", "enable_backchannel": false, ');
  expect(before(names, 'volume', 'backchannel_frequency')).toBe(true);
  expect(names.at(-1)).toBe('opt_out_sensitive_data_storage');
  const settingsOn = settings('"voice_id": "v", "enable_backchannel": true, ');
  expect(before(settingsOn, 'backchannel_frequency', 'ambient_sound')).toBe(true);
});

it.each(['"mo▮"', '"mo▮', 'mo▮', '"mo▮": null,'])('offers no key in a deeply nested place: %s', typed => {
  const nodes = Array.from(
    { length: 1000 },
    (_, i) => `{ "id": "node_${i}", "type": "end", "name": "Goodbye, and thanks" }`,
  );
  const names = keysIn(`-- f.conversation-flow.json --
{
  ${typed}
  "nodes": [
    ${nodes.join(',\n    ')}
  ],
  "start_node_id": "node_0",
  "global_prompt": ""
}
`);
  const flowKeys = ['nodes', 'start_node_id', 'global_prompt'];
  expect([flowKeys.filter(name => names.includes(name)), names.includes('model_choice')]).toEqual([[], true]);
});

it('opens again after a key whose value has suggestions', () => {
  const items = completionsAt(contextAt('-- a.agent.json --\n{ ▮ }'), { hasSnippets: true }).items;
  const names = ['response_engine', 'voice_id', 'volume', 'agent_name', 'webhook_events'];
  expect(names.map(name => [name, items.find(({ label }) => label === name)!.opens ?? false])).toEqual([
    ['response_engine', true],
    ['voice_id', true],
    ['volume', false],
    ['agent_name', false],
    ['webhook_events', true],
  ]);
});

it('filters by the typed text, including its quote', () => {
  const [bareItem] = completionsAt(
    contextAt('-- l.llm.json --\n{ "starting_state": ▮, "states": [{ "name": "one" }] }'),
  ).items;
  const [quotedItem] = completionsAt(
    contextAt('-- l.llm.json --\n{ "starting_state": "o▮", "states": [{ "name": "one" }] }'),
  ).items;
  const item = { label: 'one', kind: 'reference', detail: 'state', sortText: '!200000' };
  expect([bareItem, quotedItem]).toEqual([
    { ...item, insert: { span: { start: 20, end: 20 }, text: '"one"', snippet: false }, filter: 'one' },
    { ...item, insert: { span: { start: 20, end: 23 }, text: '"one"', snippet: false }, filter: '"one' },
  ]);
});

it('finds a record by its name', () => {
  const list = '-- d.agent-list.json --\n[{ "agent_id": "agent_8f3a", "agent_name": "Front desk" }]\n';
  const [item] = completionsAt(contextAt(`${list}-- w.agent-weights.json --\n[{ "agent_id": "▮" }]`)).items;
  expect(item!.filter).toBe('"agent_8f3a Front desk');
});

it('reports that items of a long list are left out', () => {
  const nodes = Array.from({ length: 1500 }, (_, i) => `{ "id": "node_${i}", "type": "end" }`).join(', ');
  const completionList = completionsAt(
    contextAt(`-- f.conversation-flow.json --\n{ "start_node_id": "▮", "nodes": [${nodes}] }`),
  );
  const labelsOfSome = completionsAt(
    contextAt(`-- f.conversation-flow.json --\n{ "start_node_id": "node_149▮", "nodes": [${nodes}] }`),
  );
  expect([
    completionList.items.length,
    completionList.isIncomplete,
    labelsOfSome.items.length,
    labelsOfSome.isIncomplete,
  ]).toEqual([1000, true, 24, true]);
});

it('offers no credential', () => {
  const text = labels(
    '-- l.llm.json --\n{ "general_prompt": "{{▮}}", "default_dynamic_variables": { "api_key": "sk_live_1234567890abcdef" } }',
  );
  expect(text[0]).toBe('api_key — default: (not shown)');
});

it('describes a key, a value and a variant on request', () => {
  const wordsOf = (text: string, label: string): string | undefined => {
    const item = completionsAt(contextAt(text), { hasSnippets: true }).items.find(item => item.label === label);
    return item?.resolve && words(item.resolve);
  };
  expect(wordsOf('-- a.agent.json --\n{ ▮ }', 'end_call_after_silence_ms')).toMatch(
    /^.+\n\nDefault: `600000 \(10 min\)`\. At least 10000 \(10 s\)\./,
  );
  expect(wordsOf('-- f.conversation-flow.json --\n{ "nodes": [▮] }', 'branch node')).toBe(
    'Chooses a way without talking.',
  );
  expect(wordsOf('-- a.agent.json --\n{ "language": "▮" }', 'es-419')).toBe('Spanish (Latin America).');
});

it('describes an agent and a version on request', () => {
  const files = `-- desk.agent.json --
{ "agent_id": "agent_desk", "agent_name": "Front desk", "version": 7, "is_published": true, "assigned_tags": ["prod"],
  "last_modification_timestamp": 1760000000000, "response_engine": { "type": "custom-llm" } }
`;
  const wordsOf = (text: string, label: string): string | undefined => {
    const context = contextAt(`${files}-- w.agent-weights.json --\n${text}`);
    const item = completionsAt(context).items.find(item => item.label === label);
    return item?.resolve && words(item.resolve, context.workspace);
  };
  expect(wordsOf('[{ "agent_id": "▮" }]', 'agent_desk')).toMatch(
    /^\*\*Front desk\*\* · voice agent `agent_desk`\n\n- versions: 7/,
  );
  const version = '[{ "agent_id": "agent_desk", "agent_version": ▮ }]';
  expect(wordsOf(version, 'prod')).toMatch(
    /^\*\*Front desk@prod\*\* → version 7 \(published\)\n\nFront desk · changed /,
  );
  expect(wordsOf(version, '7')).toMatch(/^\*\*Front desk@7\*\* → version 7/);
  expect(wordsOf(version, 'latest')).toMatch(/^[A-Z][^\n]+\.\n\n\*\*Front desk@latest\*\* → version 7/);
});

it('preselects the existing value, or without one the live tag, or else the preferred tag', () => {
  const chooseTag = (tags: string, value: string): string[] =>
    completionsAt(
      contextAt(`-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 7, "is_published": true, "assigned_tags": ${tags}, "response_engine": { "type": "custom-llm" } }
-- w.agent-weights.json --
[{ "agent_id": "agent_desk", "agent_version": ${value} }]`),
    ).items.flatMap(({ label, preselect }) => (preselect ? [label] : []));
  expect(chooseTag('["beta", "prod"]', '▮')).toEqual(['prod']);
  expect(chooseTag('["beta", "gamma"]', '"▮"')).toEqual(['beta']);
  expect(chooseTag('["beta", "prod"]', '"▮latest"')).toEqual(['latest']);
  expect(chooseTag('["beta", "prod"]', '7▮')).toEqual(['7']);
});

it('escapes characters with a meaning in snippets', () => {
  const context = askedInConfiguration('{ ▮ }');
  const insert = (snippets: boolean) =>
    completionsAt(context, { hasSnippets: snippets }).items.find(({ label }) => label === '$schema')!.insert;
  expect([insert(true), insert(false)]).toEqual([
    { span: { start: 2, end: 2 }, text: '"\\$schema": "$1"', snippet: true },
    { span: { start: 2, end: 2 }, text: '"$schema": ""', snippet: false },
  ]);
});
