import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from './document.ts';
import { lint, RuleSet } from './engine/lint.ts';
import { pointerOf } from './finding.ts';
import { applyFix } from './fixing/apply.ts';
import type { Json, JsonObject } from './json/json.ts';
import { Workspace } from './workspace/workspace.ts';
import { recordsOf } from './workspace/records.ts';

const set = RuleSet.of(rules);
const read = (value: unknown, file = 'answer.json'): Document => new Document(file, JSON.stringify(value));
const workspaceWith = (document: Document, others: readonly Document[] = []): Workspace =>
  new Workspace(
    [document, ...others].sort((a, b) => (a.file < b.file ? -1 : 1)),
    { today: '2026-01-15' },
  );
/** The findings as `rule pointer message`, preceded by the severity unless it is a warning. */
const linesOf = (document: Document, ...others: readonly Document[]): string[] =>
  lint(document, workspaceWith(document, others), set).map(
    ({ rule, severity, target, message }) =>
      `${severity === 'warning' ? '' : `${severity} `}${rule} ${pointerOf(target)} ${message}`,
  );
const wordsOf = (value: unknown, file?: string): string | undefined => {
  const { match, roots } = read(value, file);
  return match && `${match.kind}: ${roots.map(({ shapes, pointer }) => `${shapes[0]} ${pointer}`).join(', ')}`;
};
const page = (...items: readonly unknown[]) => ({ items, has_more: false });

const llm_id = 'llm_1';
const agent = {
  agent_id: 'agent_1',
  version: 3,
  is_published: true,
  last_modification_timestamp: 1767225600000,
  agent_name: 'Desk',
  voice_id: '11labs-Myra',
  language: 'en-US',
  response_engine: { type: 'retell-llm', llm_id, version: 3 },
};
const llm = { llm_id, version: 3, general_prompt: 'Help.', model: 'gpt-4.1' };
const item = {
  agent_id: 'agent_1',
  agent_name: 'Desk',
  channel: 'voice',
  user_modified_timestamp: 1767225600000,
  tags: {},
};
const summary = { version: 3, is_published: true, last_modification_timestamp: 1767225600000 };
const number = { phone_number: '+13125550100', inbound_agents: [{ agent_id: 'agent_1', agent_version: 3, weight: 1 }] };
const call = { call_id: 'call_1', agent_id: 'agent_1', agent_version: 3, call_status: 'ended', transcript: 'Hello.' };

describe('a page of the API', () => {
  test.each([
    ['agents', page(agent), 'agent: agent /items/0'],
    ['agents of a list', page(item, item), 'agent-list: agent-list-item /items/0, agent-list-item /items/1'],
    ['versions', page(summary), 'agent-versions: agent-version-summary /items/0'],
    ['numbers', page(number), 'phone-number: phone-number /items/0'],
    ['LLM engines', page(llm), 'llm: llm /items/0'],
    ['LLM engines and a next page', { ...page(llm), has_more: true, pagination_key: 'x' }, 'llm: llm /items/0'],
    ['no field except items', { items: [llm] }, 'llm: llm /items/0'],
    [
      'records mostly of one kind',
      page(number, { phone_number: '+1', nickname: null }, number),
      'phone-number: phone-number /items/0, phone-number /items/1, phone-number /items/2',
    ],
  ])('is recognized by its content, with %s', (_, value, expected) => expect(wordsOf(value)).toBe(expected));

  test.each([
    ['calls', page(call, call)],
    ['no items', page()],
    ['records of several kinds', page(agent, llm)],
    ['records of another program', page({ id: 1, name: 'x' }, { id: 2, name: 'y' })],
  ])('is not recognized with %s', (_, value) => expect(wordsOf(value)).toBeUndefined());

  test('is recognized by its suffix', () => {
    expect(wordsOf(page(), 'x.llm.json')).toBe('llm: ');
    expect(wordsOf(page({}), 'numbers.phone-number.json')).toBe('phone-number: phone-number /items/0');
    expect(wordsOf(page(summary), 'agent_1.agent-versions.json')).toBe(
      'agent-versions: agent-version-summary /items/0',
    );
  });
  test('of agents, versions or items is recognized by its content, not by its suffix', () => {
    expect(wordsOf(page(agent), 'agent_1.agent-versions.json')).toBe('agent: agent /items/0');
    expect(wordsOf([agent], 'agent_1.agent-versions.json')).toBe('agent: agent /0');
    expect(wordsOf(page(item), 'all.agent.json')).toBe('agent-list: agent-list-item /items/0');
  });

  test('has its problems found and fixed in place', () => {
    const document = read(page(number, { ...number, phone_number: '(312) 555-0100' }));
    const [finding] = lint(document, workspaceWith(document), set).filter(
      ({ rule }) => rule === 'malformed-phone-number',
    );
    expect(pointerOf(finding!.target)).toBe('/items/1/phone_number');
    const weight = read({
      items: [{ ...number, inbound_agents: [{ agent_id: 'agent_1', weight: '1' }] }],
      has_more: false,
    });
    const typeFinding = lint(weight, workspaceWith(weight), set).find(({ rule }) => rule === 'wrong-type')!;
    expect(
      (JSON.parse(applyFix(weight, typeFinding.fix!)) as { items: JsonObject[] }).items[0]!['inbound_agents'],
    ).toEqual([{ agent_id: 'agent_1', weight: 1 }]);
  });
  test('is also checked around its records', () => {
    expect(linesOf(read({ items: [llm], has_more: true }))).toEqual([
      'info missing-pagination-key /has_more has_more: true, but no pagination_key, so the next page cannot be fetched',
    ]);
    expect(linesOf(read({ items: [llm], has_more: 'no' }))).toEqual([
      'error wrong-type /has_more has_more: expected a boolean, got the string "no"',
    ]);
  });
  test('contains records that refer to other files, and to which other files refer', () => {
    const agents = read(page(agent), 'agents.json'),
      engines = read(page(llm), 'engines.json');
    expect(linesOf(agents, engines)).toEqual([]);
    const workspace = workspaceWith(agents, [engines]);
    expect(workspace.engineOf(agents.roots[0]!)?.pointer).toBe('/items/0');
    expect(workspace.resolve('agent_1', 3)).toMatchObject({ outcome: 'resolved', version: 3 });
    expect(
      linesOf(read(page({ ...agent, response_engine: { ...agent.response_engine, llm_id: 'llm_2' } })), engines),
    ).toEqual([
      'error unknown-engine /items/0/response_engine/llm_id llm_id: no LLM engine "llm_2"; did you mean "llm_1"?',
    ]);
  });
  test('may use the names of a dialect', () => {
    const { value, dialect, roots } = read(page(agent));
    expect(dialect?.dialectName).toBe('retell-llm');
    expect(value).toMatchObject({ items: [{ response_engine: { type: 'service-llm' } }] });
    expect(roots[0]!.get('response_engine').get('type').value).toBe('service-llm');
  });

  const clinic = new URL('../../samples/clinic', import.meta.url).pathname;
  const files = readdirSync(clinic, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) =>
      /\.(?:agent|llm|conversation-flow|flow-component|phone-number|batch-call|alert-rule|test-case)\.json$/.test(
        entry.name,
      ),
    )
    .map(({ name, parentPath }: Dirent) => [name, readFileSync(join(parentPath, name), 'utf8')] as const);
  test.each(files)('with the record of %s has the same findings as the record alone', (name, text) => {
    const value = JSON.parse(text) as Json,
      plainDocument = new Document(name, text),
      pageDocument = read({ items: [value], has_more: false }, name);
    expect(pageDocument.kind).toBe(plainDocument.kind);
    expect(read({ items: [value] }).kind).toBe(new Document('x.json', text).kind);
    expect(linesOf(pageDocument)).toEqual(
      linesOf(plainDocument).map(line => line.replace(/(?<=^\S+ (?:\S+ )?)(?=\/)/, '/items/0')),
    );
    const at = (pointer: string) => pointer.replace(/^\/items\/0/, '');
    const records = (document: Document): unknown =>
      JSON.parse(JSON.stringify({ ...recordsOf(document), pages: [] }), (key, one: unknown) =>
        key === 'pointer' ? at(one as string) : one,
      );
    expect(records(pageDocument)).toEqual(records(plainDocument));
  });
});

describe('a dump of several kinds', () => {
  const dump = {
    exported_at: '2026-01-15',
    agents: [agent],
    retell_llms: [llm],
    phone_numbers: page(number),
    voices: [{ voice_id: 'x', provider: 'elevenlabs' }],
    calls: [call],
  };
  test('contains lists, which are found in both spellings', () => {
    expect(wordsOf(dump)).toBe('dump: agent /agents/0, llm /retell_llms/0, phone-number /phone_numbers/items/0');
    expect(wordsOf({ ...dump, retell_llms: undefined, service_llms: [llm] })).toContain('llm /service_llms/0');
    expect(linesOf(read(dump))).toEqual([]);
  });
  test('contains records, which are found like those of files', () => {
    const document = read(dump),
      workspace = workspaceWith(document);
    expect(workspace.engineOf(document.roots[0]!)?.pointer).toBe('/retell_llms/0');
    expect(document.roots.map(({ recordKind }) => recordKind)).toEqual(['agent', 'llm', 'phone-number']);
    expect(workspace.phoneNumbers.get('+13125550100')?.[0]?.pointer).toBe('/phone_numbers/items/0');
    expect(workspace.resolve('agent_1', 3).outcome).toBe('resolved');
  });
  test('has records that are checked as their kinds, with pointers into the dump', () => {
    const wrong = {
      ...dump,
      agents: [{ ...agent, voice_speed: 9 }],
      retell_llms: [{ ...llm, model_temperature: 'low' }],
    };
    expect(linesOf(read(wrong)).sort()).toEqual([
      'error out-of-range /agents/0/voice_speed voice_speed: expected between 0.5 and 2, got 9',
      'wrong-type /retell_llms/0/model_temperature model_temperature: expected a number or null, got the string "low"',
    ]);
  });
  test.each([
    ['agents of another program', { agents: [{ name: 'x', role: 'y' }], components: [{ id: 1 }] }],
    ['a package', { name: 'x', version: '1.0.0', components: ['a'], flows: {} }],
    ['calls and voices', { calls: [call], voices: [{ voice_id: 'x' }] }],
  ])('is not recognized in %s', (_, value) => expect(wordsOf(value)).toBeUndefined());
});

describe('a note of a deployment', () => {
  test.each([
    { llm_id: 'llm_1', agent_id: 'agent_1' },
    { agent_id: 'agent_1', voice_id: '11labs-Myra' },
    { conversation_flow_id: 'conversation_flow_1', agent_id: 'agent_1' },
    { conversation_flow_component_id: 'conversation_flow_component_1' },
    { phone_number: '+13125550100', agent_id: 'agent_1' },
    [{ llm_id: 'llm_1', agent_id: 'agent_1' }],
  ])('with ids is no record: %j', value => expect(wordsOf(value)).toBeUndefined());
});

describe('a list of tools', () => {
  const tool = {
    name: 'find_slot',
    description: 'Finds a slot.',
    url: 'https://api.example.com/slots',
    parameters: { type: 'object', properties: {} },
  };
  test.each([
    [
      'with types',
      [
        { type: 'end_call', name: 'end' },
        { type: 'custom', ...tool },
      ],
    ],
    ['without types', [tool, tool]],
  ])('is recognized by its content: %s', (_, tools) => {
    expect(wordsOf(tools)).toBe('tools: tool /0, tool /1');
    expect(wordsOf({ shared_headers: {}, tools })).toBe('tools: tool /tools/0, tool /tools/1');
  });
  test('is recognized by its name', () => {
    expect(wordsOf([{}], 'x.tools.json')).toBe('tools: tool /0');
    expect(wordsOf({ tools: [{}] }, 'x.tools.json')).toBe('tools: tool /tools/0');
    expect(wordsOf({ items: [{}] }, 'x.tools.json')).toBe('tools: tool /items/0');
  });
  test.each([
    ['tools of OpenAI', [{ type: 'function', function: { name: 'x', parameters: { type: 'object' } } }]],
    ['newer tools of OpenAI', [{ type: 'function', name: 'x', parameters: { type: 'object' } }]],
    ['tools of Anthropic', [{ type: 'custom', name: 'x', input_schema: { type: 'object' } }]],
    ['tools of an MCP server', [{ name: 'x', description: 'y', inputSchema: { type: 'object' } }]],
    ['bookmarks', [{ name: 'x', description: 'y', url: 'https://example.com' }]],
    ['names', ['x', 'y']],
  ])('is not recognized in %s', (_, tools) => {
    expect(wordsOf(tools)).toBeUndefined();
    expect(wordsOf({ name: 'x', version: '1.0.0', tools })).toBeUndefined();
  });
  test('is checked like other tools, but its tools need no type', () => {
    expect(linesOf(read([tool, { ...tool, url: 'api.example.com', name: 'find other' }]))).toEqual([
      expect.stringMatching(/^malformed-tool-name \/1\/name /),
      expect.stringMatching(/^malformed-url \/1\/url /),
    ]);
    expect(linesOf(read([{ type: 'end_call', name: 'end' }, tool]))).toEqual([
      expect.stringMatching(/^missing-expected-field \/1\/type /),
    ]);
  });
});
