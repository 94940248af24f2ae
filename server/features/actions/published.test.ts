import { describe, expect, test } from 'vitest';
import { actionsIn, titles } from '../../testing/actions-at.ts';

const reason = 'is published and cannot be changed; make a draft of it';
/** A published version with a caret in one of its fields. */
const published = (field: string, state = '"is_published": true'): string =>
  `-- desk.agent.json --\n{ "agent_id": "agent_desk", "version": 3, ${state}, ${field} }\n`;
const offers = (fixture: string): string[] =>
  titles(fixture).filter(title => !/Suppress|baseline|Turn off|Explain/.test(title));

describe('in a published version', () => {
  test('a fix is offered as a change for a draft, and no fix edits the file itself', () => {
    const versionReason = `version 3 of agent_desk, in desk.agent.json, ${reason}`;
    expect(offers(published('"voice_speed": "▮1.5"'))).toEqual([`quickfix: Use 1.5 without quotes – ${versionReason}`]);
    expect(offers(published('"enable_backchannel": false, "backchannel▮_words": ["yes"]'))).toEqual([
      `quickfix: Remove backchannel_words – ${versionReason}`,
    ]);
  });
  test('version summaries prove that the version is published', () =>
    expect(
      offers(
        published('"voice_speed": "▮1.5"', '"language": "en-US"') +
          '-- agent_desk.agent-versions.json --\n[{ "version": 3, "is_published": true, "last_modification_timestamp": 1 }]\n',
      ).join(),
    ).toContain(reason));
  test.each([
    ['adding a missing field', '"response▮_engine": { "type": "custom-llm" }'],
    ['using a similar name', '"response_engine": { "type": "service-llm", "llm_id": "llm_on▮" }'],
    [
      'rewriting a reference by number',
      '"response_engine": { "type": "service-llm", "llm_id": "llm_one", "version": ▮1 }',
    ],
  ])('%s does not change the file either', (_, field) => {
    const fixture = published(field) + '-- one.llm.json --\n{ "llm_id": "llm_one", "version": 1 }\n';
    for (const { kind, edits } of actionsIn(fixture).actions)
      if (kind !== 'refactor.move') expect(edits.filter(({ file }) => file === 'desk.agent.json')).toEqual([]);
  });
  test('syntax errors are still fixed', () =>
    expect(offers(published('"voice_speed": 1,▮')).join()).toContain('Remove the comma'));
  test('an export can be split', () => {
    const engine = '"response_engine": { "type": "service-llm", "llm_id": "llm_1" }';
    expect(offers(published(`${engine}, "service▮LlmData": { "llm_id": "llm_1" }`)).join()).toMatch(
      /refactor.move: [^–]*$/,
    );
  });
});
