import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { reachBetween } from '../../compare/reach.ts';
import type { Json } from '../../core/json/json.ts';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { htmlOf } from '../element.ts';
import { lostFlows, lostDrawing } from './lost-flow.ts';

const clinic = fileURLToPath(new URL('../../../samples/clinic', import.meta.url));
const texts = new Map(
  (readdirSync(clinic, { recursive: true }) as string[])
    .filter(file => file.endsWith('.json') && statSync(join(clinic, file)).isFile())
    .map(file => [file, readFileSync(join(clinic, file), 'utf8')]),
);
const workspaceWith = (changed: ReadonlyMap<string, string> = new Map()): Workspace =>
  new Workspace([...texts].map(([file, text]) => new Document(file, changed.get(file) ?? text)));

/** The drawings of what a change of one file makes unreachable. */
function drawnAfter(file: string, change: (text: string) => string) {
  const before = workspaceWith(),
    changed = change(texts.get(file)!);
  expect(changed).not.toBe(texts.get(file));
  return lostFlows(reachBetween(before, workspaceWith(new Map([[file, changed]]))), before);
}
const billing = 'flows/billing.conversation-flow.json';
interface Node {
  readonly id: string;
  edges?: { readonly id: string }[];
}
const withoutEdge =
  (...ids: readonly string[]) =>
  (text: string): string => {
    const flow = JSON.parse(text) as Record<string, Json> & { nodes: Node[] };
    for (const node of flow.nodes) if (node.edges) node.edges = node.edges.filter(({ id }) => !ids.includes(id));
    return JSON.stringify(flow);
  };

test('a deleted edge is drawn with the path to it and all lost nodes behind it', () => {
  const [drawn, ...others] = drawnAfter(billing, withoutEdge('verify-ok'));
  expect(others).toEqual([]);
  const { title, note, flow } = drawn!;
  expect(title).toMatch(/^edge "verify-ok" was deleted: tool read_balance, .* and 2 more$/);
  expect(note).toBe('');
  expect(flow.nodes.slice(0, 3).map(({ label, isLost }) => [label, isLost])).toEqual([
    ['Greet', false],
    ['Verify the caller', false],
    ['Look up the balance', true],
  ]);
  expect(flow.edges.filter(({ isLost }) => isLost).map(({ from, to }) => [from, to])).toEqual([['verify', 'balance']]);
  const html = htmlOf(lostDrawing(drawn!));
  expect(html).toContain('class="line prompt lost"');
  expect(html).toContain('✕ The caller is who they say.');
  expect(html.match(/no longer reached/g)!.length).toBeGreaterThanOrEqual(
    flow.nodes.filter(node => node.isLost).length,
  );
  // one page may have several drawings, so their elements have no ids
  expect(html).not.toMatch(/ id="| data-act=/);
});

test('states of an LLM engine are drawn', () => {
  const [drawn] = drawnAfter('engines/front-desk.llm.json', text =>
    text.replace(/\{\s+"destination_state_name": "booking"[^]*?\},\s+(?=\{\s+"destination_state_name")/, ''),
  );
  expect(drawn!.flow.nodes.map(({ id, isLost }) => [id, isLost])).toEqual([
    ['welcome', false],
    ['booking', true],
  ]);
  // edges that leave a lost state are not drawn
  expect(drawn!.flow.edges.map(({ from, to, isLost }) => [from, to, isLost])).toEqual([['welcome', 'booking', true]]);
});

test('reworded texts are not drawn', () => {
  expect(drawnAfter(billing, text => text.replaceAll('The caller is who they say.', 'It is them.'))).toEqual([]);
});
