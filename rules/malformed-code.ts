import { defineRule, show } from '../server/core/engine/rule.ts';
import type { Span } from '../server/core/syntax/lines.ts';

export default defineRule({
  id: 'malformed-code',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'code-node': '/code', 'code-tool': '/code' },
  when: { type: 'string' },

  check(node) {
    const code = node.string()!,
      fault = codeFaultIn(code);
    if (!fault) return undefined;
    const { start, end, words } = fault;
    return {
      at: { within: node.pointer, start, end },
      message: `${node.label}: the ${show(code.slice(start, end))} ${words}, so the code cannot run`,
    };
  },
});

interface CodeFault extends Span {
  /** The message without its subject, which is the quoted code: "is never closed". */
  readonly words: string;
}

const opening = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const token = /\s+|\/\/.*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|[\w$]+|[^]/y;
/** A regular expression literal. Its length is limited, because the slash may also be a division. */
const pattern = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,500}\]){1,1000}\/\w{0,10}/y;
const ofTemplate = /(?:[^`\\$]|\\[^]|\$(?!\{))*(`|\$\{|)/y;
/** Whether a slash after this text is a division. The listed words are operators. */
const isOperand = (last: string): boolean => /[\w$)\]}'"`]$/.test(last) && !/^(?:return|typeof|case|in|of)$/.test(last);

/**
 * The first certain syntax error in JavaScript code: an unclosed string, comment or bracket, or a bracket too many. A
 * complete parser would be a tenth of the package.
 */
export function codeFaultIn(code: string): CodeFault | undefined {
  const brackets: { readonly char: string; readonly at: number }[] = [];
  const fault = (start: number, words: string): CodeFault => ({ start, end: start + 1, words });
  const next = (form: RegExp, offset: number): RegExpExecArray | null => {
    form.lastIndex = offset;
    return form.exec(code);
  };
  let last = '';
  for (let offset = 0; offset < code.length;) {
    const [text = '', end] =
      brackets.at(-1)?.char === '`'
        ? next(ofTemplate, offset)!
        : (!isOperand(last) && code[offset] === '/' && next(pattern, offset)) || next(token, offset)!;
    const sign = end ?? text;
    offset += text.length;
    if (/^(?:\s|\/[/*])/.test(text) && end === undefined) continue;
    if (sign === '/' && code[offset] === '*') return fault(offset - 1, 'begins a comment that is never closed');
    if (sign === "'" || sign === '"') return fault(offset - 1, 'begins a string that is never closed');
    if (sign === '`' && end !== undefined) brackets.pop();
    else if (/^(?:[([{`]|\$\{)$/.test(sign)) brackets.push({ char: sign.at(-1)!, at: offset - 1 });
    else if (opening.has(sign) && brackets.pop()?.char !== opening.get(sign))
      return fault(offset - 1, 'closes nothing');
    last = sign;
  }
  const lastOpen = brackets.at(-1);
  return lastOpen && fault(lastOpen.at, 'is never closed');
}
