import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { clinic, editors } from '../testing/clients.ts';
import { everything } from '../testing/editor.ts';
import { agent } from '../testing/preflight.ts';
import { samples } from '../testing/samples.ts';
import { everyRule, sessionOver } from '../testing/session.ts';
import { findingsOf } from './root.ts';

const editorOver = editors();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const folder = samples('clinic');

describe('a long-running server', () => {
  test('does not keep documents from before an edit in memory', async () => {
    const session = await sessionOver(pathToFileURL(folder).href);
    const file = 'agents/front-desk/v4.agent.json',
      uri = pathToFileURL(folder + file).href;
    session.open(uri, 'json', 1, clinic[file]!);
    const documents: WeakRef<object>[] = [],
      workspaces: WeakRef<object>[] = [];
    // this is a separate function, because a suspended function keeps its last values in memory
    const edit = (version: number): void => {
      const isOdd = version % 2 === 1;
      session.edit(uri, version, [
        version % 50 === 0
          ? { text: clinic[file]! }
          : {
              range: { start: { line: 6, character: 3 }, end: { line: 6, character: isOdd ? 4 : 3 } },
              text: isOdd ? '' : 'x',
            },
      ]);
      const { root, document } = session.find(uri)!;
      findingsOf(root, document, everyRule);
      documents.push(new WeakRef(document));
      workspaces.push(new WeakRef(root.workspace));
    };
    for (let version = 2; version < 1002; version++) {
      edit(version);
      // a WeakRef that was dereferenced keeps its target until the end of the turn
      if (version % 100 === 0)
        await new Promise(resolve => {
          setImmediate(resolve);
        });
    }
    await new Promise(resolve => {
      setTimeout(resolve, 10);
    });
    collect();
    const alive = (refs: readonly WeakRef<object>[]): number => new Set(refs.flatMap(ref => ref.deref() ?? [])).size;
    // three documents remain: the saved text, the current text, and the last valid text
    expect(alive(documents)).toBeLessThanOrEqual(3);
    expect(alive(workspaces)).toBeLessThanOrEqual(2);
    session.close(uri);
    await new Promise(resolve => {
      setTimeout(resolve, 10);
    });
    collect();
    expect([alive(documents), alive(workspaces)]).toEqual([0, 0]);
  });
  test('reads its workspaces again when the date changes', async () => {
    let day = '2026-01-15';
    const batch =
      '{ "from_number": "+14155550100", "trigger_timestamp": 1768564800000, "tasks": [{ "to_number": "+14155550101" }] }';
    const editor = await editorOver({}, { today: () => day }).open('x.batch-call.json', batch);
    await editor.expectShown('x.batch-call.json', []);
    day = '2026-01-18';
    await editor.open('y.agent.json', agent());
    await editor.waitUntil(() => editor.findingsOf('x.batch-call.json').length > 0);
  });
});

describe('a failure', () => {
  const failure = 'the request cannot be answered because Preflight failed; please report it';
  test('of an answer is reported to the editor that made the request, and logged; the server continues', async () => {
    const editor = await editorOver({ 'x.agent.json': agent() }, everything).open('x.agent.json', agent());
    // this server never created such a lens, so it causes an internal error
    await expect(
      editor.connection.sendRequest('codeLens/resolve', {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        data: { uri: editor.uri('x.agent.json'), subject: { topic: 'version', pointer: 5 } },
      }),
    ).rejects.toMatchObject({ code: -32603, message: failure });
    // the log contains the place of the error, not the message of the JavaScript engine
    expect(editor.log).toEqual([expect.stringMatching(/^the request .* report it\n\s+at [^]*resolve/)]);
    expect(editor.log.join('\n')).not.toMatch(/Error:|undefined|Cannot|is not a/);
    expect(await editor.ask('textDocument/hover', 'x.agent.json', { position: { line: 1, character: 4 } })).not.toBe(
      null,
    );
  });
  test('of a notification is logged', async () => {
    const editor = editorOver({}, everything);
    await editor.greeting;
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: null });
    await editor.waitUntil(() => editor.log.some(line => line.includes('workspace/didChangeWatchedFiles')));
    await editor.open('x.agent.json', agent());
    expect((await editor.pull('x.agent.json')).items).toEqual([]);
  });
  test('within a notification is logged with its place', async () => {
    let isBroken = false;
    const editor = editorOver(
      {},
      {
        ...everything,
        today: () => {
          if (isBroken) throw new TypeError('Cannot read properties of undefined');
          return '2026-01-15';
        },
      },
    );
    await editor.open('x.agent.json', agent());
    expect((await editor.pull('x.agent.json')).items).toEqual([]);
    isBroken = true;
    await editor.open('y.agent.json', agent());
    await editor.waitUntil(() => editor.log.length > 0);
    expect(editor.log[0]).toMatch(/^a notification was lost because Preflight failed; please report it\n\s+at /);
    expect(editor.log[0]).not.toMatch(/Cannot|Error/);
    isBroken = false;
    expect((await editor.pull('x.agent.json')).items).toEqual([]);
  });
  test('to read a workspace is logged, and the workspace is read again when the next document is opened', async () => {
    let failures = 1;
    const editor = editorOver(
      { 'x.agent.json': agent() },
      {
        ...everything,
        today: () => {
          if (failures-- > 0) throw new Error('no clock');
          return '2026-01-15';
        },
      },
    );
    await editor.open('x.agent.json', agent());
    expect(await editor.ask('textDocument/hover', 'x.agent.json', { position: { line: 1, character: 4 } })).not.toBe(
      null,
    );
    expect(editor.log).toEqual([expect.stringMatching(/^reading .* failed: Error: no clock/)]);
  });
});
