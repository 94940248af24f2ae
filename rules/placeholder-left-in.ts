import {
  mayContainCopiedPlaceholder,
  mayContainPlaceholder,
  placeholderIn,
  type TextUse,
} from '../server/core/placeholders.ts';
import type { Span } from '../server/core/syntax/lines.ts';
import type { Marks } from '../server/core/shapes/table.ts';
import { defineRule, isObject, show, type Cursor, type Json, type Problem } from '../server/core/engine/rule.ts';

const records: readonly unknown[] = ['agent', 'llm', 'conversation-flow', 'flow-component'];
const formats: readonly unknown[] = ['url', 'websocket-url', 'id', 'voice-id', 'email'];
/**
 * Whether values are usually copied, such as record ids, addresses and credentials. A phone number with letters is
 * reported by another rule.
 */
const isCopied = (marks: Marks): boolean =>
  formats.includes(marks['x-format']) ||
  records.includes(marks['x-reference']?.to) ||
  records.includes(marks['x-identifies']?.of) ||
  marks['x-secret'] === true;

/** Whether a value is a map of credentials or variables. */
const isMapOfValues = (marks: Marks): boolean => marks['x-secret'] === true || marks['x-sets-variables'] === 'values';
const isSuspectedCopy = (value: Json): boolean => typeof value === 'string' && mayContainCopiedPlaceholder(value);

/** How callers or the model receive a text. */
function useOf(node: Cursor): TextUse {
  if (isCopied(node.marks)) return 'copied';
  if (node.marks['x-template'] !== true) return 'plain';
  const isSpoken = node.marks['x-spoken'];
  if (typeof isSpoken === 'string') return node.sibling(isSpoken).value === 'static_text' ? 'spoken' : 'prompt';
  return isSpoken === true ? 'spoken' : 'prompt';
}

export default defineRule({
  id: 'placeholder-left-in',
  group: 'settings',
  severity: 'warning',
  spec: 'domain',
  replaces: ['malformed-url', 'unreachable-url', 'unknown-agent', 'unknown-engine', 'unknown-component'],
  at: {
    among: ['x-format', 'x-reference', 'x-identifies', 'x-secret', 'x-template', 'x-sets-variables', 'type=string'],
    hasProperty: (marks, { types }) =>
      marks.const === undefined &&
      (isCopied(marks) ||
        marks['x-template'] === true ||
        marks['x-sets-variables'] === 'values' ||
        (marks.enum === undefined && types?.includes('string') === true)),
  },
  when: (marks, entryMarks) => {
    const isForCopied = isCopied(marks) || entryMarks['x-secret'] === true,
      isMap = isMapOfValues(marks),
      placeholder = marks['x-placeholder'];
    return value =>
      typeof value === 'string'
        ? mayContainPlaceholder(value) || value === placeholder || (isForCopied && mayContainCopiedPlaceholder(value))
        : isMap && isObject(value) && Object.values(value).some(isSuspectedCopy);
  },

  *check(node): Generator<Problem> {
    const use = node.parent?.marks['x-secret'] === true ? 'copied' : useOf(node),
      problem = problemIn(node, use);
    if (problem) yield problem;
    // the values of a map of credentials or variables are checked here, unless the rule is called for each value
    if (isMapOfValues(node.marks))
      for (const entry of node.entries()) {
        const ownProblem =
          entry.marks['x-template'] === true || isCopied(entry.marks) ? undefined : problemIn(entry, 'copied');
        if (ownProblem) yield ownProblem;
      }
  },
});

function problemIn(node: Cursor, use: TextUse): Problem | undefined {
  const text = node.string();
  if (text === undefined) return undefined;
  const span = text === node.marks['x-placeholder'] ? wholeSpan(node, text) : placeholderIn(text, use);
  return (
    span && {
      at: { within: node.pointer, ...span },
      message: `${node.label}: placeholder ${show(text.slice(span.start, span.end))} was never filled in`,
    }
  );
}

/**
 * The span of a text that is only the default of the dashboard. The condition of an edge without a destination is
 * never evaluated.
 */
function wholeSpan(node: Cursor, text: string): Span | undefined {
  const edge = node.within('edge');
  return edge && !edge.get('destination_node_id').string() ? undefined : { start: 0, end: text.length };
}
