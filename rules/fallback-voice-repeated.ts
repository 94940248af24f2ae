import { repeatsIn } from '../server/core/json/multimap.ts';
import { defineRule, hasRepeats, isArray, property, remove, show, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'fallback-voice-repeated',
  group: 'settings',
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: fallback_voice_ids: other providers than the main voice',
  comparesSettings: true,
  at: { 'agent-settings': '/fallback_voice_ids' },
  when: () => (list, holder) =>
    hasRepeats(list) || (isArray(list) && list.includes(property(holder, 'voice_id') ?? null)),

  *check(list): Generator<Problem> {
    const main = list.sibling('voice_id');
    const voices = list.items().filter(node => node.string());
    for (const node of voices.filter(({ value }) => value === main.value))
      yield {
        at: node,
        message: `${node.label}: ${show(node.value)} is the main voice, so it cannot stand in for it`,
        related: [{ at: main, message: 'the main voice' }],
        fix: remove(node, { title: `Remove ${show(node.value)}` }),
      };
    const alternatives = voices.filter(({ value }) => value !== main.value);
    for (const [node, previous] of repeatsIn(alternatives, voice => voice.string()))
      yield {
        at: node,
        severity: 'warning',
        message: `${node.label}: ${show(node.value)} is listed twice, so the second entry is never used`,
        related: [{ at: previous, message: 'first listed here' }],
        fix: remove(node, { title: `Remove ${show(node.value)}`, safe: true }),
      };
  },
});
