import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { ruleKind } from '../core/engine/rule.ts';
import { isObject, type JsonObject } from '../core/json/json.ts';
import { show } from '../core/wording.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { decode } from '../state/text.ts';
import { rules } from '../../rules/index.ts';
import { ApiError } from './errors.ts';
import { messageOf } from './judge.ts';

/** The maximum nesting of a body, so that recursive rules do not overflow the stack. */
const MAX_DEPTH = 100;

const textRules = new RuleSet(rules.filter(rule => ruleKind(rule) === 'text'));

/**
 * The object in a body. Its text is checked like the text of a file, for invalid JSON and duplicate fields.
 * @throws ApiError 400
 */
export function readBody(bytes: Buffer): JsonObject {
  if (bytes.length === 0) throw new ApiError(400, 'the body is empty, and a JSON object is expected');
  const { text, problem } = decode(bytes);
  if (problem) throw new ApiError(400, 'the body is not UTF-8 text');
  if (depthOf(text) > MAX_DEPTH) throw new ApiError(400, `the body is nested deeper than ${MAX_DEPTH} levels`);
  // the kind decides which rules check values, and no rule runs on this document
  const document = new Document('body.json', text, 0, 'flow-component');
  const errors = lint(document, new Workspace([document]), textRules).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ApiError(400, messageOf(errors));
  // names are translated later, because only the operation shows the shape of the body
  const value = document.spelled;
  if (!isObject(value)) throw new ApiError(400, `body: expected a JSON object, got ${show(value)}`);
  return value;
}

/** The nesting depth of a text: the maximum number of unclosed brackets. */
function depthOf(text: string): number {
  let depth = 0,
    maxDepth = 0,
    isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (isQuoted) {
      if (char === 0x5c) i++;
      else if (char === 0x22) isQuoted = false;
    } else if (char === 0x22) isQuoted = true;
    else if (char === 0x7b || char === 0x5b) maxDepth = Math.max(maxDepth, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return maxDepth;
}
