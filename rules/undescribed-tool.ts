import type { Document } from '../server/core/document.ts';
import { ownersOf } from '../server/core/domain/tools.ts';
import { collect } from '../server/core/workspace/workspace.ts';
import { defineRule, show, type Cursor, type PlaceSelector } from '../server/core/engine/rule.ts';

/** The types of tools whose name alone does not say when to use them. */
const describedTools: ReadonlySet<unknown> = new Set([
  'custom',
  'code',
  'transfer_call',
  'agent_swap',
  'send_sms',
  'extract_dynamic_variable',
]);
const takenById: PlaceSelector = { 'node-tools': '/tool_ids/*' };

export default defineRule({
  id: 'undescribed-tool',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  replaces: ['wrong-type'],
  at: { tool: '' },

  check(tool) {
    const description = tool.get('description');
    if (!tool.isObject || !describedTools.has(tool.peek('type')) || !isMissing(description)) return undefined;
    const name = tool.get('name').string();
    if (!name || !isChosen(tool)) return undefined;
    return {
      at: description.exists ? description : tool.get('name'),
      message: `description: missing, so the model has only the name ${show(name)} to go by`,
      help: 'say what the tool does and when to use it',
    };
  },
});

const isMissing = (description: Cursor): boolean =>
  description.value === undefined || description.isNull || description.string()?.trim() === '';

/** Whether a model chooses the tool: in a flow, one of the tools of a node; in flex mode any tool. */
function isChosen(tool: Cursor): boolean {
  if (tool.within('llm') || tool.within('node-tools')) return true;
  const owner = ownersOf(tool)[0];
  if (!owner || owner.get('flex_mode').value === true) return owner !== undefined;
  const id = tool.get('tool_id').string();
  return id !== undefined && toolsIn(tool.document).has(id);
}

/** The ids of the tools that models use in nodes of a file. */
const toolsIn = (document: Document): ReadonlySet<unknown> =>
  document.memory.remember(toolsIn, document, () => new Set(collect(document, takenById).map(({ value }) => value)));
