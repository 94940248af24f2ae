import { describe, expect, test } from 'vitest';
import { answered, at, bareOptions, clinic, editors, neovim } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import { agent, agentList } from '../../testing/preflight.ts';

const editorOver = editors();
const list = 'agents/agents.agent-list.json';
const desk = {
  'agent_desk.agent-versions.json':
    '[{ "version": 1, "is_published": true, "last_modification_timestamp": 1767225600000 }]',
  'v1.agent.json': agent('"assigned_tags": ["beta"]'),
  'all.agent-list.json': agentList('"beta": { "version": 1 }'),
};

describe('a request to prepare a rename', () => {
  test('returns the name that will be renamed', async () => {
    const editor = await editorOver(clinic, everything).open(list, clinic[list]!);
    expect(
      answered(await editor.ask('textDocument/prepareRename', list, at(clinic[list]!, '"stag▮ing"')), editor),
    ).toMatchInlineSnapshot(`"{range: 25:10-25:17; placeholder: staging}"`);
  });
  test.each([
    ['"ver▮sion"', /^there is no name here that could be renamed$/],
    ['"version": ▮2', /^versions are numbered by the platform$/],
  ])('returns the reason why a name cannot be renamed: %s', async (piece, pattern) => {
    const editor = await editorOver(clinic, everything).open(list, clinic[list]!);
    await expect(editor.ask('textDocument/prepareRename', list, at(clinic[list]!, piece))).rejects.toThrow(pattern);
  });
  test('is offered only to an editor that asks before a rename', async () => {
    expect((await editorOver({}, everything).greeting).capabilities.renameProvider).toEqual({ prepareProvider: true });
    expect((await editorOver({}, bareOptions).greeting).capabilities.renameProvider).toBe(true);
  });
});

describe('a rename', () => {
  const rename = async (
    files: Readonly<Record<string, string>>,
    file: string,
    piece: string,
    newName: string,
    options: typeof bareOptions,
  ): Promise<string> => {
    const editor = await editorOver(files, options).open(file, files[file]!);
    return answered(await editor.ask('textDocument/rename', file, { ...at(files[file]!, piece), newName }), editor);
  };
  test('changes several files, each with the version to which the edit applies', async () =>
    expect(await rename(clinic, list, '"stag▮ing"', 'rehearsal', everything)).toMatchInlineSnapshot(`
      "
        documentChanges: 
          - {textDocument: {uri: agents/agents.agent-list.json; version: 1}; edits: [{range: 25:9-25:18; newText: "rehearsal"}]}
          - {textDocument: {uri: agents/front-desk/v4.agent.json; version: null}; edits: [{range: 5:22-5:29; newText: rehearsal}]}"
    `));
  test('is an edit of texts for an editor without support for versions', async () =>
    expect(await rename(clinic, list, '"stag▮ing"', 'rehearsal', bareOptions)).toMatchInlineSnapshot(`
      "
        changes: 
          agents/agents.agent-list.json: [{range: 25:9-25:18; newText: "rehearsal"}]
          agents/front-desk/v4.agent.json: [{range: 5:22-5:29; newText: rehearsal}]"
    `));
  describe('of a variable that texts mention without braces', () => {
    const engine = `{ "llm_id": "llm_a", "general_prompt": "Hi {{caller_found}}. If caller_found is true, call caller_found_again.",
      "states": [{ "name": "a", "state_prompt": "x", "edges": [{ "destination_state_name": "a", "description": "caller_found = true" }] }],
      "default_dynamic_variables": { "caller_found": "yes" } }`;
    const files = { 'a.llm.json': engine },
      found = (options: typeof bareOptions): Promise<string> =>
        rename(files, 'a.llm.json', '{{caller_▮found}}', 'known', options);
    const confirming = {
      capabilities: {
        ...everything.capabilities!,
        workspace: {
          ...everything.capabilities?.workspace,
          workspaceEdit: {
            ...everything.capabilities?.workspace?.workspaceEdit,
            changeAnnotationSupport: { groupsOnLabel: true },
          },
        },
      },
    };
    test('offers these places for confirmation', async () =>
      expect(await found(confirming)).toMatchInlineSnapshot(`
      "
        changeAnnotations: {uncertain: {label: Mentions without braces; description: may mean something else; needsConfirmation:
          ↪ true}}
        documentChanges: 
          - 
            textDocument: {uri: a.llm.json; version: 1}
            edits: 
              - {range: 1:46-1:58; newText: known}
              - {range: 3:38-3:52; newText: "known"}
              - {range: 1:65-1:77; newText: known; annotationId: uncertain}
              - {range: 2:113-2:125; newText: known; annotationId: uncertain}"
    `));
    test('only counts them in an editor without confirmation', async () => {
      const editor = await editorOver(files, everything).open('a.llm.json', engine);
      const edit = await editor.ask('textDocument/rename', 'a.llm.json', {
        ...at(engine, '{{caller_▮found}}'),
        newName: 'known',
      });
      expect(answered(edit, editor)).toMatchInlineSnapshot(`
        "
          documentChanges: 
            - 
              textDocument: {uri: a.llm.json; version: 1}
              edits: [{range: 1:46-1:58; newText: known}, {range: 3:38-3:52; newText: "known"}]"
      `);
      expect(editor.messages).toEqual(['2 more mentions without braces are unchanged']);
    });
  });
  test('renames files whose names contain the name', async () =>
    expect(await rename(desk, 'v1.agent.json', '"agent_▮desk"', 'agent_front', everything)).toMatchInlineSnapshot(`
      "
        documentChanges: 
          - {textDocument: {uri: all.agent-list.json; version: null}; edits: [{range: 1:17-1:27; newText: agent_front}]}
          - {textDocument: {uri: v1.agent.json; version: 1}; edits: [{range: 2:16-2:26; newText: agent_front}]}
          - {kind: rename; oldUri: agent_desk.agent-versions.json; newUri: agent_front.agent-versions.json}"
    `));
  test('renames files in an editor that does not announce support for versions', async () =>
    expect(await rename(desk, 'v1.agent.json', '"agent_▮desk"', 'agent_front', neovim)).toBe(
      await rename(desk, 'v1.agent.json', '"agent_▮desk"', 'agent_front', everything),
    ));
  test.each<readonly [string, Parameters<typeof rename>, string]>([
    [
      'in an editor that cannot rename the files',
      [desk, 'v1.agent.json', '"agent_▮desk"', 'agent_front', bareOptions],
      'agent_desk.agent-versions.json contains the name, but this editor cannot rename files',
    ],
    [
      'if it would change which tag is live',
      [clinic, list, '"pr▮od"', 'production', everything],
      'tag prod is among the liveTags of the configuration and production is not',
    ],
    ['if the name is taken', [clinic, list, '"stag▮ing"', 'canary', everything], 'canary'],
    ['if there is no name', [clinic, list, '▮{', 'x', everything], 'there is no name here'],
  ])('is refused %s', async (_, lines, why) => await expect(rename(...lines)).rejects.toThrow(why));
});
