import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Document } from '../core/document.ts';
import { clinic } from '../testing/clients.ts';
import { edit } from '../testing/fuzz/mutations.ts';
import { Random } from '../testing/fuzz/random.ts';
import { samples } from '../testing/samples.ts';
import { everyRule, sessionOver } from '../testing/session.ts';
import { findingsOf, type Root } from './root.ts';
import type { Session } from './session.ts';

const EDITS = 10_000;
const folder = pathToFileURL(samples('clinic')).href;
const files = Object.keys(clinic).filter(file => !file.endsWith('config.json'));
const uri = (file: string): string => `${folder}${file}`;
const random = new Random(20260115);
const linesOf = (root: Root, document: Document): readonly string[] =>
  findingsOf(root, document, everyRule)
    .map(({ finding, isBaselined: baselined }) => JSON.stringify([finding, baselined]))
    .sort();

test(`${EDITS} random edits lead to the same findings as a fresh start`, async () => {
  const startSession = async (texts: ReadonlyMap<string, string>): Promise<Session> => {
    const session = await sessionOver(folder);
    for (const [file, text] of texts) session.open(uri(file), 'json', 1, text);
    return session;
  };
  const texts = new Map(files.map(file => [file, clinic[file]!]));
  const session = await startSession(texts);
  const rootOf = (session: Session): Root => [...session.state.roots.values()][0]!;
  for (let i = 0; i < EDITS; i++) {
    const file = random.pick(files),
      { start, end, text } = edit(texts.get(file)!, random);
    const { lines } = session.state.openDocuments.get(uri(file))!.document;
    // the original text is often restored, because people usually repair what they break
    const change = random.chance(0.2)
      ? { text: clinic[file]! }
      : { range: { start: lines.positionAt(start), end: lines.positionAt(end) }, text };
    session.edit(uri(file), i + 2, [change]);
    const after = session.state.openDocuments.get(uri(file))!.document;
    // an editor cannot express a position in the middle of a line end, so the text of the session is compared
    texts.set(file, after.text);
    const document = rootOf(session).workspace.document(file);
    if (document) findingsOf(rootOf(session), document, everyRule);
    if (i % 250 !== 249) continue;
    const freshRoot = rootOf(await startSession(texts)),
      root = rootOf(session);
    expect(root.workspace.documents.map(document => document.file)).toEqual(
      freshRoot.workspace.documents.map(document => document.file),
    );
    for (const document of root.workspace.documents)
      expect([i, document.file, ...linesOf(root, document)]).toEqual([
        i,
        document.file,
        ...linesOf(freshRoot, freshRoot.workspace.document(document.file)!),
      ]);
  }
});
