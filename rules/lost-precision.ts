import { clipped } from '../server/core/wording.ts';
import { defineTextRule, files, type TextProblem } from '../server/core/engine/rule.ts';
import { pointerOfNode } from '../server/core/locate.ts';
import { NodeType } from '../server/core/syntax/syntax-nodes.ts';

export default defineTextRule({
  id: 'lost-precision',
  group: 'files',
  severity: 'warning',
  summary: 'A number is read as another number.',
  why: `
    Most JSON parsers read numbers as 64-bit floating point, which represents every integer up to 2^53
    (9007199254740992) but only some above. A longer number is silently rounded, so an id loses its last digits. Put
    ids in quotes.
  `,
  spec: 'What the service does',
  clause: ['What the service does: bodies are JSON', 'Agent list item and list filter: five required fields'],

  suspects: reading => reading.valid && reading.keyCount.inexact && /\d{16}|\d[eE]\+?\d/.test(reading.text),

  *checkText(text, { nodes }): Generator<TextProblem> {
    for (let node = 0; node < nodes.length; node++) {
      if (nodes.type(node) !== NodeType.number) continue;
      const span = nodes.span(node),
        spelled = text.slice(span.start, span.end),
        value = Number(spelled);
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) continue;
      const written = clipped(spelled);
      if (!Number.isFinite(value))
        yield {
          span,
          pointer: pointerOfNode(nodes, node),
          message: `${written} is too large for a number and reads as infinity`,
        };
      else if (/^-?\d+$/.test(spelled) && BigInt(spelled) !== BigInt(value)) {
        yield {
          span,
          pointer: pointerOfNode(nodes, node),
          message: `${written} reads as ${clipped(String(BigInt(value)))}: a number keeps about 16 digits`,
          help: 'if it is an id, put it in quotes',
        };
      }
    }
  },

  examples: {
    invalid: files`
      -- friday.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+14155550101", "metadata": { "order": 9007199254740993, "limit": 1e999 } }
                                                                ^^^^^^^^^^^^^^^^
                                              | warning: 9007199254740993 reads as 9007199254740992: a number keeps
                                              | about 16 digits
                                                                                           ^^^^^
                                              | warning: 1e999 is too large for a number and reads as infinity
        ]
      }
    `,
    valid: files`
      -- friday.batch-call.json --
      {
        "from_number": "+14155550100",
        "trigger_timestamp": 1760000000000,
        "tasks": [
          {
            "to_number": "+14155550101",
            "metadata": {
              "order": "9007199254740993",
              "zeros": 100000000000000000000,
              "large": 1e300,
              "small": 0.1234567890123456789
            }
          }
        ]
      }
    `,
  },
});
