import { defineTextRule, type TextProblem } from '../server/core/engine/rule.ts';
import { pointerOfNode } from '../server/core/locate.ts';
import { explanationsOf } from '../server/core/domain/syntax-causes.ts';

export default defineTextRule({
  id: 'invalid-json',
  group: 'files',
  severity: 'error',
  spec: 'What the service does',
  clause: 'What the service does: bodies are JSON',

  suspects: ({ valid }) => !valid,

  *checkText(text, { problems, nodes }): Generator<TextProblem> {
    for (const { problem, span, message, help, fix } of explanationsOf(text, problems, nodes)) {
      yield {
        span,
        message,
        pointer: problem.node < 0 ? '' : pointerOfNode(nodes, problem.node),
        help,
        ...(fix && { fix: { title: fix.title, safe: fix.safe, edits: [], textEdits: fix.edits } }),
      };
    }
  },
});
