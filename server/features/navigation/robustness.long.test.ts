import { expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { callItemsAt, incomingCalls, outgoingCalls } from './calls.ts';
import { definitionsAt } from './definitions.ts';
import { documentSymbols, type DocumentSymbol } from './document-symbols.ts';
import { foldingRanges } from './folding.ts';
import { documentLinks } from './links.ts';
import { highlightsAt, referencesAt } from './references.ts';
import { isRefused, prepareRename, renameAt } from './rename.ts';
import { selectionRanges } from './selection.ts';
import { workspaceSymbols } from './workspace-symbols.ts';

const flow = `{
  "start_node_id": "hello",
  "nodes": [
    { "id": "hello", "type": "conversation",
      "instruction": { "type": "prompt", "text": "Hi {{ first name }} \\u00fc {{x}}" },
      "edges": [{ "id": "e", "destination_node_id": "bye" }] },
    { "id": "bye", "id": "bye", "type": "agent_swap", "agent_id": "agent_b", "agent_version": "prod",
      "edge": { "id": "f", "destination_node_id": "hello" } },
    { "id": "run", "type": "function", "tool_id": "t", "tool_type": "local" },
    { "type": "component", "component_id": "c", "component_type": "local" }
  ],
  "tools": [{ "type": "extract_dynamic_variable", "name": "t", "variables": [{ "type": "string", "name": "x" }, null, 7] }],
  "components": [{ "conversation_flow_component_id": "c", "nodes": [{ "id": "hello", "type": "end" }] }],
  "mcps": [{ "id": "m" }], "default_dynamic_variables": { "x": "1", "__proto__": "2", "": "3" }, "__proto__": { "nodes": [] }
}`;
const list =
  '[{ "agent_id": "agent_b", "agent_name": "B", "channel": "voice", ' +
  '"tags": { "prod": { "version": 1, "dynamic_variables": { "x": "y" } }, "prod": {}, ' +
  '"__proto__": { "version": 2 } } }, null, "x"]';
const texts: readonly (readonly [string, string])[] = [
  ['empty.agent.json', ''],
  ['space.llm.json', ' \n\t '],
  ['bom.agent-list.json', `\ufeff${list}`],
  ['crlf.conversation-flow.json', flow.replaceAll('\n', '\r\n')],
  ['list.agent-list.json', list],
  ['unclosed.conversation-flow.json', flow.slice(0, flow.indexOf('"bye"') + 3)],
  ['half.conversation-flow.json', flow.slice(0, flow.length / 2)],
  ['quotes.conversation-flow.json', "{ 'start_node_id': 'a', nodes: [{ id: 'a', type: 'end', }, { 'id': 'it'"],
  [
    'open.llm.json',
    '{ "states": [{ "name": "a", "edges": [{ "destination_state_name": "a", "parameters": { "properties": { "x": {}, }, "required": ["x", ',
  ],
  ['deep.conversation-flow.json', `{"nodes":[{"id":"a","edges":${'['.repeat(300)}`],
  [
    'odd.batch-call.json',
    '{ "tasks": [{ "override_agent_id": {}, "override_agent_version": "prod" }, [], ' +
      '{ "to_number": 1, "service_llm_dynamic_variables": [] }], "from_number": null',
  ],
  ['one.agent.json', '"text"'],
  ['null.agent.json', 'null'],
  ['number.agent-weights.json', '12'],
  [
    'pair.agent-weights.json',
    '[{"agent_id":"agent_b","agent_version":"prod","weight":1},{"agent_id":"\\u0061gent_b","weight":',
  ],
  ['agent_b.agent-versions.json', '[{"version":0},{"version":"x"},{"version":1,"base_version":0}'],
  ['none.json', '{"a":[1,2,{"b":"{{x}}"}]}'],
  ['conflict.llm.json', '{\n<<<<<<< a\n"states": [],\n=======\n"states": [{}]\n>>>>>>> b\n}'],
];
const workspace = new Workspace(texts.map(([file, text]) => new Document(file, text)));

const within = (spans: readonly { readonly start: number; readonly end: number }[], text: string): void => {
  for (const { start, end } of spans)
    if (!(start >= 0 && start <= end && end <= text.length))
      throw new Error(`${start}–${end} is not in a text of ${text.length}`);
};
const textOf = (file: string): string => workspace.document(file)!.text;

test.each(texts)('every offset of %s has an answer', (file, text) => {
  const document = workspace.document(file)!,
    asked = { workspace, saved: workspace, document };
  for (let offset = -1; offset <= text.length + 1; offset++) {
    const at = { ...asked, offset };
    for (const place of [...definitionsAt(at), ...referencesAt(at, true), ...referencesAt(at, false)])
      within([place.span, place.selection], textOf(place.file));
    within(
      highlightsAt(at).map(({ span }) => span),
      text,
    );
    const name = prepareRename(at);
    if (!isRefused(name)) {
      within([name.span], text);
      expect(name.span.start <= offset + 1 && offset - 1 <= name.span.end).toBe(true);
    }
    for (const newName of ['', 'a', 'other', '__proto__', '"\\']) {
      const edits = renameAt(at, newName);
      if (!isRefused(edits)) for (const edit of edits) if ('file' in edit) within(edit.edits, textOf(edit.file));
    }
    const [ranges] = selectionRanges(asked, [offset]);
    within(ranges!, text);
    for (const [i, inner] of ranges!.entries()) {
      const outer = ranges![i + 1];
      if (outer) expect(outer.start <= inner.start && inner.end <= outer.end).toBe(true);
    }
    for (const item of callItemsAt(at)) {
      within([item.span, item.selection], textOf(item.file));
      for (const call of [...incomingCalls(asked, item), ...outgoingCalls(asked, item)])
        for (const site of call.sites) within([site.span], textOf(site.file));
    }
  }
  within(foldingRanges(asked), text);
  for (const link of documentLinks(asked)) within([link.span], text);
  const check = (symbols: readonly DocumentSymbol[], outer: { readonly start: number; readonly end: number }): void => {
    for (const { span, selection, children } of symbols) {
      expect(
        outer.start <= span.start &&
          span.end <= outer.end &&
          span.start <= selection.start &&
          selection.end <= span.end,
      ).toBe(true);
      check(children, span);
    }
  };
  check(documentSymbols(asked), { start: 0, end: text.length });
});

test('a search in all of them has an answer', () => {
  for (const query of ['', 'a', 'hello', '\\', '__proto__', 'ü '])
    for (const symbol of workspaceSymbols(workspace, query))
      within([symbol.span, symbol.selection], textOf(symbol.file));
});

test('an item of a text that has changed meanwhile leads nowhere', () => {
  const [item] = callItemsAt({
    workspace,
    saved: workspace,
    document: workspace.document('crlf.conversation-flow.json')!,
    offset: textOf('crlf.conversation-flow.json').indexOf('hello"'),
  });
  for (const text of ['', '[]', '{ "nodes": [7] }']) {
    const later = { workspace: workspace.with(new Document('crlf.conversation-flow.json', text)) };
    expect([incomingCalls(later, item!), outgoingCalls(later, item!)]).toEqual([[], []]);
  }
});

test('texts that are cut and mixed have answers', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let i = 0; i < 400; i++) {
    const [file, text] = texts[random(texts.length)]!,
      [, other] = texts[random(texts.length)]!;
    const from = random(text.length + 1),
      mixed =
        text.slice(0, from) +
        other.slice(random(other.length + 1)).slice(0, random(80)) +
        text.slice(from + random(12));
    const changed = workspace.with(new Document(file, mixed)),
      document = changed.document(file)!;
    for (const offset of [from, random(mixed.length + 1), random(mixed.length + 1)]) {
      const asked = { workspace: changed, saved: workspace, document, offset };
      const spans = [...definitionsAt(asked), ...referencesAt(asked, false)]
        .filter(place => place.file === file)
        .map(({ span }) => span);
      within(
        [
          ...spans,
          ...highlightsAt(asked).map(({ span }) => span),
          ...selectionRanges(asked, [offset])[0]!,
          ...foldingRanges(asked),
        ],
        mixed,
      );
      const edits = renameAt(asked, 'other');
      if (!isRefused(edits))
        for (const edit of edits) if ('file' in edit) within(edit.edits, changed.document(edit.file)!.text);
      for (const item of callItemsAt(asked)) {
        incomingCalls(asked, item);
        outgoingCalls(asked, item);
      }
      documentSymbols(asked);
      documentLinks(asked);
    }
  }
});
