import { pointerOfNode } from '../server/core/locate.ts';
import { NodeType } from '../server/core/syntax/syntax-nodes.ts';
import { clipped, defineTextRule, type TextProblem } from '../server/core/engine/rule.ts';

export default defineTextRule({
  id: 'lost-precision',
  group: 'files',
  severity: 'warning',
  spec: 'What the service does',
  clause: ['What the service does: bodies are JSON', 'Agent list item and list filter: five required fields'],

  suspects: facts => facts.valid && facts.keyCount.inexact && /\d{16}|\d[eE]\+?\d/.test(facts.text),

  *checkText(text, { nodes }): Generator<TextProblem> {
    for (let node = 0; node < nodes.length; node++) {
      if (nodes.type(node) !== NodeType.number) continue;
      const span = nodes.span(node),
        spelling = text.slice(span.start, span.end),
        value = Number(spelling);
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) continue;
      const numberText = clipped(spelling);
      if (!Number.isFinite(value))
        yield {
          span,
          pointer: pointerOfNode(nodes, node),
          message: `${numberText} is too large for a number and reads as infinity`,
        };
      else if (/^-?\d+$/.test(spelling) && BigInt(spelling) !== BigInt(value)) {
        yield {
          span,
          pointer: pointerOfNode(nodes, node),
          message: `${numberText} reads as ${clipped(String(BigInt(value)))}: a number keeps about 16 digits`,
          help: 'if it is an id, put it in quotes',
        };
      }
    }
  },
});
