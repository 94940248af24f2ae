import { beforeAll, expect, test, vi } from 'vitest';
import type { PositionContext } from '../features/context.ts';

/*
 * A new reference field needs only a mark in its schema. These tests add two such fields to a copy of the schemas, and
 * every feature must support them without additional code.
 */
interface Schema {
  readonly properties: Record<string, object>;
}

vi.mock('../core/generated/shapes.js', async () => {
  const { platformSchemas } = (await import('../build/with-facts.mjs' as string)) as {
    platformSchemas(): Record<string, Schema>;
  };
  const { compileShapes } = (await import('../build/shapes.mjs' as string)) as {
    compileShapes(schemas: unknown): { nodes: object[]; roots: object; places: object; requiredTexts: object };
  };
  const schemas = platformSchemas();
  const propertiesOf = (shape: string): Record<string, object> => schemas[shape]!.properties;
  Object.assign(propertiesOf('node'), { rescue_node_id: { type: 'string', 'x-reference': { to: 'node' } } });
  Object.assign(propertiesOf('agent-settings'), {
    stand_in_agent_id: { type: 'string', 'x-reference': { to: 'agent' } },
    stand_in_agent_version: {
      type: ['integer', 'string'],
      'x-reference': { to: 'agent-version', of: 'stand_in_agent_id' },
    },
  });
  const { nodes, roots, places, requiredTexts } = compileShapes(schemas);
  return { entryTexts: nodes.map(node => JSON.stringify(node)), roots, places, requiredTexts };
});

const flow = (rescue: string): string => `
-- desk.conversation-flow.json --
{
  "conversation_flow_id": "flow_desk", "start_node_id": "hello",
  "nodes": [
    { "id": "hello", "type": "conversation", "rescue_node_id": "${rescue}" },
    { "id": "goodbye", "name": "Farewell", "type": "end" }
  ]
}
`;
const agents = (id: string, version: string): string => `
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "stand_in_agent_id": "${id}", "stand_in_agent_version": ${version} }
-- night.agent.json --
{ "agent_id": "agent_night", "agent_name": "Night", "version": 3 }
-- agent_night.agent-versions.json --
[{ "version": 3, "is_published": true, "last_modification_timestamp": 1760000000000 }]
`;

interface Features {
  findings(fixture: string): Promise<string[]>;
  requestAt(fixture: string): Promise<PositionContext>;
}
let features: Features;
beforeAll(async () => {
  const [{ fixtureOf }, { contextAt }, { lint, RuleSet }, { rules }, { pointerOf }] = await Promise.all([
    import('./fixture.ts'),
    import('./caret.ts'),
    import('../core/engine/lint.ts'),
    import('../../rules/index.ts'),
    import('../core/finding.ts'),
  ]);
  const set = new RuleSet(rules.filter(({ id }) => /^(unknown-(node|agent)|unresolved-agent-version)$/.test(id)));
  features = {
    findings: async fixture => {
      const { workspace } = fixtureOf(fixture);
      return workspace.documents.flatMap(document =>
        lint(document, workspace, set).map(({ rule, target, message }) => `${rule} ${pointerOf(target)}: ${message}`),
      );
    },
    requestAt: async fixture => contextAt(fixture),
  };
});

test('the rules report unknown names in a new reference field', async () => {
  expect(await features.findings(flow('goodbye'))).toEqual([]);
  expect(await features.findings(flow('godbye'))).toEqual([
    'unknown-node /nodes/0/rescue_node_id: rescue_node_id: no node "godbye" in this flow, ' +
      'so the edge leads nowhere; did you mean "goodbye"?',
  ]);
  expect(await features.findings(agents('agent_nigth', '3'))).toEqual([
    'unknown-agent /stand_in_agent_id: stand_in_agent_id: no agent "agent_nigth"; did you mean "agent_night" (Night)?',
  ]);
  expect(await features.findings(agents('agent_night', '4'))).toEqual([
    expect.stringContaining(
      'unresolved-agent-version /stand_in_agent_version: stand_in_agent_version: Night has no version 4',
    ),
  ]);
});

test('hover, inlay hint and token support a new reference field', async () => {
  const { hoverAt } = await import('../features/hover/hover.ts');
  const { inlayHints } = await import('../features/decorations/inlay-hints.ts');
  const { semanticTokens } = await import('../features/decorations/semantic-tokens.ts');
  const context = await features.requestAt(flow('good▮bye'));
  const range = { start: 0, end: context.document.text.length };
  expect(hoverAt(context, [], () => undefined)?.markdown).toContain('**Farewell** · end node');
  expect(inlayHints({ ...context, range }).map(({ label }) => label)).toContain('→ Farewell');
  const token = semanticTokens(context).find(({ start, end }) => start <= context.offset && context.offset <= end);
  expect(token?.type).toBe('label');
});

test('completion, definition, references and rename support a new reference field', async () => {
  const { completionsAt } = await import('../features/completion/completion.ts');
  const { definitionsAt } = await import('../features/navigation/definitions.ts');
  const { referencesAt } = await import('../features/navigation/references.ts');
  const { renameAt } = await import('../features/navigation/rename.ts');
  const context = await features.requestAt(flow('good▮bye'));
  const textAt = ({ start, end }: { start: number; end: number }): string => context.document.text.slice(start, end);
  expect(completionsAt(context).items.map(({ label }) => label)).toContain('goodbye');
  expect(definitionsAt(context).map(({ selection }) => textAt(selection))).toEqual(['goodbye']);
  expect(referencesAt(context, true)).toHaveLength(2);
  const edits = renameAt(context, 'farewell');
  expect(Array.isArray(edits) && edits.flatMap(edit => ('edits' in edit ? edit.edits : []))).toHaveLength(2);
});

test('a plan reports a broken reference in a new field', async () => {
  const { changesBetween } = await import('../compare/changes.ts');
  const { fixtureOf } = await import('./fixture.ts');
  const before = fixtureOf(agents('agent_night', '3')).workspace;
  const after = fixtureOf(agents('agent_night', '4')).workspace;
  expect(changesBetween({ workspace: before }, { workspace: after }).changes.map(({ effect }) => effect)).toEqual([
    'breaks',
  ]);
});
