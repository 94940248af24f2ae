import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { contextAt } from '../../testing/caret.ts';
import { codeLenses } from './code-lenses.ts';
import { formatEdits } from '../formatting/format.ts';
import { formatOnType } from '../formatting/format-on-type.ts';
import { inlayHints } from './inlay-hints.ts';
import { resolveLens } from './resolve-lens.ts';
import { semanticTokens, tokenModifiers, tokenTypes } from './semantic-tokens.ts';

describe('any text', () => {
  const odd = [
    '',
    ' ',
    '\uFEFF',
    '{',
    '[',
    '"',
    '{"agent_id',
    '{"agent_id":',
    '{"agent_id":"a","agent_version":"pr',
    '{"__proto__":{"__proto__":[1]},"voice_id":"{{__proto__}}"}',
    '{"nodes":[{"id":"a","edges":[{"destination_node_id":"a"',
    '{"nodes":[{"id":"a","type":"conversation","instruction":{"type":"prompt","text":"{{a}} \\u00e9 \\x {{b',
    '{"tags":{"prod":{"version":',
    '\uFEFF{\r\n"start_node_id":"x",\r\n"nodes":[,{},]\r\n}',
    '{"start_node_id":"a","nodes":1,"nodes":[{"id":"a","name":"A"}]}',
    '[[{"agent_id":"a","weight":1e999}]]',
    '[{"agent_id":"a","weight":-1},{"agent_id":1,"weight":0.5}',
    '{"last_modification_timestamp":1e99,"end_call_after_silence_ms":-600000}',
    `${'{"a":'.repeat(3000)}1`,
    `${'['.repeat(3000)}`,
    '{"components":'.repeat(300),
    "{'general_prompt':'{{a}}'}",
    '{"default_dynamic_variables":{"a":"{{b}}","a":1',
    '{"default_dynamic_variables":["a"],"variables":[{"name":""},{"name":1},1]}',
  ];
  const kinds = [
    'agent',
    'agent-list',
    'agent-versions',
    'agent-weights',
    'llm',
    'conversation-flow',
    'flow-component',
    'batch-call',
    'phone-number',
    'alert-rule',
    'x',
  ];
  const everything = (document: Document): void => {
    const workspace = new Workspace([document]),
      asked = { workspace, saved: workspace, document },
      { length } = document.text;
    const hints = inlayHints({ ...asked, range: { start: 0, end: length } });
    expect(hints.every(({ offset }) => offset >= 0 && offset <= length)).toBe(true);
    let end = 0;
    for (const token of semanticTokens(asked)) {
      expect([
        token.start >= end,
        token.end > token.start,
        token.end <= length,
        tokenTypes.includes(token.type),
        token.modifiers.every(one => tokenModifiers.includes(one)),
      ]).toEqual([true, true, true, true, true]);
      expect(document.text.slice(token.start, token.end)).not.toMatch(/[\r\n]/);
      end = token.end;
    }
    for (const lens of codeLenses(asked)) if (lens.subject) resolveLens(asked, lens.subject);
    formatEdits({ document }, { tabSize: 2, insertSpaces: true });
    for (const offset of length < 400
      ? Array.from({ length: length + 3 }, (_, i) => i - 1)
      : [0, 1, length >> 1, length]) {
      const range = { start: offset, end: offset + 3 };
      inlayHints({ ...asked, range });
      semanticTokens(asked, range);
      formatEdits({ document }, { tabSize: 4, insertSpaces: false }, range);
      for (const typed of ['\n', '}', ']'])
        formatOnType({ document, offset }, typed, { tabSize: 0, insertSpaces: true });
    }
  };
  test.each(kinds)('is answered as %s', kind => {
    for (const text of odd) everything(new Document(`a.${kind}.json`, text));
  });
  test('is answered however it is cut', () => {
    const { document } = contextAt(
      '-- a.llm.json --\n' +
        '▮{ "general_prompt": "\\u00c4 {{a}}{{b}}", "default_dynamic_variables": { "a": "b" }, ' +
        '"states": [{ "name": "s", "edges": [{ "destination_state_name": "s" }] }] }',
    );
    fc.assert(
      fc.property(
        fc.nat(document.text.length),
        fc.nat(9),
        fc.constantFrom('', '"', '{', '}', '\\', ',', '\n', '{{'),
        (at, cut, put) => {
          everything(new Document('a.llm.json', document.text.slice(0, at) + put + document.text.slice(at + cut)));
        },
      ),
      { numRuns: 60 },
    );
  });
});
