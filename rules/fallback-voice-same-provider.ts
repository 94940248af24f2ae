import { providerOfVoice, providerSource, voiceOf } from '../server/core/domain/voices.ts';
import { defineRule, isArray, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'fallback-voice-same-provider',
  group: 'settings',
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: fallback_voice_ids: other providers than the main voice',
  comparesSettings: true,
  at: { 'agent-settings': '/fallback_voice_ids' },
  when: () => list => isArray(list) && list.length > 0,

  *check(list, workspace): Generator<Problem> {
    if (!list.parent) return;
    const main = voiceOf(list.parent, workspace);
    const help = 'choose a voice from another provider';
    const first = new Map<string, Cursor>();
    for (const node of list.items()) {
      const id = node.string();
      const provider = id === undefined ? undefined : providerOfVoice(id, workspace);
      if (id === undefined || provider === undefined) continue;
      const previous = first.get(provider);
      if (!previous) first.set(provider, node);
      // fallback-voice-repeated reports a repeated voice
      if (main?.id === id) continue;
      const source =
        providerSource(id, workspace) ||
        providerSource(previous && main?.provider !== provider ? previous.string()! : (main?.id ?? ''), workspace);
      if (main?.provider === provider)
        yield {
          at: node,
          help,
          message: `fallback and main voice are both from ${provider}${source}; one outage takes both`,
          related: [{ at: main.at, message: 'the main voice' }],
        };
      else if (previous && previous.value !== id)
        yield {
          at: node,
          severity: 'warning',
          help,
          message: `both fallback voices are from ${provider}${source}; one outage takes both`,
          related: [{ at: previous, message: `another fallback voice from ${provider}` }],
        };
    }
  },
});
