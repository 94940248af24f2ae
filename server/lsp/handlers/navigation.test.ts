import { describe, expect, test } from 'vitest';
import type { DocumentSymbol, SelectionRange, SymbolInformation } from 'vscode-languageserver/node';
import { answered, at, bareOptions, clinic, editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import type { Editor } from '../../testing/editor.ts';

const editorOver = editors();
const number = 'numbers/main.phone-number.json',
  component = 'components/verify-caller.flow-component.json';
const openEditor = async (file: string, options = bareOptions): Promise<Editor> =>
  editorOver(clinic, options).open(file, clinic[file]!);

describe('definition', () => {
  test('is a place with a range', async () => {
    const editor = await openEditor(number);
    expect(
      answered(await editor.ask('textDocument/definition', number, at(clinic[number]!, '"can▮ary"')), editor),
    ).toMatchInlineSnapshot(
      `"[{uri: agents/agents.agent-list.json; range: 17:10-17:16}, {uri: agents/front-desk/v3.agent.json; range: 3:14-3:15}]"`,
    );
  });
  test('is a link for an editor that supports links', async () => {
    const editor = await openEditor(number, everything);
    expect(answered(await editor.ask('textDocument/definition', number, at(clinic[number]!, '"can▮ary"')), editor))
      .toMatchInlineSnapshot(`
      "
        - {targetUri: agents/agents.agent-list.json; targetRange: 17:9-24:10; targetSelectionRange: 17:10-17:16}
        - {targetUri: agents/front-desk/v3.agent.json; targetRange: 1:1-109:2; targetSelectionRange: 3:14-3:15}"
    `);
  });
  test('is empty where there is no name', async () => {
    const editor = await openEditor(number);
    expect(await editor.ask('textDocument/definition', number, at(clinic[number]!, '"wei▮ght"'))).toEqual([]);
  });
});

test('references are found in every file, with or without the declaration', async () => {
  const editor = await openEditor(component);
  const prints = async (includeDeclaration: boolean) =>
    answered(
      await editor.ask('textDocument/references', component, {
        ...at(clinic[component]!, '"id": "look▮_up"'),
        context: { includeDeclaration },
      }),
      editor,
    );
  expect(await prints(true)).toMatchInlineSnapshot(`
    "
      - {uri: components/verify-caller.flow-component.json; range: 21:35-21:42}
      - {uri: components/verify-caller.flow-component.json; range: 28:14-28:21}"
  `);
  expect(await prints(false)).toMatchInlineSnapshot(
    `"[{uri: components/verify-caller.flow-component.json; range: 21:35-21:42}]"`,
  );
});

test('highlights are limited to the file, and are marked as writes or reads', async () => {
  const editor = await openEditor(component);
  expect(
    answered(
      await editor.ask('textDocument/documentHighlight', component, at(clinic[component]!, '"id": "look▮_up"')),
      editor,
    ),
  ).toMatchInlineSnapshot(`"[{range: 21:35-21:42; kind: 2}, {range: 28:14-28:21; kind: 3}]"`);
});

test('links lead to addresses and to places in files', async () => {
  const editor = await openEditor(number);
  expect(answered(await editor.ask('textDocument/documentLink', number), editor)).toMatchInlineSnapshot(`
    "
      - {range: 4:27-4:71; target: https://hooks.juniper-clinic.example/inbound}
      - {range: 6:20-6:37; target: agents/agents.agent-list.json#4,20}
      - {range: 6:58-6:62; target: agents/agents.agent-list.json#9,10}
      - {range: 7:20-7:37; target: agents/agents.agent-list.json#4,20}
      - {range: 7:58-7:64; target: agents/agents.agent-list.json#17,10}
      - {range: 10:20-10:37; target: agents/agents.agent-list.json#73,20}
      - {range: 10:58-10:62; target: agents/agents.agent-list.json#78,10}
      - {range: 13:20-13:35; target: agents/agents.agent-list.json#85,20}
      - {range: 13:56-13:60; target: agents/agents.agent-list.json#90,10}"
  `);
});

test('folding ranges consist of whole lines for an editor that supports no others', async () => {
  const text =
    '{ "phone_number": "+14155550100",\n  "inbound_agents": [\n    { "agent_id": "a",\n      "weight": 1 }\n  ] }\n';
  const [lines, exactEditor] = [editorOver({}, everything), editorOver({})];
  for (const editor of [lines, exactEditor]) await editor.open('n.phone-number.json', text);
  expect(await lines.ask('textDocument/foldingRange', 'n.phone-number.json')).toEqual([
    { startLine: 0, endLine: 3 },
    { startLine: 1, endLine: 3 },
    { startLine: 2, endLine: 3 },
  ]);
  expect(await exactEditor.ask('textDocument/foldingRange', 'n.phone-number.json')).toEqual([
    { startLine: 0, startCharacter: 1, endLine: 4, endCharacter: 4 },
    { startLine: 1, startCharacter: 21, endLine: 4, endCharacter: 2 },
    { startLine: 2, startCharacter: 5, endLine: 3, endCharacter: 18 },
  ]);
});

test('a selection expands at each caret', async () => {
  const editor = await openEditor(number),
    text = clinic[number]!;
  const selectionRanges = await editor.ask<SelectionRange[]>('textDocument/selectionRange', number, {
    positions: [at(text, '"can▮ary"').position, at(text, '"nick▮name"').position, { line: 900, character: 0 }],
  });
  const steps = (range?: SelectionRange): string[] =>
    range ? [answered(range.range, editor), ...steps(range.parent)] : [];
  expect(selectionRanges.map(range => steps(range).join(' '))).toMatchInlineSnapshot(`
    [
      "7:58-7:64 7:57-7:65 7:40-7:65 7:6-7:81 7:5-7:82 5:22-8:3 5:21-8:4 5:3-8:4 1:2-16:1 1:1-16:2 1:1-17:1",
      "3:4-3:12 3:3-3:13 3:3-3:28 1:2-16:1 1:1-16:2 1:1-17:1",
      "1:1-17:1",
    ]
  `);
});

describe('symbols', () => {
  const names = (symbols: readonly DocumentSymbol[], indent = ''): string[] =>
    symbols.flatMap(({ name, detail = '', kind, children = [] }) => [
      `${indent}${kind} ${name} – ${detail}`,
      ...names(children, `${indent}  `),
    ]);
  test('of a document form a tree', async () => {
    const editor = await openEditor(component, everything),
      documentSymbols = await editor.ask<DocumentSymbol[]>('textDocument/documentSymbol', component);
    expect(names(documentSymbols)).toMatchInlineSnapshot(`
      [
        "2 Verify the caller – ",
        "  19 Ask for the birthday – ask_birthday, conversation",
        "    24 → Look up: The caller confirmed both. – ",
        "  19 Look up – look_up, function",
        "    24 → Note in the file: An account was found. – ",
        "    24 → Back to the flow: Else – ",
        "  19 Note in the file – note_file, mcp",
        "    24 → Back to the flow: Else – ",
        "  19 Back to the flow – back, end",
        "  12 find_account – custom",
        "  4 patient files – ",
      ]
    `);
  });
  test('of a document form a list for an editor that does not support trees', async () => {
    const editor = await openEditor(number),
      symbols = await editor.ask<SymbolInformation[]>('textDocument/documentSymbol', number);
    expect(
      symbols.map(
        ({
          name,
          containerName,
          location: {
            uri,
            range: { start },
          },
        }) => `${containerName ?? ''} > ${name} ${uri === editor.uri(number)} ${start.line + 1}`,
      ),
    ).toMatchInlineSnapshot(`
      [
        " > +14155550100 true 1",
        "+14155550100 > inbound true 5",
        "inbound > agent_frontdesk01 true 6",
        "inbound > agent_frontdesk01 true 7",
        "+14155550100 > outbound true 9",
        "outbound > agent_reminders01 true 10",
        "+14155550100 > inbound SMS true 12",
        "inbound SMS > agent_webchat01 true 13",
      ]
    `);
  });
  test('of the workspace are found while it is still being read', async () => {
    const editor = editorOver(clinic, bareOptions);
    await editor.greeting;
    const symbols = await editor.connection.sendRequest<SymbolInformation[]>('workspace/symbol', {
      query: 'look up',
    });
    expect(answered(symbols.slice(0, 3), editor)).toMatchInlineSnapshot(`
      "
        - 
          name: Look up
          kind: 19
          containerName: Verify the caller
          location: {uri: components/verify-caller.flow-component.json; range: 30:16-30:23}
        - 
          name: Look up the balance
          kind: 19
          containerName: conversation_flow_billing01
          location: {uri: flows/billing.conversation-flow.json; range: 81:16-81:35}
        - 
          name: Look-ups are slower than yesterday
          kind: 24
          location: {uri: alerts/slow-lookups-2026-01-12.alert-incident.json; range: 5:12-5:46}"
    `);
  });
});

test('symbols with the same name in several folders are sorted by folder, in whatever order the folders were read', async () => {
  const agent = (id: string): string => `{ "agent_id": "agent_${id}", "version": 1, "voice_id": "v" }`;
  const editor = editorOver({ 'a/x.agent.json': agent('a'), 'b/x.agent.json': agent('b') }, { folders: ['b', 'a'] });
  const linesOf = async (): Promise<string[]> =>
    (await editor.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'agent' })).map(
      ({ name }) => name,
    );
  await editor.greeting;
  expect(await linesOf()).toEqual(['agent_a, version 1', 'agent_b, version 1']);
  editor.write('a/preflight.config.json', '{ "liveTags": ["main"] }');
  await editor.changedOnDisk('a/preflight.config.json');
  expect(await linesOf()).toEqual(['agent_a, version 1', 'agent_b, version 1']);
});
