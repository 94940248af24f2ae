import { largestRequest, partNouns, type RequestPart } from '../server/core/reach/requests.ts';
import {
  aboutTokens,
  ESTIMATE_ERROR,
  factorInWords,
  LONG_CONTEXT,
  NEARLY_LONG_CONTEXT,
} from '../server/core/domain/tokens.ts';
import { groupDigits } from '../server/core/numbers.ts';
import { refusalOf } from '../server/core/workspace/assumptions.ts';
import { defineRule, listed, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'long-context',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { llm: '', 'conversation-flow': '' },

  check(engine, workspace) {
    if (refusalOf(['billed-time-scaled', 'request-contents'], workspace.facts.refusedAssumptions)) return undefined;
    const request = largestRequest(engine, workspace, NEARLY_LONG_CONTEXT);
    if (!request || request.tokens < NEARLY_LONG_CONTEXT) return undefined;
    const { turn, tokens } = request,
      // the estimate is too imprecise for a warning just above the limit
      isOver = tokens > LONG_CONTEXT * (1 + ESTIMATE_ERROR);
    // the largest part may be in another file, such as a shared component
    const part = request.parts.find(({ at }) => at.document === engine.document);
    if (!part) return undefined;
    const requestName =
      turn.name === null
        ? 'every request'
        : `a request in ${turn.at.is('llm-state') ? 'state' : 'node'} ${show(turn.name)}`;
    return {
      at: placeOf(part),
      severity: isOver ? 'warning' : 'info',
      message:
        `${placeName(part)}: ${requestName} has ${aboutTokens(tokens)} tokens; ` +
        (isOver
          ? `over ${groupDigits(LONG_CONTEXT)} billed time is scaled, here by about ${factorInWords(tokens)}`
          : `the conversation is added, and over ${groupDigits(LONG_CONTEXT)} billed time is scaled`),
      help: `the largest parts are ${listed(request.parts.slice(0, MAX_PARTS).map(partInWords), 'and')}`,
    };
  },
});

const MAX_PARTS = 4;

/** The name of a part, such as a tool or an edge between states. */
const nameOf = ({ kind, at }: RequestPart) =>
  at.isObject ? at.get(kind === 'tool' ? 'name' : 'destination_state_name') : undefined;
const placeOf = (part: RequestPart) => nameOf(part) ?? { key: part.at.pointer };
const placeName = (part: RequestPart): string => (part.at.isObject ? part.name : part.at.label);
const partInWords = (part: RequestPart & { readonly tokens: number }): string =>
  `${partNouns[part.kind]}${part.name === '' ? '' : ` ${show(part.name)}`} (${aboutTokens(part.tokens)})`;
