import { toolsAt } from '../server/core/domain/tools.ts';
import { defineRule, property, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'silent-tool',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: {
    'custom-tool': '/speak_after_execution',
    'code-tool': '/speak_after_execution',
    'mcp-tool': '/speak_after_execution',
    'send-sms-tool': '/speak_after_execution',
  },
  when: () => (value, tool) =>
    value === false &&
    property(tool, 'speak_during_execution') === false &&
    property(tool, 'enable_typing_sound') !== true,

  check(node) {
    const tool = node.parent!;
    if (!isOfModel(tool)) return undefined;
    const description = node.sibling('description');
    return {
      ...(asksBack.test(description.string() ?? '') && {
        severity: 'warning',
        related: [{ at: description, message: 'asks for an answer' }],
      }),
      message: `${node.label}: silent while the tool runs and after, so the caller waits until they speak themselves`,
      help: 'set speak_after_execution to true',
    };
  },
});

/** Words in a description that promise an answer to the caller. */
const asksBack = new RegExp(
  [
    String.raw`\b(?:returns?|ready-to-speak|verbatim|aloud|read(?:s|ing)? (?:it|them|that|the|out|back))\b`,
    String.raw`\b(?:tell|inform|give)s? (?:them|him|her)\b`,
    String.raw`\b(?:to|for|tells?|informs?|gives?) the (?:caller|customer|user|guest|patient|client)\b`,
  ].join('|'),
  'i',
);

/** Whether a model calls the tool, and can speak afterwards. A function node cannot. */
function isOfModel(tool: Cursor): boolean {
  const owner = tool.parent?.parent;
  if (tool.parent?.key !== 'tools' || !(owner?.is('conversation-flow') || owner?.is('flow-component'))) return true;
  const ids = owner.remember(isOfModel, () => {
    const models = owner
      .get('nodes')
      .items()
      .filter(node => node.is('node-tools'));
    return new Set(models.flatMap(node => toolsAt(node).ids.map(id => id.string())));
  });
  return ids.has(tool.get('tool_id').string() || tool.get('name').string());
}
