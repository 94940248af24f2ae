import { describe, expect, it } from 'vitest';
import { accepted, askedInConfiguration } from '../../testing/accepted.ts';

const options = { snippets: true, ruleIds: ['wrong-type', 'unknown-node'] };

describe('the text of a configuration after an item is accepted', () => {
  it.each([
    ['a setting', '{ ▮ }', 'liveTags', '{ "liveTags": [‹›] }'],
    ['a rule', `{
  // ours
  "rules": { ▮ }
}`, 'wrong-type', `{
  // ours
  "rules": { "wrong-type": ‹"off"|"info"|"warning"|"error"› }
}`],
    [
      'a rule, half typed before another', '{ "rules": { "unk▮ "wrong-type": "off" } }', 'unknown-node',
      '{ "rules": { "unknown-node": ‹"off"|"info"|"warning"|"error"›, "wrong-type": "off" } }',
    ],
    ['a severity', '{ "rules": { "wrong-type": ▮ } }', 'off', '{ "rules": { "wrong-type": "off" } }'],
    ['a kind', '{ "files": { "▮" } }', 'llm', '{ "files": { "llm": [‹›] } }'],
    ['an assumption', '{ "assumptions": { ▮ } }', 'publish-order', '{ "assumptions": { "publish-order": ‹false|true› } }'],
    ['a kind of record, of those not there yet', '{ "complete": ["agent", ▮] }', 'llm', '{ "complete": ["agent", "llm"] }'],
    ['a suppression', `{
  "suppress": [
    ▮
  ]
}`, 'item', `{
  "suppress": [
    {
      "rule": "‹›",
      "file": "‹›",
      "at": "‹›",
      "reason": "‹›"
    }
  ]
}`],
    ['the rule of a suppression', '{ "suppress": [{ "rule": "▮" }] }', 'unknown-node', '{ "suppress": [{ "rule": "unknown-node" }] }'],
  ])('%s', (_, text, label, after) => {
    expect(accepted(askedInConfiguration(text), label, options)).toBe(after);
  });
});
