import { describe, expect, test } from 'vitest';
import type { DiagnosticRelatedInformation } from 'vscode-languageserver/node';
import { editors } from '../testing/clients.ts';
import { everything, lines, pulling, streamOf, type Editor } from '../testing/editor.ts';
import { agent, agentList } from '../testing/preflight.ts';

const editorOver = editors();

const badAgent = agent('"voice_speed": 9');
const swap = (reference: string): string => `{ "name": "c", "start_node_id": "n",
  "nodes": [{ "id": "n", "type": "end", "instruction": { "type": "prompt", "text": "End the call" } }],
  "tools": [
  { "type": "agent_swap", "name": "to_desk", "agent_id": "agent_desk", "agent_version": ${reference},
    "post_call_analysis_setting": "both_agents" }] }`;

describe('an editor to which diagnostics are pushed', () => {
  test('gets at most a thousand findings of one rule, and the number of the others', async () => {
    const editor = editorOver({});
    const tasks = Array.from({ length: 3000 }, (_, i) => ({ to_number: i }));
    await editor.open('all.batch-call.json', JSON.stringify({ from_number: '+14155550100', tasks }));
    await editor.waitUntil(() => editor.pushed.has(editor.uri('all.batch-call.json')));
    const { items } = editor.pushed.get(editor.uri('all.batch-call.json'))!;
    const wrongDiagnostics = items.filter(({ code }) => code === 'wrong-type');
    expect(wrongDiagnostics).toHaveLength(1001);
    expect(wrongDiagnostics.at(-1)!.message).toContain('2000 more findings');
  });
  test('gets the findings of a document when it opens the document, and after every edit, with the version of the document', async () => {
    const editor = await editorOver({}).open('desk.agent.json', badAgent);
    await editor.expectShown('desk.agent.json', ['5:18 out-of-range']);
    const [diagnostic] = editor.pushed.get(editor.uri('desk.agent.json'))!.items;
    expect(diagnostic).toMatchObject({
      severity: 1,
      source: 'preflight',
      codeDescription: { href: 'file:///rules/out-of-range.md' },
    });
    expect(diagnostic!.message).toContain('voice_speed');
    await editor.change('desk.agent.json', {
      range: { start: { line: 4, character: 17 }, end: { line: 4, character: 18 } },
      text: '1',
    });
    await editor.expectShown('desk.agent.json', []);
    expect(editor.pushed.get(editor.uri('desk.agent.json'))!.version).toBe(2);
  });
  test('gets the path of callers to a place as related information, not in the message', async () => {
    const editor = editorOver({ 'all.agent-list.json': agentList('"prod": { "version": 1 }') });
    await editor.open('desk.agent.json', badAgent);
    await editor.expectShown('desk.agent.json', ['5:18 out-of-range']);
    const [diagnostic] = editor.pushed.get(editor.uri('desk.agent.json'))!.items;
    expect(diagnostic!.message).not.toContain('live');
    expect(diagnostic!.severity).toBe(1);
    expect(diagnostic!.relatedInformation).toMatchObject([
      {
        location: { uri: editor.uri('all.agent-list.json'), range: { start: { line: 0 } } },
        message: 'live through tag prod of Desk',
      },
    ]);
  });
  test('gets findings that affect callers before all others', async () => {
    const editor = editorOver({
      'a.agent.json': agent('"voice_speed": 9', 'agent_idle'),
      'all.agent-list.json': agentList('"prod": { "version": 1 }'),
      'z.agent.json': badAgent,
    });
    await editor.expectShown('a.agent.json', ['5:18 out-of-range']);
    const lines = [...editor.pushed].filter(([, { items }]) => items.length > 0);
    expect(lines.map(([uri]) => uri)).toEqual([editor.uri('z.agent.json'), editor.uri('a.agent.json')]);
  });
  test('gets findings in superseded versions as hints, and only in the open file', async () => {
    const laterVersion = badAgent.replace('1767225600000', '1767225600001').replace('"version": 1', '"version": 2');
    const editor = editorOver({ 'v1.agent.json': badAgent, 'v2.agent.json': laterVersion });
    await editor.expectShown('v2.agent.json', ['5:18 out-of-range']);
    expect(editor.pushed.get(editor.uri('v1.agent.json'))?.items ?? []).toEqual([]);
    await editor.open('v1.agent.json', badAgent);
    await editor.expectShown('v1.agent.json', ['5:18 out-of-range']);
    expect(editor.pushed.get(editor.uri('v1.agent.json'))!.items[0]!.severity).toBe(4);
    await editor.close('v1.agent.json');
    await editor.expectShown('v1.agent.json', []);
  });
  test('gets no advice to run a command that prints facts which the editor already shows', async () => {
    const editor = await editorOver({}).open('desk.agent.json', agent('"voice_model": "foo"'));
    await editor.expectShown('desk.agent.json', ['5:18 invalid-enum-value']);
    const [diagnostic] = editor.pushed.get(editor.uri('desk.agent.json'))!.items;
    expect(diagnostic!.message).toMatch(/…\none of/);
  });
  test('gets an empty report for a document without findings', async () => {
    const editor = await editorOver({}).open('desk.agent.json', agent());
    await editor.expectShown('desk.agent.json', []);
  });
  test('gets findings in files that are not open, and findings that an edit causes in these files', async () => {
    const editor = editorOver({
      'all.agent-list.json': agentList('"prod": { "version": 1 }'),
      'v1.agent.json': agent(),
      'c.flow-component.json': swap('"prod"'),
      'bad.agent.json': agent('"voice_speed": 9', 'agent_bad'),
    });
    await editor.expectShown('bad.agent.json', ['5:18 out-of-range']);
    await editor.open('all.agent-list.json', agentList('"prod": { "version": 1 }'));
    await editor.expectShown('all.agent-list.json', []);
    await editor.type('all.agent-list.json', agentList('"live": { "version": 1 }'));
    await editor.waitUntil(() =>
      editor.findingsOf('c.flow-component.json').some(line => line.endsWith('unresolved-agent-version')),
    );
    await editor.type('all.agent-list.json', agentList('"prod": { "version": 1 }'));
    await editor.expectShown('c.flow-component.json', []);
  });
  test("gets no findings about files that are not the platform's, or no longer are", async () => {
    const editor = await editorOver({}).open('x.json', '{ "a": 1 }');
    await editor.expectShown('x.json', []);
    await editor.type('x.json', badAgent);
    await editor.expectShown('x.json', ['5:18 out-of-range']);
    await editor.type('x.json', '{ "a": 1 }');
    await editor.expectShown('x.json', []);
  });
  test('shows values without effect faded, deprecated values struck through, and related places', async () => {
    const editor = editorOver({});
    const text = agent(
      '"backchannel_words": ["yeah"], "opt_out_sensitive_data_storage": true, "fallback_voice_ids": ["11labs-Bob"]',
    );
    await editor.open('desk.agent.json', text);
    await editor.waitUntil(() => editor.findingsOf('desk.agent.json').length > 2);
    const result = Object.fromEntries(
      editor.pushed.get(editor.uri('desk.agent.json'))!.items.map(item => [item.code, item]),
    );
    expect(result['ignored-setting']?.tags).toEqual([1]);
    expect(result['deprecated-field']?.tags).toEqual([2]);
    expect(
      result['fallback-voice-same-provider']?.relatedInformation?.map(
        (information: DiagnosticRelatedInformation) => information.location.range.start,
      ),
    ).toEqual([{ line: 3, character: 14 }]);
  });
});

describe('an editor that pulls diagnostics', () => {
  test('gets a report on request, or the answer that it is unchanged', async () => {
    const editor = await editorOver({}, { capabilities: pulling }).open('desk.agent.json', badAgent);
    const first = await editor.pull('desk.agent.json');
    expect([first.kind, lines(first.items)]).toEqual(['full', ['5:18 out-of-range']]);
    expect(await editor.pull('desk.agent.json', first.resultId)).toEqual({
      kind: 'unchanged',
      resultId: first.resultId,
    });
    await editor.type('desk.agent.json', agent());
    expect(lines((await editor.pull('desk.agent.json', first.resultId)).items)).toEqual([]);
    expect(editor.pushed.size).toBe(0);
  });
  test('gets changes in other open documents with the answer, or is asked to pull again after each change', async () => {
    const editor = editorOver({ 'v1.agent.json': agent() }, { capabilities: pulling });
    await editor.open('all.agent-list.json', agentList('"prod": { "version": 1 }'));
    await editor.open('c.flow-component.json', swap('"prod"'));
    await editor.pull('all.agent-list.json');
    expect((await editor.pull('c.flow-component.json')).items).toEqual([]);
    for (const times of [1, 2]) {
      await editor.type('all.agent-list.json', agentList('"live": { "version": 1 }'));
      const { relatedDocuments } = await editor.pull('all.agent-list.json');
      expect(Object.keys(relatedDocuments!)).toEqual([editor.uri('c.flow-component.json')]);
      expect(relatedDocuments![editor.uri('c.flow-component.json')]!.items.map(({ code }) => code)).toEqual([
        'unresolved-agent-version',
      ]);
      await editor.type('all.agent-list.json', agentList('"prod": { "version": 1 }'));
      await editor.waitUntil(() => editor.refreshes === times);
      expect((await editor.pull('c.flow-component.json')).items).toEqual([]);
    }
  });
  test('is asked to pull again after a change of the configuration', async () => {
    const capabilities = {
        ...pulling,
        textDocument: { ...pulling.textDocument, diagnostic: { relatedDocumentSupport: false } },
      },
      editor = editorOver({ 'preflight.config.json': '{}' }, { capabilities });
    await editor.open('desk.agent.json', badAgent);
    expect(lines((await editor.pull('desk.agent.json')).items)).toEqual(['5:18 out-of-range']);
    await editor.open('preflight.config.json', '{}');
    await editor.pull('preflight.config.json');
    await editor.type('preflight.config.json', '{ "rules": { "out-of-range": "off" } }');
    await editor.pull('preflight.config.json');
    await editor.waitUntil(() => editor.refreshes === 1);
    expect(lines((await editor.pull('desk.agent.json')).items)).toEqual([]);
  });
  test('gets findings in the configuration pushed, even after it pulled them, and an empty report when they are fixed', async () => {
    const editor = editorOver({ 'desk.agent.json': badAgent }, { capabilities: pulling }),
      name = 'preflight.config.json',
      wrongText =
        '{ "suppress": [{ "rule": "out-of-range", "file": "desk.agent.json", "at": "/voice_speed", "reason": "n/a" }] }';
    await editor.open('desk.agent.json', badAgent);
    await editor.open(name, wrongText);
    await editor.pull(name);
    await editor.waitUntil(() => (editor.pushed.get(editor.uri(name))?.items.length ?? 0) > 0);
    await editor.pull(name);
    await editor.type(name, wrongText.replace('n/a', 'an old export'));
    await editor.pull(name);
    await editor.waitUntil(() => editor.pushed.get(editor.uri(name))?.items.length === 0);
  });
  test('gets the reports of the whole workspace, and every later change while its request is pending', async () => {
    const editor = editorOver(
      { 'bad.agent.json': badAgent, 'good.agent.json': agent('', 'agent_good') },
      { capabilities: pulling },
    );
    await editor.greeting;
    const report = await editor.connection.sendRequest<{ items: { uri: string; items: [] }[] }>(
      'workspace/diagnostic',
      { previousResultIds: [] },
    );
    expect(report.items.map(({ uri, items }) => [uri, lines(items)])).toEqual([
      [editor.uri('bad.agent.json'), ['5:18 out-of-range']],
    ]);
    const parts = streamOf(editor);
    editor.write('good.agent.json', agent('"voice_speed": 9', 'agent_good'));
    editor.remove('bad.agent.json');
    await editor.changedOnDisk('good.agent.json');
    await editor.removedFromDisk('bad.agent.json');
    await editor.waitUntil(() => parts.includes('good.agent.json 5:18 out-of-range'));
    await editor.waitUntil(() => parts.includes('bad.agent.json '));
  });
  test('gets no findings about files that are not open if it has switched them off', async () => {
    const files = { 'bad.agent.json': badAgent, 'preflight.config.json': '{ "rules": 1 }' },
      editor = editorOver(files, { capabilities: pulling, options: { reportsUnopened: false } });
    expect((await editor.greeting).capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: false });
    await editor.waitUntil(() => editor.pushed.size > 0);
    expect([...editor.pushed.keys()]).toEqual([editor.uri('preflight.config.json')]);
  });
  describe('closes a document without saving', () => {
    const name = 'desk.agent.json';
    /** The last partial report that the editor gets after an unsaved edit, once the document is closed. */
    const partAfter = async (
      saved: string,
      edited: string,
      close: (editor: Editor) => Promise<unknown>,
    ): Promise<string | undefined> => {
      const editor = editorOver({ [name]: saved }, { capabilities: pulling });
      await editor.greeting;
      const parts = streamOf(editor);
      if (saved === badAgent) await editor.waitUntil(() => parts.length > 0);
      await editor.open(name, saved);
      await editor.pull(name);
      await editor.type(name, edited);
      await editor.pull(name);
      parts.length = 0;
      await close(editor);
      await editor.waitUntil(() => parts.length > 0);
      return parts.at(-1);
    };
    /**
     * Closes the document like VS Code, which first pulls once more and then drops the answer because no tab shows the
     * document.
     */
    const askAndClose = async (editor: Editor): Promise<void> => {
      const answer = editor.pull(name);
      await editor.close(name);
      await answer;
    };
    test.each([
      ['an error that was typed ends', agent(), badAgent, `${name} `],
      ['an error that was removed returns', badAgent, agent(), `${name} 5:18 out-of-range`],
    ])('and %s', async (_, saved, edited, expected) => {
      expect(await partAfter(saved, edited, editor => editor.close(name))).toBe(expected);
      expect(await partAfter(saved, edited, askAndClose)).toBe(expected);
      // Undoes the edit before the document is closed.
      const revert = async (editor: Editor): Promise<void> => {
        await editor.type(name, saved);
        await askAndClose(editor);
      };
      expect(await partAfter(saved, edited, revert)).toBe(expected);
    });
    test('and a document outside of all folders or not on disk has no more findings', async () => {
      const editor = editorOver(
        { 'in/x.json': '{}', [`out/${name}`]: badAgent },
        { capabilities: pulling, folders: ['in'] },
      );
      await editor.greeting;
      const parts = streamOf(editor);
      for (const [place, shown] of [
        [`out/${name}`, name],
        ['untitled:Untitled-1', 'untitled:Untitled-1'],
      ] as const) {
        await editor.open(place, badAgent);
        expect(lines((await editor.pull(place)).items)).toEqual(['5:18 out-of-range']);
        await editor.close(place);
        await editor.waitUntil(() => parts.includes(`${shown} `));
      }
    });
    test('and the configuration on disk applies again', async () => {
      const editor = editorOver({ [name]: badAgent, 'preflight.config.json': '{}' }, { capabilities: pulling });
      await editor.greeting;
      const parts = streamOf(editor);
      await editor.waitUntil(() => parts.includes(`${name} 5:18 out-of-range`));
      await editor.open('preflight.config.json', '{}');
      await editor.type('preflight.config.json', '{ "rules": { "out-of-range": "off" } }');
      await editor.pull('preflight.config.json');
      await editor.waitUntil(() => parts.at(-1) === `${name} `);
      await editor.close('preflight.config.json');
      await editor.waitUntil(() => parts.at(-1) === `${name} 5:18 out-of-range`);
    });
    test('and findings of a document without a tab, which the editor does not pull, are pushed when they change', async () => {
      const editor = editorOver({ [name]: agent() }, { capabilities: pulling });
      await editor.greeting;
      const parts = streamOf(editor);
      await editor.open(name, agent());
      await editor.type(name, badAgent);
      await editor.waitUntil(() => parts.includes(`${name} 5:18 out-of-range`));
      await editor.type(name, agent());
      await editor.waitUntil(() => parts.at(-1) === `${name} `);
    });
    test('and a document that is immediately reopened without a tab has findings', async () => {
      const editor = editorOver({ [name]: badAgent }, { capabilities: pulling });
      await editor.greeting;
      const parts = streamOf(editor);
      await editor.open(name, agent());
      await editor.pull(name);
      await editor.type(name, badAgent);
      await editor.waitUntil(() => parts.at(-1) === `${name} 5:18 out-of-range`);
      parts.length = 0;
      await editor.close(name);
      await editor.open(name, badAgent);
      await editor.waitUntil(() => parts.at(-1) === `${name} 5:18 out-of-range`);
    });
    test('and an error that another program wrote in the meantime is reported', async () => {
      const write = async (editor: Editor): Promise<void> => {
        editor.write(name, badAgent);
        await editor.changedOnDisk(name);
        await askAndClose(editor);
      };
      expect(await partAfter(agent(), agent('"voice_speed": 1'), write)).toBe(`${name} 5:18 out-of-range`);
    });
  });
});

describe('an editor that reports JSON syntax errors itself', () => {
  const shownIn = async (text: string, name = 'desk.agent.json'): Promise<string[]> => {
    const editor = await editorOver({}, { options: { reportsSyntax: true } }).open(name, text);
    await editor.waitUntil(() => editor.pushed.has(editor.uri(name)));
    return editor.pushed.get(editor.uri(name))!.items.map(({ message }) => String(message));
  };
  test('gets a merge conflict as one finding, without the syntax errors that the conflict causes', async () => {
    const conflict = `{\n<<<<<<< HEAD\n  "voice_speed": 1,\n=======\n  "voice_speed": 2,\n>>>>>>> other\n  "agent_id": "agent_desk"\n}\n`;
    const messages = await shownIn(conflict);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/merge conflict between HEAD and other/);
  });
  test('gets a finding that names which of two equal keys has an effect', async () =>
    expect((await shownIn(agent('"voice_speed": 1, "voice_speed": 2'))).join()).toMatch(
      /"voice_speed" is defined twice/,
    ));
  test('gets no finding about an extra comma', async () =>
    expect((await shownIn('{ "agent_id": "agent_desk", }')).join()).not.toMatch(/comma/));
});

test('a configuration with several mistakes is reported as one notice', async () => {
  const keys = Array.from({ length: 500 }, (_, i) => `"${'x'.repeat(i + 1)}": ${i}`);
  const editor = editorOver({ 'preflight.config.json': `{ ${keys.join()} }` }, everything);
  await editor.open('desk.agent.json', agent());
  await editor.waitUntil(() => editor.pushed.has(editor.uri('preflight.config.json')));
  const { items } = editor.pushed.get(editor.uri('preflight.config.json'))!;
  expect(editor.pagesAsked).toBeLessThan(5 * items.length);
});

describe('a finding with several places', () => {
  const edges = ['"a"', '"b"', '"c"'].map(
    id => `{ "id": ${id}, "transition_condition": { "type": "prompt", "prompt": "Asks" },\n  "destination": "bye" }`,
  );
  const flow = `{ "start_node_id": "greet", "nodes": [
  { "id": "greet", "name": "Greet", "type": "conversation", "edges": [${edges.join()}] }, { "id": "bye", "type": "end" }] }`;
  const shownIn = async (text: string) => {
    const name = 'f.conversation-flow.json',
      editor = await editorOver({}).open(name, text);
    await editor.waitUntil(() => editor.findingsOf(name).length > 0);
    const { items } = editor.pushed.get(editor.uri(name))!;
    return { items };
  };
  test('is listed once, marks each place, and replaces other findings at these places', async () => {
    const { items } = await shownIn(flow);
    const [first, ...otherDiagnostics] = items.filter(({ code }) => code === 'unconnected-condition');
    expect(items.some(({ code }) => code === 'unknown-field')).toBe(false);
    expect([first!.severity, first!.range.start.line]).toEqual([2, 2]);
    expect(otherDiagnostics.map(({ severity, range, data }) => [severity, range.start.line, data])).toEqual([
      [4, 3, { severity: 'warning' }],
      [4, 4, { severity: 'warning' }],
    ]);
    expect(first!.relatedInformation!.map(({ message }) => message)).toEqual(['in "Greet"', 'in "Greet"']);
    expect(otherDiagnostics[0]!.relatedInformation!.map(({ message }) => message)).toEqual(['the first of 3 places']);
  });
  test('lists all other places, even more than five', async () => {
    const manyFindings = flow.replace(
      edges.join(),
      Array.from({ length: 9 }, (_, i) => edges[0]!.replace('"a"', `"e${i}"`)).join(),
    );
    const { items } = await shownIn(manyFindings);
    expect(items.find(({ code }) => code === 'unconnected-condition')!.relatedInformation).toHaveLength(8);
  });
});
