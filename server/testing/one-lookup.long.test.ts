import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Cursor } from '../core/cursor.ts';
import { Document } from '../core/document.ts';
import { withMark } from '../core/shapes/at.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { pointerOf } from '../core/finding.ts';
import { lookupAt, type Lookup } from '../core/index/lookup.ts';
import { locate } from '../core/locate.ts';
import { agentIdFor } from '../core/workspace/version-references.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { semanticTokens } from '../features/decorations/semantic-tokens.ts';
import { hoverAt } from '../features/hover/hover.ts';
import { definitionsAt } from '../features/navigation/definitions.ts';
import { corpus, corpusDocuments, openSample } from './samples.ts';

/* These tests ask every feature about every reference of some workspaces; all answers must agree. */

const aboutReferences = rules.filter(({ id }) => /^(unknown-(?!field|value|locale|timezone)|unresolved-)/.test(id));
const set = new RuleSet(aboutReferences);
const references = withMark('x-reference');

/** A reference: its place, the outcome of the lookup, and the answers of features that contradict the outcome. */
interface ReferenceAnswers {
  readonly place: string;
  readonly lookup: string;
  readonly contradictions: readonly string[];
}

function answersIn(document: Document, workspace: Workspace): ReferenceAnswers[] {
  const findings = lint(document, workspace, set);
  const tokens = semanticTokens({ workspace, savedWorkspace: workspace, document });
  const cursors = new Workspace([document]).collect(references);
  return cursors.flatMap(({ pointer }) => {
    const place = document.at(pointer);
    const lookup = lookupAt(place, workspace);
    if (!lookup || place.isObject || place.isArray) return [];
    const { start, end } = locate(document, pointer);
    const request = { workspace, savedWorkspace: workspace, document, offset: Math.min(start + 1, end) };
    const ownFindings = findings.filter(({ target }) => pointerOf(target) === pointer);
    const token = tokens.find(token => token.start >= start && token.end <= end);
    const hover = hoverAt(request, [], () => undefined)?.markdown ?? '';
    const isDefined = definitionsAt(request).length > 0;
    return [
      {
        place: `${document.file}${pointer} ${JSON.stringify(place.value)}`,
        lookup: lookup.outcome === 'unknowable' ? lookup.reason : lookup.outcome,
        contradictions: [
          ...ruleDisagrees(
            place,
            lookup,
            ownFindings.map(({ severity }) => severity),
            workspace,
          ),
          ...tokenDisagrees(lookup, token?.modifiers ?? []),
          ...(isAbsent(hover) && lookup.outcome === 'found' && lookup.records.length > 0
            ? [`the hover says: ${hover}`]
            : []),
          ...definitionDisagrees(place, lookup, isDefined),
        ],
      },
    ];
  });
}

const isAbsent = (hover: string): boolean => / in no file|has this (id|name)|lists no /.test(hover.split('\n\n')[0]!);

function ruleDisagrees(place: Cursor, lookup: Lookup, severities: readonly string[], workspace: Workspace): string[] {
  // a base version and the tags in a record do not select a version
  const isOrigin = place.key === 'base_version' || place.parent?.key === 'assigned_tags';
  // a missing agent is reported at its id, which is a reference itself, and not at the version
  const { to, of: kind } = place.marks['x-reference']!,
    isOfMissing = to === 'agent-version' && kind !== undefined && !workspace.agent(agentIdFor(place) ?? '');
  // a missing record is not reported in a file with syntax errors
  const selects = !isOrigin && !isOfMissing && place.document.readable;
  if (lookup.outcome === 'found') return severities.length > 0 ? ['a rule reports what is found'] : [];
  if (lookup.outcome === 'missing')
    return severities.length === 0 && selects ? ['no rule reports what is missing'] : [];
  const mayError = lookup.reason === 'not-here' && place.marks['x-reference']!.to === 'agent-version';
  return severities.includes('error') && !mayError ? [`an error, though nobody can know: ${lookup.reason}`] : [];
}

function tokenDisagrees(lookup: Lookup, modifiers: readonly string[]): string[] {
  const text = ['unresolved', 'unknowable'].filter(one => modifiers.includes(one));
  const expectedModifiers = { found: [], missing: ['unresolved'], unknowable: ['unknowable'] }[
    lookup.outcome
  ] as string[];
  return text.length > 0 && text.join() !== expectedModifiers.join() ? [`the token is ${text.join()}`] : [];
}

function definitionDisagrees(place: Cursor, lookup: Lookup, isDefined: boolean): string[] {
  if (lookup.outcome === 'found')
    return lookup.records.length > 0 && !isDefined ? ['no definition of what is found'] : [];
  // a tag on a missing version still has a definition
  const isTag = typeof place.value === 'string' && place.marks['x-reference']!.to === 'agent-version';
  return isDefined && !isTag ? ['a definition of what is not there'] : [];
}

const disagreements = (workspace: Workspace): ReferenceAnswers[] =>
  workspace.documents
    .flatMap(document => answersIn(document, workspace))
    .filter(({ contradictions }) => contradictions.length > 0);

describe('all features agree on every reference', () => {
  test.each(['clinic', 'broken'] as const)('of samples/%s', name => {
    const workspace = openSample(name).workspace;
    const answers = workspace.documents.flatMap(document => answersIn(document, workspace));
    expect(answers.length).toBeGreaterThan(60);
    expect(answers.filter(({ contradictions }) => contradictions.length > 0)).toEqual([]);
  });

  test('at places where they once disagreed', () => {
    const flow = {
      start_node_id: 'a',
      nodes: [
        { id: 'a', type: 'function', tool_id: 'tool_x', tool_type: 'shared', wait_for_result: true },
        { id: 'b', type: 'function', tool_id: '{{tool}}', tool_type: 'local', wait_for_result: true },
        { id: 'c', type: 'mcp', mcp_id: 'mcp_zzz', mcp_tool_name: 'x', wait_for_result: true },
        { id: 'd', type: 'component', component_id: '{{c}}', component_type: 'local' },
        { id: 'e', type: 'conversation', edges: [{ id: 'e1', destination_node_id: '{{n}}' }] },
      ],
      tools: [],
      mcps: [{ name: 'no id' }],
    };
    const workspace = new Workspace([
      new Document('a.conversation-flow.json', JSON.stringify(flow)),
      new Document('b.conversation-flow.json', '{ "start_node_id": "x" }'),
      new Document('e.llm.json', '{ "llm_id": "e", "starting_state": "{{s}}", "states": [] }'),
      new Document('l.agent-list.json', '{ "items": [{ "agent_id": "agent_a", "tags": {} }], "has_more": false }'),
      new Document('r.alert-rule.json', '{ "filter": { "agent": [{ "agent_id": "agent_gone", "version": [2] }] } }'),
      new Document(
        't.batch-call.json',
        '{ "tasks": [{ "override_agent_id": "agent_gone", "override_agent_version": 2 }] }',
      ),
      new Document('v.flow-component.json', '{ "name": "v", "linked_conversation_flow_ids": ["gone"], "nodes": [] }'),
    ]);
    expect(disagreements(workspace)).toEqual([]);
    const text = workspace.documents.flatMap(document =>
      answersIn(document, workspace).map(({ place, lookup }) => `${place} → ${lookup}`),
    );
    expect(text).toMatchInlineSnapshot(`
      [
        "a.conversation-flow.json/start_node_id "a" → found",
        "a.conversation-flow.json/nodes/0/tool_id "tool_x" → shared",
        "a.conversation-flow.json/nodes/1/tool_id "{{tool}}" → filled-in",
        "a.conversation-flow.json/nodes/2/mcp_id "mcp_zzz" → unidentified",
        "a.conversation-flow.json/nodes/3/component_id "{{c}}" → filled-in",
        "a.conversation-flow.json/nodes/4/edges/0/destination_node_id "{{n}}" → filled-in",
        "b.conversation-flow.json/start_node_id "x" → no-list",
        "e.llm.json/starting_state "{{s}}" → filled-in",
        "r.alert-rule.json/filter/agent/0/agent_id "agent_gone" → missing",
        "r.alert-rule.json/filter/agent/0/version/0 2 → missing",
        "t.batch-call.json/tasks/0/override_agent_id "agent_gone" → missing",
        "t.batch-call.json/tasks/0/override_agent_version 2 → missing",
        "v.flow-component.json/linked_conversation_flow_ids/0 "gone" → none-here",
      ]
    `);
  });

  test('in random workspaces', () => {
    const documents = ['clinic', 'broken'].flatMap(name => openSample(name as 'clinic').workspace.documents);
    const names = [...new Set(documents.flatMap(({ text }) => text.match(/"[a-z]+_[a-z0-9_]+"(?!\s*:)/g) ?? []))];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat({ max: documents.length - 1 }), { minLength: 2, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...names)), { maxLength: 6 }),
        (indexes, replacements) => {
          const files = indexes.map(i => documents[i]!);
          const texts = files.map(({ text }, i) =>
            replace(
              text,
              names,
              replacements.filter((_, index) => index % files.length === i),
            ),
          );
          const workspace = new Workspace(
            texts.map((text, i) => new Document(files[i]!.file.replace(/^/, `${i}/`), text)),
          );
          expect(disagreements(workspace)).toEqual([]);
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  test.runIf(corpus)('in the folder named by PREFLIGHT_CORPUS', () => {
    const workspace = new Workspace(corpusDocuments().filter(({ kind }) => kind !== undefined));
    expect(workspace.documents.length).toBeGreaterThan(0);
    expect(disagreements(workspace)).toEqual([]);
  });
});

/** Replaces some of the names in a text by other names. */
function replace(text: string, names: readonly string[], replacements: readonly (readonly [number, string])[]): string {
  return replacements.reduce((currentText, [number, name]) => {
    const presentNames = names.filter(name => currentText.includes(name));
    return presentNames.length === 0
      ? currentText
      : currentText.replace(presentNames[number % presentNames.length]!, name);
  }, text);
}
