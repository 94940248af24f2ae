import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { reportFindings } from '../core/engine/report.ts';
import { pointerOf } from '../core/finding.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { configuredKind } from '../core/kinds.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { completionsAt } from '../features/completion/completion.ts';
import { describe as wordsOf } from '../features/completion/describe.ts';
import { codeLenses } from '../features/decorations/code-lenses.ts';
import { inlayHints } from '../features/decorations/inlay-hints.ts';
import { hoverAt } from '../features/hover/hover.ts';
import { definitionsAt } from '../features/navigation/definitions.ts';
import { documentSymbols } from '../features/navigation/document-symbols.ts';
import { missingActions } from '../features/actions/missing.ts';
import { referencesOf, resolutionOf } from '../core/index/agent-references.ts';
import { dialects } from '../core/generated/dialects.js';
import { respelled, retell } from './respelled.ts';
import { corpus, corpusDocuments, openSample } from './samples.ts';

const set = new RuleSet(rules);
const names = Object.entries(dialects['retell']!.names).sort(([a], [b]) => b.length - a.length);

/**
 * Replaces every name of the specification in a value by its spelling in the dialect, so that results in both
 * spellings are equal.
 */
const level = (value: unknown): unknown => {
  let text = JSON.stringify(value) ?? 'undefined';
  for (const [name, spelled] of names)
    text = text.replaceAll(name, spelled).replaceAll(name.replaceAll('_', ' '), spelled.replaceAll('_', ' '));
  return JSON.parse(text === 'undefined' ? 'null' : text) as unknown;
};

/** All findings in a workspace, with the texts that the fixes produce. */
function answerOf(workspace: Workspace): unknown {
  return workspace.documents.map(document => {
    const findings = lint(document, workspace, set),
      shownFindings = findings.map(finding => ({ finding, isBaselined: false }));
    return {
      file: document.file,
      kind: document.kind,
      findings: reportFindings(findings, file => workspace.document(file)).map(finding => ({
        ...finding,
        range: finding.range.start.line,
        // only the title is compared here, because columns differ; the fixed texts are compared below
        fix: finding.fix && [finding.fix.title, finding.fix.safe],
        related: finding.related.map(({ range, ...rest }) => ({ ...rest, line: range.start.line })),
      })),
      fixed: findings.flatMap(({ fix }) => (fix ? [applyFix(document, fix)] : [])),
      added: missingActions(document, shownFindings, shownFindings).map(({ title }) => title),
    };
  });
}

/** All references in a workspace, with their resolutions. */
const answerFor = (workspace: Workspace): unknown =>
  referencesOf(workspace).map(reference => [
    reference.at.document.file,
    reference.at.pointer,
    reference.isLive,
    resolutionOf(reference, workspace),
  ]);

/** What an editor shows at every `step`-th value of a document. */
function resultOf(workspace: Workspace, document: Document, step: number): unknown {
  const { nodes } = document.parsed,
    context = { workspace, savedWorkspace: workspace, document };
  const findings = lint(document, workspace, set).map(finding => ({ finding, isBaselined: false }));
  const places: unknown[] = [];
  for (let node = 0; node < nodes.length; node += step) {
    const key = nodes.keySpan(node);
    for (const offset of [nodes.start(node) + 1, ...(key ? [key.start + 1] : [])]) {
      const request = { ...context, offset };
      places.push({
        hover: hoverAt(request, findings, () => undefined)?.markdown,
        completion: completionsAt(request, { hasSnippets: true }).items.map(
          ({ label, detail, insert, filter, resolve }) => [
            label,
            detail,
            insert.text,
            filter,
            resolve && wordsOf(resolve),
          ],
        ),
        definitions: definitionsAt(request).map(({ file, span }) => [
          file,
          workspace.document(file)!.lines.positionAt(span.start).line,
        ]),
      });
    }
  }
  const lineOf = (offset: number): number => document.lines.positionAt(offset).line;
  return {
    places,
    symbols: documentSymbols(context).map(function outlineOf({ kind, name, detail, span, children }): unknown {
      return [kind, name, detail, lineOf(span.start), children.map(outlineOf)];
    }),
    lenses: codeLenses(context).map(({ span, action, title }) => [lineOf(span.start), action, title]),
    hints: inlayHints({ ...context, range: { start: 0, end: document.text.length } }).map(
      ({ offset, label, tooltip }) => [lineOf(offset), label, tooltip],
    ),
  };
}

const workspaces: readonly (readonly [string, () => Workspace])[] = [
  ['clinic', () => openSample('clinic').workspace],
  ['broken', () => openSample('broken').workspace],
  ...(corpus ? ([[corpus, () => new Workspace(corpusDocuments())]] as const) : []),
];

const rewrittenWorkspace = (workspace: Workspace, isAlways: boolean): Workspace =>
  new Workspace(
    workspace.documents.map(
      document =>
        new Document(
          document.file,
          respelled(document),
          document.version,
          isAlways
            ? configuredKind(document.match?.by === 'configuration' ? document.kind : undefined, retell)
            : document.assignedKind,
        ),
    ),
    workspace.facts,
  );

/** Returns the workspace without files in a dialect, on a date before notices that concern only one spelling. */
function withOwnNames({ documents, facts }: Workspace): Workspace {
  const ownDocuments = documents.filter(document => {
    void document.value;
    return document.dialect === undefined;
  });
  return new Workspace(ownDocuments, { ...facts, platform: '2026-08-31' });
}

describe.each(workspaces)('%s, with the names of another dialect', (_, open) => {
  const workspace = withOwnNames(open()),
    former = rewrittenWorkspace(workspace, true),
    rewritten = rewrittenWorkspace(workspace, false);

  test('has changed texts, whose dialect is recognized', () => {
    const otherDocuments = former.documents.filter(({ file, text }) => text !== workspace.document(file)!.text);
    expect(otherDocuments.length).toBeGreaterThan(0);
    for (const document of otherDocuments.map(({ file }) => rewritten.document(file)!)) {
      void document.value;
      expect(document.dialect, document.file).toBeDefined();
    }
  });

  test('has the same findings at the same places, with messages and fixes in its own names', () => {
    const expected = level(answerOf(workspace));
    expect(level(answerOf(rewritten))).toEqual(expected);
    expect(level(answerOf(former))).toEqual(expected);
  });

  test('has the same references between files', () => {
    expect(level(answerFor(rewritten))).toEqual(level(answerFor(workspace)));
    expect(level(rewritten.documents.map(recordsOf))).toEqual(level(workspace.documents.map(recordsOf)));
  });

  test('shows no name of the specification unless the file contains it', () => {
    for (const document of former.documents) {
      const own = names.filter(([name]) => !document.text.includes(name)),
        words = JSON.stringify(
          lint(document, former, set).map(({ message, help, fix, target }) => [
            message,
            help,
            fix?.title,
            pointerOf(target),
            fix && applyFix(document, fix),
          ]),
        );
      for (const [name] of own) expect(words, document.file).not.toMatch(new RegExp(`(?<![\\w/-])${name}(?![\\w/-])`));
    }
  });

  test('looks the same in an editor', () => {
    for (const document of former.documents) {
      const before = workspace.document(document.file)!;
      if (!before.kind || document.text === before.text) continue;
      const step = Math.max(1, Math.ceil(document.parsed.nodes.length / 60));
      expect(level(resultOf(former, document, step)), document.file).toEqual(level(resultOf(workspace, before, step)));
    }
  });
});
