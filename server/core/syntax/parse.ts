import { setOwn, type Json } from '../json/json.ts';
import type { Span } from './lines.ts';
import { decode, NodeType, SyntaxNodes } from './syntax-nodes.ts';
import { Scanner, type SyntaxCode, type Token } from './scanner.ts';

/** A place where the text is not JSON. `node` is the innermost container around the place, -1 without a container. */
export interface SyntaxProblem extends Span {
  readonly code: SyntaxCode;
  readonly node: number;
}

export interface ParsedText {
  readonly nodes: SyntaxNodes;
  readonly problems: readonly SyntaxProblem[];
}

interface Frame {
  readonly node: number;
  readonly object: boolean;
  key: Span | undefined;
  state: 'start' | 'key' | 'colon' | 'value' | 'comma';
}

/**
 * Parses any text. Broken parts are reported and skipped, so that the rest still has positions.
 * @param allowsComments whether comments are allowed (`.jsonc`, the configuration)
 * @param allowsTrailingComma whether a comma is also allowed after the last item
 */
export function parseText(text: string, allowsComments = false, allowsTrailingComma = false): ParsedText {
  const nodes = new SyntaxNodes(text);
  const problems: SyntaxProblem[] = [];
  const scanner = new Scanner(text);
  const stack: Frame[] = [];
  let hasRoot = false,
    isInConflict = false,
    openObjects = 0;

  const report = (code: SyntaxCode, span: Span): void => {
    const last = problems.at(-1);
    if (last && last.start === span.start) return;
    const end = Math.max(span.end, shownEnd(text, span.start));
    problems.push({ code, start: span.start, end, node: stack.at(-1)?.node ?? -1 });
  };
  const startValue = (frame: Frame | undefined): Span | undefined => {
    if (!frame) {
      hasRoot = true;
      return undefined;
    }
    frame.state = 'comma';
    const key = frame.key;
    frame.key = undefined;
    return key;
  };
  const scalar = (token: Token): void => {
    const type = scalarTypes[token.kind] ?? NodeType.invalid;
    nodes.close(nodes.open(type, token.start, startValue(stack.at(-1))), token.end);
  };
  const missingValue = (frame: Frame, offset: number): void => {
    report('missing-value', { start: offset, end: offset });
    nodes.close(nodes.open(NodeType.invalid, offset, startValue(frame)), offset);
  };
  const closeFrame = (end: number): void => {
    const { node, object } = stack.pop()!;
    if (object) openObjects--;
    nodes.close(node, end);
  };

  const reportExtra = (start: number): void => {
    report('extra-text', { start, end: text.length });
    scanner.stop();
  };
  /** Whether a `}` would close the root although another field follows. */
  const endsTooEarly = ({ end }: Token): boolean => {
    nextField.lastIndex = end;
    return nodes.type(0) === NodeType.object && nextField.test(text);
  };

  /** Whether an unexpected token is the key of the next field. */
  const isKey = ({ kind, start, end }: Token, { state }: Frame): boolean =>
    kind === 'string' && isBeforeColon(text, end) && (state === 'colon' || /[\r\n]/.test(text.slice(lastEnd, start)));
  /** Closes the open lists before the line with the next field of the enclosing object. */
  const interruptLists = (key: number): Frame => {
    const gap = text.slice(lastEnd, key),
      end = lastEnd + (/(?:\r\n|\n|\r)[^\r\n]*$/.exec(gap)?.index ?? 0);
    while (!stack.at(-1)!.object) {
      const { node } = stack.at(-1)!;
      report('interrupted-array', { start: nodes.start(node), end: nodes.start(node) + 1 });
      closeFrame(end);
    }
    const frame = stack.at(-1)!;
    frame.state = 'key';
    return frame;
  };

  let lastEnd = 0;
  let lastComma: Span | undefined;
  for (let token = scanner.next(), last = token; token.kind !== 'end'; last = token, token = scanner.next()) {
    if (last.kind !== 'comment') lastEnd = last === token ? 0 : last.end;
    if (token.problem) report(token.problem, token);
    let frame = stack.at(-1);
    switch (token.kind) {
      case 'comment':
        if (!allowsComments && !token.problem) report('comment', token);
        continue;
      case 'conflict':
        if (!isInConflict || text[token.start] === '<') report('merge-conflict', token);
        isInConflict = text[token.start] !== '>';
        if (frame && frame.state === 'start') frame.state = frame.object ? 'key' : 'value';
        continue;
      case 'open': {
        if (!frame && hasRoot) {
          reportExtra(token.start);
          continue;
        }
        if (frame?.object && frame.state !== 'value') {
          if (frame.state === 'colon') report('missing-colon', token);
          else {
            report(frame.state === 'comma' ? 'missing-comma' : 'unexpected', token);
            frame.key = { start: token.start, end: token.start };
          }
        } else if (frame && frame.state === 'comma' && !isInConflict) report('missing-comma', token);
        const object = text[token.start] === '{';
        const node = nodes.open(object ? NodeType.object : NodeType.array, token.start, startValue(frame));
        stack.push({ node, object, key: undefined, state: 'start' });
        if (object) openObjects++;
        continue;
      }
      case 'close': {
        const object = text[token.start] === '}';
        if (!frame) {
          if (hasRoot) reportExtra(token.start);
          else report('unexpected', token);
          continue;
        }
        if (object && stack.length === (frame.object ? 1 : 2) && endsTooEarly(token)) {
          report('wrong-bracket', token);
          if (!frame.object) closeFrame(token.end);
          continue;
        }
        if (frame.object !== object) {
          // a bracket that closes an outer container also closes this container; an unmatched bracket is skipped
          if ((object ? openObjects : stack.length - openObjects) === 0) {
            report('wrong-bracket', token);
            continue;
          }
          report(frame.object ? 'unclosed-object' : 'unclosed-array', {
            start: nodes.start(frame.node),
            end: nodes.start(frame.node) + 1,
          });
          while (stack.at(-1)!.object !== object) {
            const innerFrame = stack.at(-1)!;
            if (innerFrame.object && innerFrame.key) missingValue(innerFrame, token.start);
            closeFrame(token.start);
          }
        }
        const closingFrame = stack.at(-1)!;
        if (closingFrame.object && closingFrame.key) missingValue(closingFrame, token.start);
        else if ((closingFrame.state === 'key' || closingFrame.state === 'value') && lastComma && !allowsTrailingComma)
          report('trailing-comma', lastComma);
        closeFrame(token.end);
        continue;
      }
      case 'comma':
        if (!frame) {
          if (hasRoot) reportExtra(token.start);
          else report('unexpected', token);
          continue;
        }
        if (frame.object && frame.key) missingValue(frame, token.start);
        else if (frame.state !== 'comma') report('extra-comma', token);
        frame.state = frame.object ? 'key' : 'value';
        lastComma = token;
        continue;
      case 'colon':
        if (frame?.object && frame.state === 'colon') {
          frame.state = 'value';
          if (text[token.end] !== '=') continue;
          report('wrong-colon', { start: token.start, end: token.end + 1 });
          scanner.goTo(token.end + 1);
        } else report('unexpected', token);
        continue;
      default:
        if (frame && !frame.object && openObjects > 0 && isKey(token, frame)) frame = interruptLists(token.start);
        if (!frame) {
          if (hasRoot) {
            reportExtra(token.start);
            continue;
          }
          scalar(token);
          // a text without any value is not JSON
          if (token.kind === 'word') {
            report('bad-literal', token);
            scanner.stop();
          }
          continue;
        }
        if (frame.state === 'colon' && token.kind === 'word') {
          const arrow = /^(?:=>?|->)/.exec(text.slice(token.start, token.start + 2));
          if (arrow) {
            const end = token.start + arrow[0].length;
            report('wrong-colon', { start: token.start, end });
            scanner.goTo(end);
            frame.state = 'value';
            continue;
          }
        }
        // the previous field has no value, because this token is the key of the next field
        const isAbandoned = frame.key && isKey(token, frame);
        if (isAbandoned) missingValue(frame, lastEnd);
        if (
          frame.object &&
          (isAbandoned || frame.state === 'start' || frame.state === 'key' || frame.state === 'comma')
        ) {
          if (!isAbandoned && frame.state === 'comma' && !isInConflict) report('missing-comma', token);
          if (token.kind !== 'string')
            report(token.kind === 'word' || token.kind === 'literal' ? 'unquoted-key' : 'unexpected', token);
          frame.key = { start: token.start, end: token.end };
          frame.state = 'colon';
        } else if (frame.object && frame.state === 'colon') {
          report('missing-colon', token);
          if (token.kind === 'word') report('bad-literal', token);
          scalar(token);
        } else {
          if (frame.state === 'comma' && !isInConflict) report('missing-comma', token);
          if (token.kind === 'word') report('bad-literal', token);
          scalar(token);
        }
    }
  }
  while (stack.length > 0) {
    const frame = stack.at(-1)!;
    if (frame.object && frame.key) missingValue(frame, text.length);
    report(frame.object ? 'unclosed-object' : 'unclosed-array', {
      start: nodes.start(frame.node),
      end: nodes.start(frame.node) + 1,
    });
    closeFrame(text.length);
  }
  if (!hasRoot && problems.length === 0) report('empty', { start: 0, end: 0 });
  return { nodes, problems: problems.sort((a, b) => a.start - b.start) };
}

const nextField = /\s*,\s*"(?:[^"\\\r\n]|\\.)*"\s*:/y;

/** The end of the character at an offset, for showing places of length zero. A line break is not visible. */
export const shownEnd = (text: string, offset: number): number =>
  offset >= text.length || text[offset] === '\n' || text[offset] === '\r' ? offset : offset + 1;

function isBeforeColon(text: string, offset: number): boolean {
  while (' \t\r\n'.includes(text[offset] ?? '-')) offset++;
  return text[offset] === ':';
}

const scalarTypes: Partial<Record<Token['kind'], NodeType>> = {
  string: NodeType.string,
  number: NodeType.number,
  literal: NodeType.literal,
};

/**
 * The value of syntax nodes, including broken parts: an invalid value becomes `null`, an invalid key stays as written.
 */
export function valueOf(nodes: SyntaxNodes): Json | undefined {
  if (nodes.length === 0) return undefined;
  const containers: { readonly target: Json[] | object; readonly end: number }[] = [];
  let root: Json | undefined;
  for (let node = 0; node < nodes.length; node++) {
    while (containers.length > 0 && node >= containers.at(-1)!.end) containers.pop();
    const type = nodes.type(node);
    const value = ownValue(nodes, node);
    const target = containers.at(-1)?.target;
    if (target === undefined) root = value;
    else if (Array.isArray(target)) target.push(value);
    else setOwn(target, nodes.key(node) ?? '', value);
    if (type === NodeType.object || type === NodeType.array)
      containers.push({ target: value as object, end: nodes.next(node) });
  }
  return root;
}

/** The value of one node alone; for an object or list, an empty object or list. */
function ownValue(nodes: SyntaxNodes, node: number): Json {
  const type = nodes.type(node);
  if (type === NodeType.object) return {};
  if (type === NodeType.array) return [];
  const raw = nodes.text.slice(nodes.start(node), nodes.end(node));
  switch (type) {
    case NodeType.string:
      return decode(raw);
    case NodeType.number: {
      const number = Number(raw);
      return Number.isNaN(number) ? null : number;
    }
    case NodeType.literal:
      return raw === 'null' ? null : raw === 'true';
    default:
      return null;
  }
}
