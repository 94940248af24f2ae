import { describe, expect, test } from 'vitest';
import { outcomeOf, titles, usual } from '../../testing/actions-at.ts';
import { filters } from '../../testing/action-fixtures.ts';

describe('a fix', () => {
  test('may remove a setting without effect, or a setting that makes another one ineffective', () => {
    const offFixture = '-- desk.agent.json --\n{ "enable_backchannel": false, "backchannel▮_words": ["yes"] }\n';
    expect(outcomeOf(offFixture, 'Remove backchannel_words (review)')).toContain('{ "enable_backchannel": false }');
    expect(outcomeOf(offFixture, 'Set enable_backchannel to true (review)')).toContain(
      '{ "enable_backchannel": true, "backchannel_words": ["yes"] }',
    );
    const unset = '-- desk.agent.json --\n{ "voice_id": "v", "backchannel▮_words": ["yes"] }\n';
    expect(outcomeOf(unset, 'Set enable_backchannel to true (review)')).toContain('"enable_backchannel": true');
  });
  test('may remove all deprecated fields and values', () =>
    expect(
      outcomeOf(filters, 'Migrate all 2 deprecated fields and values in this file (review)', { onlyKinds: ['source'] }),
    ).toMatchInlineSnapshot(`
    "
    -- outages.alert-rule.json --
    {
      "name": "Outages",
      "metric_type": "call_count",
      "filter": {
        "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr"] },
        "status_code": { "type": "enum", "op": "in", "value": ["429"] },
        "agent": []
      }
    }
    "
  `));
  test('may remove all deprecated fields and values, across several rules', () => {
    const pair =
      '-- desk.agent.json --\n' +
      '{\n' +
      '  "language": "m▮ulti",\n' +
      '  "opt_out_sensitive_data_storage": false,\n' +
      '  "data_storage_setting": "everything"\n' +
      '}\n';
    expect(outcomeOf(pair, 'Migrate all 2 deprecated fields and values in this file (review)')).toMatchInlineSnapshot(`
      "
      -- desk.agent.json --
      {
        "language": ["en-US", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"],
        "data_storage_setting": "everything"
      }
      "
    `);
  });
  test('may apply to all findings of a rule', () =>
    expect(outcomeOf(filters, 'Fix both findings of deprecated-field in this file (review)')).toBe(
      outcomeOf(filters, 'Migrate all 2 deprecated fields and values in this file (review)', { onlyKinds: ['source'] }),
    ));
  test('beside a line that is being typed may replace a word, but may not remove a field', () => {
    const typeLine = (line: string): string =>
      `-- desk.agent.json --\n{\n  "agent_name": "Desk",\n  "lang,\n${line}\n}\n`;
    expect(outcomeOf(typeLine('  "stt_mode": "fas▮"'), 'Use "fast" (review)')).toMatchInlineSnapshot(`
      "
      -- desk.agent.json --
      {
        "agent_name": "Desk",
        "lang,
        "stt_mode": "fast"
      }
      "
    `);
    expect(titles(typeLine('  "stt_mode": "fas▮"'))).toEqual([
      'quickfix: Use "fast" (review)',
      'quickfix: Add "fas" to the known values of stt_mode',
      ...usual('invalid-enum-value'),
    ]);
    expect(titles(typeLine('  "language": ["en-US", "en▮-US"]'))).toEqual(usual('repeated-locale'));
  });
});
