import { describe, expect, test } from 'vitest';
import type { AgentNode } from '../../server/lsp/protocol.ts';
import {
  agentItem,
  agentTooltip,
  byFolder,
  comparableWith,
  countOf,
  movesOf,
  onlyLive,
  openFirst,
  plainMarkdown,
  triesOf,
  writtenReference,
} from './agent-items.ts';

const node = (fields: Partial<AgentNode>): AgentNode => ({
  id: 'x',
  type: 'agent',
  label: 'Desk',
  detail: 'desk · voice',
  tooltip: 'Desk (desk): 2 versions.\nCallers are served by it.',
  agentId: 'desk',
  reference: null,
  state: null,
  baseVersion: null,
  kind: null,
  outcome: 'resolved',
  isLive: false,
  place: null,
  places: [],
  errors: 0,
  warnings: 0,
  children: [],
  ...fields,
});
const place = { uri: 'file:///a', range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
const version = node({
  type: 'version',
  label: 'version 2',
  detail: 'published · from 1',
  reference: 2,
  state: 'published',
  isLive: true,
  errors: 1,
  warnings: 2,
  place,
  places: [place, place],
});
const draft = node({ type: 'version', label: 'version 3', detail: 'draft', reference: 3, state: 'draft' });
const tag = node({
  type: 'tag',
  label: 'prod',
  detail: '2 variables',
  reference: 'prod',
  isLive: true,
  place,
  places: [place],
});

describe('the Agents view', () => {
  test('has rows for a version, a draft, a tag and a broken reference', () => {
    expect(
      [
        version,
        draft,
        tag,
        node({
          type: 'reference',
          label: 'weight 1',
          detail: 'missing · gone',
          reference: 'gone',
          kind: 'weight',
          outcome: 'missing',
        }),
      ].map(agentItem),
    ).toEqual([
      {
        label: 'version 2',
        description: '● live · published · from 1 · 1 error, 2 warnings',
        icon: 'verified',
        color: 'list.errorForeground',
        context: 'version placed written several',
        spokenLabel: 'version 2, live, published · from 1, 1 error, 2 warnings',
      },
      {
        label: 'version 3',
        description: 'draft',
        icon: 'edit',
        color: undefined,
        context: 'version written draft',
        spokenLabel: 'version 3, draft',
      },
      {
        label: 'prod',
        description: '● live · 2 variables',
        icon: 'tag',
        color: 'charts.green',
        context: 'tag placed written',
        spokenLabel: 'tag prod, live, 2 variables',
      },
      {
        label: 'weight 1',
        description: 'missing · gone',
        icon: 'error',
        color: 'list.errorForeground',
        context: 'reference written',
        spokenLabel: 'reference weight 1, missing · gone',
      },
    ]);
  });
  test('copies a reference as it is written in a file', () =>
    expect(
      [node({}), version, tag, node({ type: 'reference', reference: null }), node({ agentId: '' })].map(
        writtenReference,
      ),
    ).toEqual(['desk', 'desk@2', 'desk@prod', 'desk', null]));
  test('has tooltips in plain text, whatever a name contains', () => {
    const text = agentTooltip(node({ tooltip: '[a](command:x) <img src=x>\n`b` **c**', agentId: 'a`b', errors: 2 }));
    expect(text).toBe(
      `**${plainMarkdown('[a](command:x) <img src=x>')}**\n\n${plainMarkdown('`b` **c**')}\n\n2 errors in its files\n\n\`\` a\`b \`\``,
    );
    expect(plainMarkdown('[a](command:x) <img> $(x) #1\n')).not.toMatch(/[[\]()<>$*`]/);
  });
});

describe('the tree', () => {
  const agent = node({
    isLive: true,
    errors: 1,
    children: [version, draft, node({ type: 'tag', label: 'beta', reference: 'beta' })],
  });
  test('leaves out agents and versions without callers', () => {
    expect(
      onlyLive([
        agent,
        node({ id: 'y', label: 'Idle', children: [draft] }),
        node({ id: 'z', label: 'Named', children: [tag] }),
      ]).map(({ label, children }) => [label, children.map(child => child.label)]),
    ).toEqual([
      ['Desk', ['version 2']],
      ['Named', ['prod']],
    ]);
  });
  test('offers to compare a version with the other versions and tags of its agent that are in files', () => {
    const prod = node({ type: 'tag', label: 'prod', reference: 'prod', place });
    const three = node({ type: 'version', label: 'version 3', reference: 3, place, children: [prod] });
    const otherNode = node({
      agentId: 'other',
      children: [node({ type: 'version', agentId: 'other', reference: 1, place })],
    });
    const nodes = [otherNode, node({ children: [version, three, node({ type: 'version', reference: 4 })] })];
    expect(comparableWith(version, nodes).map(({ label }) => label)).toEqual(['version 3', 'prod']);
    expect(comparableWith(prod, nodes).map(({ label }) => label)).toEqual(['version 2', 'version 3']);
  });
  test('offers to move a tag to versions that do not have it, and a version to get tags from other versions', () => {
    const [prod, beta] = ['prod', 'beta'].map(name =>
      node({ id: name, type: 'tag', label: name, reference: name, place }),
    );
    const numberNode = (reference: number, children: readonly AgentNode[]): AgentNode =>
      node({ id: `v${reference}`, type: 'version', label: `version ${reference}`, reference, place, children });
    const [two, three] = [numberNode(2, [prod!]), numberNode(3, [beta!])];
    const nodes = [node({ children: [two, three, numberNode(4, [])] })];
    const moves = (node: AgentNode): string[] => movesOf(node, nodes).map(({ label }) => label);
    expect([prod!, beta!, two, three].map(moves)).toEqual([
      ['version 3', 'version 4'],
      ['version 2', 'version 4'],
      ['beta'],
      ['prod'],
    ]);
    expect(movesOf(prod!, [])).toEqual([]);
  });
  test('counts only the errors of agents, because these include the errors of their versions', () =>
    expect(countOf([agent, node({ errors: 2, warnings: 1 })])).toEqual({ errors: 3, warnings: 1 }));
});

test('each movable tag and each publishable draft is offered once', () => {
  const isPlaced = { place, places: [place] },
    movedTag = node({ ...tag, id: 'prod' });
  const agent = node({
    children: [
      node({ ...version, id: 'v2', children: [movedTag] }),
      node({ ...draft, ...isPlaced, id: 'v3', children: [node({ type: 'reference', id: 'number', ...isPlaced })] }),
      node({ ...draft, id: 'elsewhere' }),
      node({ ...tag, id: 'spare' }),
      movedTag,
    ],
  });
  expect(triesOf(agent).map(({ id }) => id)).toEqual(['prod', 'v3', 'spare']);
  expect(triesOf(node({ children: null }))).toEqual([]);
});

test('agents of several workspaces are below a row for each workspace, with its findings; agents of one workspace are not', () => {
  const agents = [
    node({ id: '1', folder: 'live', errors: 1, isLive: true, place, places: [place] }),
    node({ id: '2', folder: 'staging', warnings: 2 }),
    node({ id: '3', folder: 'live', errors: 1 }),
  ];
  expect(byFolder(agents.slice(1, 2))).toEqual(agents.slice(1, 2));
  const rows = byFolder(agents);
  expect(rows.map(({ label, detail, errors, children }) => [label, detail, errors, children!.length])).toEqual([
    ['live', '2 agents', 2, 2],
    ['staging', '1 agent', 0, 1],
  ]);
  expect(agentItem(rows[0]!)).toMatchObject({
    description: '2 agents · 2 errors',
    icon: 'root-folder',
    context: 'folder',
    spokenLabel: 'folder live, 2 agents, 2 errors',
  });
});

test('the agent of the open file comes first: it is found by its id, or by its file if it has no id', () => {
  const nameless = (uri: string): AgentNode => node({ label: uri, agentId: '', place: { ...place, uri } }),
    agents = [node({ label: 'Billing', agentId: 'billing' }), node({}), nameless('file:///b'), nameless('file:///a')];
  const labels = (agentId: string | undefined, uri: string): readonly string[] =>
    openFirst(agents, { agentId, uri }).map(({ label }) => label);
  expect(labels('desk', 'file:///engine')).toEqual(['Desk', 'Billing', 'file:///b', 'file:///a']);
  expect(labels(undefined, 'file:///a')).toEqual(['file:///a', 'Billing', 'Desk', 'file:///b']);
  expect(labels(undefined, 'file:///x')).toEqual(agents.map(({ label }) => label));
});
