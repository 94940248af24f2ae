import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { differences } from './contents.ts';

const differencesOf = (before: object, current: object, kind = 'agent'): string[] => {
  const cursorOf = (value: object) => new Document(`x.${kind}.json`, JSON.stringify(value)).roots[0]!;
  return differences(cursorOf({ agent_id: 'a', ...before }), cursorOf({ agent_id: 'a', ...current })).map(
    ({ pointer }) => pointer,
  );
};
const ten = ['en-US', 'es-ES', 'fr-FR', 'de-DE', 'hi-IN', 'ru-RU', 'pt-PT', 'ja-JP', 'it-IT', 'nl-NL'];

test.each<[object, object, string?]>([
  [{ language: 'multi' }, { language: ten }],
  [{ webhook_events: ['call_ended', 'call_started'] }, { webhook_events: ['call_started', 'call_ended'] }],
  [{}, { webhook_events: ['call_analyzed', 'call_ended', 'call_started'] }],
  [{ expressive_emotion_tags: ['sigh', 'happy'] }, { expressive_emotion_tags: ['happy', 'sigh'] }],
  [{ boosted_keywords: ['a', 'b', 'a'] }, { boosted_keywords: ['b', 'a'] }],
  [
    { guardrail_config: { output_topics: ['violence', 'gambling'] } },
    { guardrail_config: { output_topics: ['gambling', 'violence'] } },
  ],
  [
    { llm_id: 'l', general_prompt: 'x', knowledge_base_ids: ['k1', 'k2'] },
    { llm_id: 'l', general_prompt: 'x', knowledge_base_ids: ['k2', 'k1'] },
    'llm',
  ],
])('%j is %j', (before, current, kind) => expect(differencesOf(before, current, kind)).toEqual([]));

test.each<[object, object, string]>([
  [{ language: 'multi' }, { language: ten.slice(1) }, '/language'],
  [{ language: ['en-US', 'de-DE'] }, { language: ['de-DE', 'en-US'] }, '/language'],
  [{ webhook_events: ['call_ended'] }, { webhook_events: ['call_started'] }, '/webhook_events'],
  [
    { fallback_voice_ids: ['openai-A', 'cartesia-B'] },
    { fallback_voice_ids: ['cartesia-B', 'openai-A'] },
    '/fallback_voice_ids',
  ],
])('%j is not %j', (before, current, pointer) => expect(differencesOf(before, current)).toEqual([pointer]));
