import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { defaultConfiguration } from '../core/configuration/configuration.ts';
import { Document } from '../core/document.ts';
import type { TextChange } from '../core/syntax/change.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { Settings } from '../host/open.ts';
import { workspaces } from '../testing/grown-workspaces.ts';
import { Random } from '../testing/fuzz/random.ts';
import { corpus, corpusDocuments, openSample } from '../testing/samples.ts';
import { everyRule } from '../testing/session.ts';
import type { DiagnosticsContext } from './diagnostics.ts';
import { checkOf } from './reports.ts';
import { rootOf, withOpen, type Root } from './root.ts';

/** The maximum that an editor can be told, including related places. */
const to: DiagnosticsContext = {
  client: {
    relatedInformation: true,
    codeDescription: true,
    diagnosticTags: true,
    options: {},
  } as DiagnosticsContext['client'],
  ruleOf: id => rules.find(rule => rule.id === id),
  rulePage: rule => `file:///rules/${rule}.md`,
  uriOf: (_, file) => `file:///w/${file}`,
};

function opened(workspace: Workspace, settings: Partial<Settings> = {}): Root {
  const files = workspace.documents.map(({ file }) => file);
  const found = { files, passedOver: [], unreadable: [], nested: [], bytes: 0, unreadableFindings: [], foreign: [] };
  return rootOf(
    '/w',
    {
      root: '/w',
      configuration: defaultConfiguration,
      baseline: undefined,
      ...settings,
      ...found,
      workspace,
      partial: false,
    },
    [],
  );
}

/** What an editor is told of every file when all are checked. */
const toldAnew = (root: Root): ReadonlyMap<string, string> => {
  const workspace = new Workspace(root.workspace.documents, root.workspace.facts);
  return new Map(
    workspace.documents.map(document => [document.file, checkOf({ ...root, workspace }, document, everyRule, to).id]),
  );
};
/** Checks what is due. @returns the number of files */
function lookAgain(root: Root): number {
  root.checked.follow(root);
  const due = [...root.checked.due];
  for (const file of due) root.checked.check(file, () => checkOf(root, root.workspace.document(file)!, everyRule, to));
  return due.length;
}

const words = /"(?:[^"\\\n]|\\.){1,60}"|\b[0-9]+\b|\btrue\b|\bfalse\b|\bnull\b|[,{}[\]]|\{\{\w+\}\}/g;
/** Names and numbers that refer to others: replacing one changes where it leads. */
const names =
  /"(?:agent|llm|conversation_flow|mcp|tool|node|tag)_?\w*"|"(?:prod|staging|latest|version|tags)"|"\+\d+"|\b\d\b|\{\{\w+\}\}/g;

function edit(documents: readonly Document[], random: Random): readonly [Document, TextChange] | undefined {
  const document = random.pick(documents),
    { text } = document,
    places = [...text.matchAll(random.upTo(4) === 0 ? words : names)];
  if (places.length === 0) return undefined;
  const { index, 0: found } = random.pick(places);
  const other = random.pick(documents),
    given = [...other.text.matchAll(random.upTo(4) === 0 ? words : names)];
  const put = random.upTo(10) === 0 || given.length === 0 ? '' : random.pick(given)[0];
  return [document, { start: index, end: index + found.length, text: put }];
}

/** @returns how many files were checked, and how many exist per edit */
function compare(start: Root, edits: number, seed: number): { looked: number; all: number; changed: number } {
  const random = new Random(seed),
    originals = start.workspace.documents;
  let root = start,
    looked = 0,
    all = 0,
    changed = 0;
  lookAgain(root);
  const said = new Map(originals.map(({ file }) => [file, root.checked.of(file)!.id]));
  for (let i = 0; i < edits; i++) {
    // several edits before anybody checks, and most of what is broken is repaired
    for (let many = 1 + random.upTo(2); many > 0; many--) {
      const mended = random.upTo(3) === 0 ? random.pick(originals) : undefined;
      const made = mended ? undefined : edit(root.workspace.documents, random);
      const document = mended ? new Document(mended.file, mended.text) : made?.[0].edited([made[1]]);
      if (document) root = withOpen(root, document);
    }
    looked += lookAgain(root);
    all += root.workspace.documents.length;
    const expected = toldAnew(root);
    for (const [file, id] of expected) {
      if (said.get(file) !== id) changed++;
      said.set(file, id);
    }
    expect([i, ...[...expected].map(([file]) => [file, root.checked.of(file)?.id])]).toEqual([i, ...expected]);
  }
  return { looked, all, changed };
}

describe('after any edits the files that are looked at again are all of which something else is told', () => {
  test.each(['clinic', 'broken'] as const)('in %s', name => {
    const { workspace, configuration, baseline, root } = openSample(name);
    const { looked, all, changed } = compare(opened(workspace, { configuration, baseline, root }), 100, 20261122);
    expect(changed).toBeGreaterThan(50);
    // one of the two shared edits affects few files
    expect(looked).toBeLessThan(all * 0.6);
  });

  test.each(workspaces)('where there are $name', ({ files }) => {
    const documents = Object.entries(files(5)).map(([file, text]) => new Document(file, text));
    const known = documents.filter(({ kind }) => kind !== undefined);
    const workspace = new Workspace(known.sort((a, b) => (a.file < b.file ? -1 : 1)));
    expect(compare(opened(workspace), 25, 5).looked).toBeGreaterThan(0);
  });

  test.runIf(corpus)('in the folder named by PREFLIGHT_CORPUS', () => {
    const workspace = new Workspace(corpusDocuments().filter(({ kind }) => kind !== undefined));
    expect(compare(opened(workspace), 60, 3).looked).toBeGreaterThan(0);
  });
});
