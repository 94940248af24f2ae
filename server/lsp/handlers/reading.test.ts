import { describe, expect, test } from 'vitest';
import type {
  CodeLens,
  Hover,
  InlayHint,
  MarkupContent,
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensEdit,
} from 'vscode-languageserver/node';
import { answered, at, bareOptions, clinic, editors, neovim } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import { wrapped } from '../../testing/wrapped.ts';

const editorOver = editors();
const number = 'numbers/main.phone-number.json',
  list = 'agents/agents.agent-list.json',
  flow = 'flows/night-line.conversation-flow.json';
const fullRange = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };

describe('hover', () => {
  test('shows the version that a reference selects, and its place', async () => {
    const editor = await editorOver(clinic, bareOptions).open(number, clinic[number]!);
    expect(answered(await editor.ask('textDocument/hover', number, at(clinic[number]!, '"can▮ary"')), editor))
      .toMatchInlineSnapshot(`
        "
          contents: 
            kind: markdown
            value: **Front desk@canary** → version 3 (published)\\n\\nFront desk · “Quicker replies” · made from version 2 · changed
              ↪ 2025-12-08 18:10 UTC\\n\\n3 variables of tag canary:\\n\\n- clinic_name: "Juniper Street Clinic"\\n- opening_hours:
              ↪ "Monday to Friday, eight to fi…"\\n- reception_number: "+14155550110"\\n\\n1. tag canary is assigned to version 3
              ↪ (Versioning 3)\\n2. the variables of tag canary apply (Versioning 4)\\n\\n\`agent_version\`: Version of the agent that
              ↪ gets this share.
          range: 7:57-7:65"
      `);
  });
  test('shows the effect of an unsaved edit', async () => {
    const editor = await editorOver(clinic, bareOptions).open(list, clinic[list]!);
    await editor.type(
      list,
      clinic[list]!.replace('"canary": {\n          "version": 3', '"canary": {\n          "version": 2'),
    );
    const { contents } = await editor.ask<Hover>('textDocument/hover', number, at(clinic[number]!, '"can▮ary"'));
    expect({ ...(contents as MarkupContent), value: wrapped((contents as MarkupContent).value) })
      .toMatchInlineSnapshot(`
        {
          "kind": "markdown",
          "value": "**Front desk@canary** → version 2 (published)

        - as saved: version 3 (published), 3 variables of tag canary
        - with the unsaved edit: version 2 (published), 3 variables of tag canary

        Front desk · “Winter hours” · made from version 1 · changed 2025-11-03 17:45 UTC

        3 variables of tag canary:

        - clinic_name: "Juniper Street Clinic"
        - opening_hours: "Monday to Friday, eight to fi…"
        - reception_number: "+14155550110"

        1. tag canary is assigned to version 2 (Versioning 3)
        2. the variables of tag canary apply (Versioning 4)

        \`agent_version\`: Version of the agent that gets this share.

        ---

        - [\`arms-same-version\`](file:///rules/arms-same-version.md): Callers get the same agent whichever entry is drawn, so the
          ↪ split compares nothing.
        - live through inbound_agents of +14155550100",
        }
      `);
  });
  test('describes the configuration', async () => {
    const text = clinic['preflight.config.json']!,
      editor = editorOver(clinic, everything);
    await editor.open('preflight.config.json', text, 'jsonc');
    expect(answered(await editor.ask('textDocument/hover', 'preflight.config.json', at(text, '"live▮Tags"')), editor))
      .toMatchInlineSnapshot(`
        "
          contents: 
            kind: markdown
            value: **liveTags** · list (each item a tag)\\n\\nTags that serve callers. Findings in what these tags reach come first,
              ↪ and --live shows only those.\\n\\n- default: \`prod\`, \`production\`
          range: 17:3-17:13"
      `);
  });
});

describe('inlay hints', () => {
  test('are returned for the requested range', async () => {
    const editor = await editorOver(clinic, everything).open(number, clinic[number]!);
    expect(answered(await editor.ask('textDocument/inlayHint', number, { range: fullRange }), editor))
      .toMatchInlineSnapshot(`
      "
        - 
          position: 6:38
          label: [{value: Front desk; location: {uri: agents/agents.agent-list.json; range: 3:5-3:6}}]
          kind: 1
          paddingLeft: true
        - 
          position: 6:63
          label: [{value: → v2 published; location: {uri: agents/front-desk/v2.agent.json; range: 1:1-1:2}}]
          kind: 1
          paddingLeft: true
          tooltip: tag prod is assigned to version 2 (Versioning 3)\\nthe variables of tag prod apply (Versioning 4)
        - 
          position: 7:38
          label: [{value: Front desk; location: {uri: agents/agents.agent-list.json; range: 3:5-3:6}}]
          kind: 1
          paddingLeft: true
        - 
          position: 7:65
          label: [{value: → v3 published; location: {uri: agents/front-desk/v3.agent.json; range: 1:1-1:2}}]
          kind: 1
          paddingLeft: true
          tooltip: tag canary is assigned to version 3 (Versioning 3)\\nthe variables of tag canary apply (Versioning 4)
        - 
          position: 10:38
          label: [{value: Reminders; location: {uri: agents/agents.agent-list.json; range: 72:5-72:6}}]
          kind: 1
          paddingLeft: true
        - 
          position: 10:63
          label: [{value: → v1 published; location: {uri: agents/reminders/v1.agent.json; range: 1:1-1:2}}]
          kind: 1
          paddingLeft: true
          tooltip: tag prod is assigned to version 1 (Versioning 3)\\nthe variables of tag prod apply (Versioning 4)
        - 
          position: 13:36
          label: [{value: Web chat; location: {uri: agents/agents.agent-list.json; range: 84:5-84:6}}]
          kind: 1
          paddingLeft: true
        - 
          position: 13:61
          label: [{value: → v0 published; location: {uri: agents/web-chat/v0.agent.json; range: 1:1-1:2}}]
          kind: 1
          paddingLeft: true
          tooltip: tag prod is assigned to version 0 (Versioning 3)\\nthe variables of tag prod apply (Versioning 4)"
    `);
    expect(
      await editor.ask('textDocument/inlayHint', number, {
        range: { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } },
      }),
    ).toEqual([]);
  });
});

describe('code lenses', () => {
  const lenses = async (options: typeof bareOptions): Promise<string> => {
    const editor = await editorOver(clinic, options).open(number, clinic[number]!);
    await editor.open(list, clinic[list]!);
    const codeLenses = await editor.ask<CodeLens[]>('textDocument/codeLens', list);
    const lenses = await Promise.all(
      codeLenses
        .slice(0, 6)
        .map(lens => (lens.command ? lens : editor.connection.sendRequest<CodeLens>('codeLens/resolve', lens))),
    );
    return lenses
      .map(
        ({ range: { start }, command }) =>
          `${start.line + 1} ${command!.title} | ${answered([command!.command, ...(command!.arguments ?? [])], editor)}`,
      )
      .join('\n');
  };
  test('open panels if the client has panels', async () =>
    expect(await lenses(everything)).toMatchInlineSnapshot(`
      "3 Preview | [preflight.preview, agents/agents.agent-list.json, 3:5]
      3 1 number · 1 weight list · 2 alert filters | 
        - preflight.showReferences
        - agents/agents.agent-list.json
        - 3:5
        - 
          - {uri: agents/agents.agent-list.json; range: 9:17-9:18}
          - {uri: agents/agents.agent-list.json; range: 17:19-17:20}
          - {uri: numbers/main.phone-number.json; range: 6:57-6:63}
          - {uri: numbers/main.phone-number.json; range: 7:57-7:65}
          - {uri: numbers/next-trial.agent-weights.json; range: 2:55-2:61}
          - {uri: numbers/next-trial.agent-weights.json; range: 3:55-3:63}
          - {uri: numbers/next-trial.agent-weights.json; range: 4:55-4:56}
          - {uri: alerts/bookings-fail.alert-rule.json; range: 8:54-8:55}
          - {uri: alerts/bookings-fail.alert-rule.json; range: 8:57-8:58}
      9 Preview | [preflight.preview, agents/agents.agent-list.json, 9:9]
      9 prod → v2 published · 1 number · 1 weight list · callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps | 
        - preflight.showReferences
        - agents/agents.agent-list.json
        - 9:9
        - [{uri: numbers/main.phone-number.json; range: 6:57-6:63}, {uri: numbers/next-trial.agent-weights.json; range: 2:55-2:61}]
      17 Preview | [preflight.preview, agents/agents.agent-list.json, 17:9]
      17 canary → v3 published · 1 number · 1 weight list · callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps | 
        - preflight.showReferences
        - agents/agents.agent-list.json
        - 17:9
        - [{uri: numbers/main.phone-number.json; range: 7:57-7:65}, {uri: numbers/next-trial.agent-weights.json; range: 3:55-3:63}]"
    `));
  test('only show information to a client without panels', async () =>
    expect(await lenses(neovim)).toMatchInlineSnapshot(`
      "3 1 number · 1 weight list · 2 alert filters | []
      9 prod → v2 published · 1 number · 1 weight list · callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps | []
      17 canary → v3 published · 1 number · 1 weight list · callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps | []
      42 1 number · 2 swaps | []
      48 prod → v1 published · 2 swaps · callers reach 5 tools, 2 MCP tools and 1 transfer | []
      57 1 swap | []"
    `));
});

describe('semantic tokens', () => {
  test('mark the variables of the whole document or of a range', async () => {
    const editor = editorOver(clinic, everything),
      { capabilities } = await editor.greeting;
    await editor.open(flow, clinic[flow]!);
    const { data } = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full', flow),
      { tokenTypes, tokenModifiers } = capabilities.semanticTokensProvider!.legend;
    let line = 0;
    const text: string[] = [];
    for (let i = 0; i < data.length; i += 5) {
      line += data[i]!;
      text.push(
        `${line + 1} ${tokenTypes[data[i + 3]!]} ${tokenModifiers.filter((_, bit) => data[i + 4]! & (1 << bit)).join()}`,
      );
    }
    expect(text).toMatchInlineSnapshot(`
      [
        "10 label ",
        "11 variable ",
        "24 label ",
        "33 label ",
        "44 variable declaration",
        "48 label ",
        "53 variable ",
        "60 label ",
        "69 variable ",
        "75 label ",
        "92 label ",
        "98 label ",
        "108 class ",
        "109 enumMember ",
        "121 label ",
        "130 function ",
        "135 label ",
        "148 variable declaration",
        "149 variable declaration",
      ]
    `);
    const range = { start: { line: 0, character: 0 }, end: { line: 11, character: 0 } };
    expect((await editor.ask<SemanticTokens>('textDocument/semanticTokens/range', flow, { range })).data).toEqual(
      data.slice(0, 10),
    );
  });
  test('after an edit are sent as differences', async () => {
    const editor = editorOver(clinic, everything),
      text = clinic[flow]!;
    await editor.open(flow, text);
    const first = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full', flow),
      delta = (previousResultId: string | undefined): Promise<SemanticTokens & SemanticTokensDelta> =>
        editor.ask('textDocument/semanticTokens/full/delta', flow, { previousResultId });
    expect((await delta(first.resultId)).edits).toEqual([]);
    for (const now of [text.replace('{\n', '{\n\n'), text.replaceAll('{{', '{'), text]) {
      const semanticTokens = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full', flow);
      await editor.type(flow, now);
      const { edits } = await delta(semanticTokens.resultId),
        tokens = await editor.ask<SemanticTokens>('textDocument/semanticTokens/full', flow);
      expect(edits).toHaveLength(1);
      const [{ start, deleteCount, data }] = edits as [SemanticTokensEdit];
      expect(data!.length).toBeLessThan(tokens.data.length);
      expect(semanticTokens.data.toSpliced(start, deleteCount, ...data!)).toEqual(tokens.data);
    }
    expect(await delta('of another server')).toMatchObject({ data: first.data });
  });
});

test('a request about a position is answered before a request about a whole document', async () => {
  const editor = await editorOver(clinic, everything).open(flow, clinic[flow]!);
  const answers: string[] = [];
  const ask = async (method: string, params?: object): Promise<void> => {
    await editor.ask(`textDocument/${method}`, flow, params);
    answers.push(method);
  };
  const methods = ['documentSymbol', 'semanticTokens/full', 'codeLens', 'foldingRange'];
  await Promise.all([...methods.map(method => ask(method)), ask('hover', at(clinic[flow]!, '{{▮'))]);
  expect(answers).toEqual(['hover', ...methods]);
});

describe('a refresh request', () => {
  const linesOf = async (options: typeof bareOptions, edit: (text: string) => string): Promise<readonly string[]> => {
    const editor = await editorOver(clinic, options).open(number, clinic[number]!);
    await editor.open(list, clinic[list]!);
    await editor.ask<InlayHint[]>('textDocument/inlayHint', number, { range: fullRange });
    const lenses = await editor.ask<CodeLens[]>('textDocument/codeLens', number);
    for (const lens of lenses)
      if (lens.data !== undefined) await editor.connection.sendRequest('codeLens/resolve', lens);
    await editor.ask('textDocument/semanticTokens/full', number);
    await editor.type(list, edit(clinic[list]!));
    // workspace diagnostics are reported after all files were checked
    await editor.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    return editor.refreshed;
  };
  const movedTag = (text: string): string => text.replace('"version": 3', '"version": 2');
  test('is sent if an edit of another file changes an answer that the editor shows', async () =>
    expect(await linesOf(everything, movedTag)).toEqual(['inlayHint', 'codeLens']));
  test('is sent for lenses, too', async () => {
    const editor = await editorOver(clinic, everything).open(list, clinic[list]!);
    await editor.open(number, clinic[number]!);
    const [lens] = (await editor.ask<CodeLens[]>('textDocument/codeLens', list)).filter(
      ({ data }) => data !== undefined,
    );
    await editor.connection.sendRequest('codeLens/resolve', lens);
    await editor.type(number, clinic[number]!.replaceAll('agent_frontdesk01', 'agent_webchat01'));
    await editor.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    expect(editor.refreshed).toEqual(['codeLens']);
  });
  test('is not sent if the answer is unchanged', async () =>
    expect(await linesOf(everything, text => text.replace('Juniper', 'Jupiter'))).toEqual([]));
  test('is not sent to an editor that does not support it', async () =>
    expect(
      await linesOf({ ...everything, capabilities: { ...everything.capabilities, workspace: {} } }, movedTag),
    ).toEqual([]));
});
