import { unknownKeys } from '../server/core/domain/fields.ts';
import { nameOfTool } from '../server/core/domain/swaps.ts';
import { toolsReached } from '../server/core/reach/tools.ts';
import { clipped, count, defineRule, listed, nearest, type Cursor, type Json } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unmocked-side-effect',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'test-case-definition': '' },

  check(node, workspace) {
    const engine = node.isObject ? workspace.engineOf(node) : undefined;
    if (!engine) return undefined;
    const mocks = node.get('tool_mocks');
    // unknown-field reports a mistyped key
    if (!mocks.exists && nearest(mocks.key, unknownKeys(node), 4) !== undefined) return undefined;
    const mockedTools = new Set(
      mocks.items().flatMap(mock => (isCatchAll(mock) ? mock.get('tool_name').string() : [])),
    );
    const { tools, nodes } = toolsReached(engine, workspace);
    const realTools = tools.filter(tool => {
      const name = tool.get('name').string();
      return name && !mockedTools.has(name) && hasSideEffect(tool);
    });
    const unmockedTools = new Map(realTools.map(tool => [tool.get('name').string()!, tool] as const));
    if (unmockedTools.size === 0) return undefined;
    const names = listed(Array.from(unmockedTools.keys(), clipped), 'and', 3);
    const unmockable = nodes.filter(node => node.is('transfer-call-node') || node.is('agent-swap-node'));
    return {
      at: mocks,
      message:
        `tool_mocks: no mock for every call of ${names}, so the test calls the real ` +
        `${unmockedTools.size === 1 ? 'tool' : 'tools'}` +
        (unmockable.length > 0 ? '; nodes that transfer or swap cannot be mocked' : ''),
      related: [
        ...[...unmockedTools.values()].slice(0, 3).map(cursor => ({ at: cursor, message: 'the test calls this tool' })),
        ...unmockable
          .slice(0, 3)
          .map(cursor => ({ at: cursor, message: `${nameOfTool(cursor) ?? 'this node'} cannot be mocked` })),
      ],
      // only the team knows the answer of the tool, so --fix must not invent one
      otherFixes: [
        {
          title: `Add ${count(unmockedTools.size, 'mock')} that answer${unmockedTools.size === 1 ? 's' : ''} {}`,
          safe: false,
          edits: [
            {
              set: mocks.pointer,
              to: [...responsesOf(mocks), ...[...unmockedTools].map(([name, tool]) => mockOf(name, tool))],
            },
          ],
        },
      ],
    };
  },
});

const responsesOf = (mocks: Cursor): readonly Json[] => mocks.items().map(mock => mock.value!);

/** Whether a mock answers all calls, whatever their arguments. */
const isCatchAll = (mock: Cursor): boolean => {
  const rule = mock.get('input_match_rule');
  return rule.get('type').value !== 'partial_match' || Object.keys(rule.get('args').value ?? {}).length === 0;
};

const transfers = ['transfer-call-tool', 'agent-swap-tool'] as const;
const sideEffectTools = ['book-appointment-tool', 'send-sms-tool', 'mcp-tool'] as const;
const changingMethods: ReadonlySet<Json | undefined> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function hasSideEffect(tool: Cursor): boolean {
  if (tool.is('custom-tool')) return changingMethods.has(tool.get('method').string()?.toUpperCase());
  return [...transfers, ...sideEffectTools].some(shape => tool.is(shape));
}

const mockOf = (name: string, tool: Cursor): Json => ({
  tool_name: name,
  input_match_rule: { type: 'any' },
  output: '{}',
  // the mocked transfer succeeds, so the conversation continues after it
  ...(transfers.some(shape => tool.is(shape)) && { result: true }),
});
