import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { findingsOf, type Root } from './root.ts';
import { Session } from './session.ts';

const EDITS = 10_000;
const folder = new URL('../../samples/clinic', import.meta.url).pathname;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.json') && !file.endsWith('config.json'))
  .sort();
const uri = (file: string): string => pathToFileURL(join(folder, file)).href;
const ruleSet = new RuleSet(rules);

/** Numbers below n, the same ones every time. */
let seed = 20260115;
const upTo = (n: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const pick = <T>(from: readonly T[]): T => from[upTo(from.length)]!;
const pieces = [
  'x',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '0',
  '-',
  'null',
  'true',
  ' ',
  '\\',
  '"prod"',
  '"latest"',
  '{{customer_name}}',
  '"agent_id": "agent_frontdesk01",',
  '/* c */',
  '\u{1F9EA}',
  '\ud83e',
];

const told = (root: Root, document: Document): readonly string[] =>
  findingsOf(root, document, ruleSet)
    .map(({ finding, baselined }) => JSON.stringify([finding, baselined]))
    .sort();

test(`${EDITS} random edits leave what a fresh start finds`, async () => {
  const started = async (texts: ReadonlyMap<string, string>): Promise<Session> => {
    const session = new Session({
      rules: ruleSet,
      today: () => '2026-01-15',
      changed: () => {},
      failed: (_, error) => {
        throw error;
      },
      progress: () => ({ step: () => {}, end: () => {} }),
    });
    session.setFolders([pathToFileURL(folder).href]);
    await session.allReady();
    for (const [file, text] of texts) session.open(uri(file), 'json', 1, text);
    return session;
  };
  const texts = new Map(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]));
  const session = await started(texts);
  const rootOf = (one: Session): Root => [...one.state.roots.values()][0]!;
  for (let i = 0; i < EDITS; i++) {
    const file = pick(files),
      before = texts.get(file)!;
    // most people repair what they break
    const start = upTo(before.length + 1),
      end = Math.min(before.length, start + (upTo(4) === 0 ? upTo(40) : 0)),
      text = upTo(3) === 0 ? '' : pick(pieces);
    const mended = upTo(5) === 0;
    const lines = session.state.open.get(uri(file))!.document.lines;
    const change = mended
      ? { text: readFileSync(join(folder, file), 'utf8') }
      : { range: { start: lines.positionAt(start), end: lines.positionAt(end) }, text };
    session.edit(uri(file), i + 2, [change]);
    const after = session.state.open.get(uri(file))!.document;
    // an editor cannot name a position in the middle of a line end, so the text itself is compared
    texts.set(file, after.text);
    const document = rootOf(session).workspace.document(file);
    if (document) findingsOf(rootOf(session), document, ruleSet);
    if (i % 250 !== 249) continue;
    const fresh = rootOf(await started(texts)),
      root = rootOf(session);
    expect(root.workspace.documents.map(one => one.file)).toEqual(fresh.workspace.documents.map(one => one.file));
    for (const one of root.workspace.documents)
      expect([i, one.file, ...told(root, one)]).toEqual([
        i,
        one.file,
        ...told(fresh, fresh.workspace.document(one.file)!),
      ]);
  }
});
