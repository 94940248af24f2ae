import { describe, expect, test } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  InsertReplaceEdit,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { CARET } from '../../testing/caret.ts';
import { answered, at, bareOptions, clinic, withEdits, editors, neovim } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import type { Editor } from '../../testing/editor.ts';
import { draft } from '../../testing/preflight.ts';
import { wrapped } from '../../testing/wrapped.ts';

const editorOver = editors();
const fullRange = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };

describe('a completion', () => {
  /**
   * The text after the item is accepted at the caret. The editor supports, or does not support, defaults for all
   * items.
   */
  const accept = async (
    options: typeof bareOptions,
    text: string,
    label: string,
    file = 'x.phone-number.json',
    files = clinic,
    isReplaced = false,
  ): Promise<string> => {
    const editor = editorOver(files, options),
      plainText = text.replace(CARET, '');
    await editor.open(file, plainText);
    const { items, itemDefaults = {} } = await editor.ask<CompletionList>('textDocument/completion', file, {
      ...at(plainText, text),
      context: { triggerKind: 1 },
    });
    const item = items.find(item => item.label === label);
    if (!item) throw new Error(`no ${label} among ${items.map(item => item.label).join()}`);
    const edit = item.textEdit as TextEdit | InsertReplaceEdit | undefined,
      ranges = edit && 'insert' in edit ? edit : (edit?.range ?? itemDefaults.editRange!),
      range: Range = 'insert' in ranges ? ranges[isReplaced ? 'replace' : 'insert'] : ranges,
      main = { range, newText: edit?.newText ?? item.textEditText ?? item.label };
    return `${item.insertTextFormat ?? itemDefaults.insertTextFormat} ${withEdits(plainText, [main, ...(item.additionalTextEdits ?? [])])}`;
  };
  const cases = [
    ['{ "phone_number": "+1", "inbo▮', 'inbound_agents'],
    ['{ "phone_number": "+1", "inbound_agents": [{ "agent_id": "agent_frontdesk01", "agent_version": "▮', 'canary'],
    ['{ "phone_number": "+1", "inbound_agents": [{ "agent_id": ▮, "weight": 1 }] }', 'agent_webchat01'],
    ['{ "phone_number": "+1" "nick▮ }', 'nickname'],
  ] as const;
  test('can be accepted by an editor that supports snippets and defaults', async () =>
    expect(await Promise.all(cases.map(([text, label]) => accept(everything, text, label)))).toMatchInlineSnapshot(`
    [
      "2 { "phone_number": "+1", "inbound_agents": [$1]",
      "1 { "phone_number": "+1", "inbound_agents": [{ "agent_id": "agent_frontdesk01", "agent_version": "canary"",
      "1 { "phone_number": "+1", "inbound_agents": [{ "agent_id": "agent_webchat01", "weight": 1 }] }",
      "2 { "phone_number": "+1", "nickname": "$1" }",
    ]
  `));
  test('can be accepted by an editor that supports neither', async () =>
    expect(await Promise.all(cases.map(([text, label]) => accept(bareOptions, text, label)))).toMatchInlineSnapshot(`
    [
      "1 { "phone_number": "+1", "inbound_agents": []",
      "1 { "phone_number": "+1", "inbound_agents": [{ "agent_id": "agent_frontdesk01", "agent_version": "canary"",
      "1 { "phone_number": "+1", "inbound_agents": [{ "agent_id": "agent_webchat01", "weight": 1 }] }",
      "1 { "phone_number": "+1", "nickname": "" }",
    ]
  `));
  test.each([
    ['an editor that lets the user choose', everything, '{{greetingod}}', '{{greeting}}'],
    ['an editor without this choice', bareOptions, '{{greetingod}}', '{{greetingod}}'],
  ])('of a name in a text inserts the name, or replaces the word: %s', async (_, options, inserted, replaced) => {
    const text = (name: string): string =>
        `{ "llm_id": "l", "general_prompt": "Say ${name} now.", "default_dynamic_variables": { "greeting": "Hi" } }`,
      acceptAs = (isReplaced: boolean): Promise<string> =>
        accept(options, text(`{{g${CARET}od}}`), 'greeting', 'x.llm.json', clinic, isReplaced);
    expect([await acceptAs(false), await acceptAs(true)]).toEqual([`1 ${text(inserted)}`, `1 ${text(replaced)}`]);
  });
  test('sends values that all items share only once', async () => {
    const editor = editorOver(clinic, everything),
      text = '{ "phone_number": "+1", "inbound_agents": [{ "agent_id": "agent_frontdesk01", "agent_version": "ca';
    await editor.open('x.phone-number.json', text);
    const list = await editor.ask<CompletionList>(
      'textDocument/completion',
      'x.phone-number.json',
      at(text, `"ca${CARET}`),
    );
    expect(answered({ ...list, items: list.items.slice(0, 2) }, editor)).toMatchInlineSnapshot(`
      "
        isIncomplete: false
        itemDefaults: {editRange: 1:96-1:99; insertTextFormat: 1; insertTextMode: 1}
        items: 
          - 
            label: prod
            kind: 18
            detail: → v2 published
            labelDetails: {description: → v2 published}
            filterText: "prod
            sortText: !100000
            preselect: true
            data: {agent: agent_frontdesk01; reference: prod; uri: x.phone-number.json}
            textEditText: "prod"
          - 
            label: canary
            kind: 18
            detail: → v3 published
            labelDetails: {description: → v3 published}
            filterText: "canary
            sortText: !100001
            data: {agent: agent_frontdesk01; reference: canary; uri: x.phone-number.json}
            textEditText: "canary""
    `);
  });
  test('sends its description later, in a format that the editor supports', async () => {
    const words = async (options: typeof bareOptions): Promise<CompletionItem['documentation']> => {
      const editor = editorOver(clinic, options),
        text = '{ "nick';
      await editor.open('x.phone-number.json', text);
      const { items } = await editor.ask<CompletionList>(
          'textDocument/completion',
          'x.phone-number.json',
          at(text, `"nick${CARET}`),
        ),
        item = items.find(({ label }) => label === 'nickname')!;
      expect(item.documentation).toBe(undefined);
      return (await editor.connection.sendRequest<CompletionItem>('completionItem/resolve', item)).documentation;
    };
    expect(await words(bareOptions)).toMatchInlineSnapshot(`
      {
        "kind": "markdown",
        "value": "Name of the number, for reference only.",
      }
    `);
    expect(
      await words({
        capabilities: { textDocument: { completion: { completionItem: { documentationFormat: ['plaintext'] } } } },
      }),
    ).toMatchObject({ kind: 'plaintext' });
  });
  test('is offered in the configuration', async () => {
    expect(
      await accept(bareOptions, '{ "rules": { "out-of-range": "▮" } }', 'off', 'preflight.config.json'),
    ).toMatchInlineSnapshot(`"1 { "rules": { "out-of-range": "off" } }"`);
    expect(
      await accept(bareOptions, '{ "rules": { "out-of▮" } }', 'out-of-range', 'preflight.config.json'),
    ).toMatchInlineSnapshot(`"1 { "rules": { "out-of-range": "off" } }"`);
  });
});

describe('code actions', () => {
  const badDraft = draft('"voice_speed": 9,\n  "backchannel_words": ["yeah"], "volume": "1"');
  const open = async (options: typeof bareOptions, files: Readonly<Record<string, string>> = {}): Promise<Editor> =>
    editorOver(files, options).open('desk.agent.json', badDraft);
  const actions = (editor: Editor, piece: string, only?: readonly string[]): Promise<CodeAction[]> => {
    const { position } = at(badDraft, piece);
    return editor.ask('textDocument/codeAction', 'desk.agent.json', {
      range: { start: position, end: position },
      context: { diagnostics: [], ...(only && { only }) },
    });
  };
  const listActions = (codeActions: readonly CodeAction[], editor: Editor): string =>
    codeActions
      .map(({ title, kind, edit, data, command, disabled, diagnostics, isPreferred }) => [
        `${kind}${isPreferred === true ? '*' : ''} ${title}${disabled ? ` – ${disabled.reason}` : ''}`,
        ...(edit ? [Object.keys(edit).join()] : []),
        ...(data === undefined ? [] : ['later']),
        ...(command ? [answered([command.command, ...(command.arguments ?? [])], editor)] : []),
        ...(diagnostics ? [diagnostics.map(({ code }) => code).join()] : []),
      ])
      .map(parts => wrapped(parts.join(' | ')))
      .join('\n');

  test('are complete for an editor that supports everything', async () => {
    const editor = await open(everything);
    expect(listActions(await actions(editor, 'voice_▮speed'), editor)).toMatchInlineSnapshot(`
      "quickfix Use 2, the maximum (review) | documentChanges | out-of-range
      source.fixAll.preflight Fix all auto-fixable problems | later
      quickfix.disable Disable out-of-range… | [preflight.disable, desk.agent.json, 5:10-5:10] | out-of-range
      quickfix Explain out-of-range | [preflight.explainRule, out-of-range] | out-of-range"
    `);
  });
  test('that disable a rule are a single action in an editor with panels, which then requests the list of them', async () => {
    const editor = await open(everything);
    expect(listActions(await actions(editor, 'voice_▮speed', ['quickfix.disable']), editor)).toMatchInlineSnapshot(`
      "quickfix.disable Suppress out-of-range here | 
        - preflight.fill
        - Suppress out-of-range here
        - 
          documentChanges: 
            - {kind: create; uri: preflight.config.json}
            - 
              textDocument: {uri: preflight.config.json; version: null}
              edits: 
                - 
                  range: 1:1-1:1
                  newText: {\\n  "suppress": [\\n    {\\n      "rule": "out-of-range",\\n      "file": "desk.agent.json",\\n      "at":
                    ↪ "/voice_speed",\\n      "reason": "say why this is accepted"\\n    }\\n  ]\\n}\\n
        - say why this is accepted
        - preflight.config.json | out-of-range
      quickfix.disable Add this out-of-range to the baseline | documentChanges | out-of-range
      quickfix.disable Turn off out-of-range in this file | documentChanges | out-of-range
      quickfix.disable Turn off out-of-range everywhere | documentChanges | out-of-range"
    `);
  });
  test('are limited to what Neovim supports', async () => {
    const editor = await open(neovim);
    expect(listActions(await actions(editor, 'voice_▮speed'), editor)).toMatchInlineSnapshot(`
      "quickfix Use 2, the maximum (review) | changes | out-of-range
      source.fixAll.preflight Fix all auto-fixable problems | changes
      quickfix.disable Suppress out-of-range here | documentChanges | out-of-range
      quickfix.disable Add this out-of-range to the baseline | documentChanges | out-of-range
      quickfix.disable Turn off out-of-range in this file | documentChanges | out-of-range
      quickfix.disable Turn off out-of-range everywhere | documentChanges | out-of-range"
    `);
  });
  test('do not create files in an editor that cannot create them', async () => {
    const editor = await open(bareOptions);
    expect(listActions(await actions(editor, 'voice_▮speed'), editor)).toMatchInlineSnapshot(
      `
      "quickfix Use 2, the maximum (review) | changes | out-of-range
      source.fixAll.preflight Fix all auto-fixable problems | changes"
    `,
    );
  });
  test('only read files in an untrusted workspace', async () => {
    const editor = await open({ ...everything, options: { panels: true, trusted: false } });
    expect(listActions(await actions(editor, 'voice_▮speed'), editor)).toMatchInlineSnapshot(
      `"quickfix Explain out-of-range | [preflight.explainRule, out-of-range] | out-of-range"`,
    );
  });
  test('for the whole file are computed when the user chooses one', async () => {
    const editor = await open(everything),
      [action] = await actions(editor, 'voice_▮speed', ['source.fixAll']);
    expect(action!.edit).toBe(undefined);
    const { edit } = await editor.connection.sendRequest<CodeAction>('codeAction/resolve', action);
    expect(answered(edit, editor)).toMatchInlineSnapshot(
      `"{documentChanges: [{textDocument: {uri: desk.agent.json; version: 1}; edits: [{range: 6:44-6:47; newText: 1}]}]}"`,
    );
    const [atOnce] = await actions(await open(bareOptions), 'voice_▮speed', ['source.fixAll']);
    expect(atOnce!.edit).toEqual({
      changes: {
        [Object.keys(atOnce!.edit!.changes!)[0]!]: (edit!.documentChanges![0] as { edits: TextEdit[] }).edits,
      },
    });
  });
  test('that fix everything insert a missing comma before a comment, and only once', async () => {
    const editor = editorOver({}, bareOptions),
      file = 'night.agent.jsonc',
      text = '{\n  "voice_id": "11labs-Adrian" // the voice\n  "agent_name": "x"\n}\n';
    const fixAll = async (now: string): Promise<string> => {
      const [action] = await editor.ask<CodeAction[]>('textDocument/codeAction', file, {
        range: fullRange,
        context: { diagnostics: [], only: ['source.fixAll'] },
      });
      return withEdits(now, action?.edit?.changes?.[editor.uri(file)] ?? []);
    };
    await editor.open(file, text);
    const fixedOnce = await fixAll(text);
    expect(fixedOnce).toBe(text.replace('" // the voice', '", // the voice'));
    await editor.change(file, { text: fixedOnce });
    expect(await fixAll(fixedOnce)).toBe(fixedOnce);
  });
  test('that suppress a finding make no edit before the user gives a reason, and create the configuration with it', async () => {
    const editor = await open(everything),
      suppression = (await actions(editor, 'voice_▮speed', ['quickfix.disable'])).find(({ title }) =>
        title.startsWith('Suppress'),
      )!;
    expect(answered({ edit: suppression.edit, command: suppression.command }, editor)).toMatchInlineSnapshot(`
      "
        edit: undefined
        command: 
          title: Suppress out-of-range here
          command: preflight.fill
          arguments: 
            - Suppress out-of-range here
            - 
              documentChanges: 
                - {kind: create; uri: preflight.config.json}
                - 
                  textDocument: {uri: preflight.config.json; version: null}
                  edits: 
                    - 
                      range: 1:1-1:1
                      newText: {\\n  "suppress": [\\n    {\\n      "rule": "out-of-range",\\n      "file": "desk.agent.json",\\n     
                        ↪ "at": "/voice_speed",\\n      "reason": "say why this is accepted"\\n    }\\n  ]\\n}\\n
            - say why this is accepted
            - preflight.config.json"
    `);
  });
  test('that suppress a finding edit the existing configuration, whether it is open or not', async () => {
    const editor = await open(bareOptions, { 'preflight.config.json': '{\n  "suppress": []\n}\n' }),
      suppression = (await actions(editor, 'voice_▮speed')).find(({ title }) => title.startsWith('Suppress'))!;
    expect(
      withEdits(
        '{\n  "suppress": []\n}\n',
        (suppression.edit as WorkspaceEdit).changes![editor.uri('preflight.config.json')]!,
      ),
    ).toMatchInlineSnapshot(`
      "{
        "suppress": [
          {
            "rule": "out-of-range",
            "file": "desk.agent.json",
            "at": "/voice_speed",
            "reason": "say why this is accepted"
          }
        ]
      }
      "
    `);
  });
  test('that are currently impossible show the reason in an editor that supports it', async () => {
    const brokenConfig = { 'preflight.config.json': '{ "suppress": 7 }' },
      [validEditor, brokenEditor] = [await open(everything, brokenConfig), await open(bareOptions, brokenConfig)];
    const reasons = (codeActions: readonly CodeAction[]): readonly string[] =>
      codeActions.flatMap(({ disabled }) => disabled?.reason ?? []);
    expect(reasons(await actions(validEditor, 'voice_▮speed', ['quickfix.disable']))).toMatchInlineSnapshot(`
      [
        "preflight.config.json has an unexpected layout",
      ]
    `);
    expect(reasons(await actions(brokenEditor, 'voice_▮speed'))).toEqual([]);
  });
  test('repair the configuration itself', async () => {
    const editor = editorOver({}, everything),
      text = '{ "suppress": [{ "rule": "out-of-range", "file": "x.agent.json", "at": "/a", "reason": "old" }] }';
    await editor.open('preflight.config.json', text);
    const codeActions = await editor.ask<CodeAction[]>('textDocument/codeAction', 'preflight.config.json', {
      range: fullRange,
      context: { diagnostics: [] },
    });
    expect(listActions(codeActions, editor)).toMatchInlineSnapshot(`
      "quickfix* Remove the suppression | documentChanges | unused-suppression
      quickfix Explain unused-suppression | [preflight.explainRule, unused-suppression] | unused-suppression"
    `);
  });
});

describe('the command to explain a rule', () => {
  test('opens the page in an editor without panels', async () => {
    const editor = editorOver(
        { 'out-of-range.md': '# out-of-range\n' },
        { ...everything, options: {}, page: 'out-of-range.md' },
      ),
      { capabilities } = await editor.greeting;
    expect(capabilities.executeCommandProvider).toEqual({ commands: ['preflight.explainRule'] });
    expect(
      await editor.connection.sendRequest('workspace/executeCommand', {
        command: 'preflight.explainRule',
        arguments: ['out-of-range'],
      }),
    ).toBe(true);
    expect(answered(editor.showed, editor)).toBe('[{uri: out-of-range.md; takeFocus: true}]');
    await expect(
      editor.connection.sendRequest('workspace/executeCommand', {
        command: 'preflight.explainRule',
        arguments: ['no-such'],
      }),
    ).rejects.toThrow('there is no rule no-such');
    await expect(editor.connection.sendRequest('workspace/executeCommand', { command: 'rm' })).rejects.toThrow(
      'there is no command rm',
    );
  });
  test('is not announced to an editor with panels', async () =>
    expect((await editorOver({}, everything).greeting).capabilities.executeCommandProvider).toBe(undefined));
});
