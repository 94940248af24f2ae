import { hasProvidersPrefix, isHalfVoice, meantVoice } from '../server/core/domain/voices.ts';
import { defineRule, set, show, suggest } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'misspelled-voice-prefix',
  group: 'values',
  severity: 'warning',
  reads: 'records',
  spec: 'domain',
  at: { 'agent-settings': ['/voice_id', '/fallback_voice_ids/*'] },
  when: () => value => typeof value === 'string' && (!hasProvidersPrefix(value) || value.endsWith('-')),

  check(node, workspace) {
    const id = node.string()!;
    if (isHalfVoice(id, workspace))
      return { message: `${node.label}: expected a provider and a name, like "11labs-Adrian", got ${show(id)}` };
    // stray-whitespace reports surrounding whitespace
    const similarVoice = id === id.trim() ? meantVoice(id, workspace) : undefined;
    return (
      similarVoice && {
        at: { within: node.pointer, start: 0, end: similarVoice.end },
        message: `${node.label}: no voice provider has the prefix ${show(id.slice(0, similarVoice.end))}${suggest(similarVoice.id)}`,
        fix: set(node, similarVoice.id),
      }
    );
  },
});
