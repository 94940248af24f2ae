import { isArray } from '../server/core/json/json.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { providerOfVoice, toldBy, voiceOf } from '../server/core/domain/voices.ts';

export default defineRule({
  id: 'fallback-voice-same-provider',
  group: 'settings',
  severity: 'error',
  summary: 'A fallback voice has the same provider as the voice it replaces.',
  why: `
    If a provider has an outage, all of its voices are down, so the agent goes silent in exactly the outage the
    fallback was meant for. The main voice and the fallbacks must come from different providers. Two fallbacks of one
    provider fail together.

    The provider is read from the voice id. Ids that do not reveal it, such as \`custom_voice_…\`, are skipped unless
    \`voices\` in \`preflight.config.json\` names their provider.
  `,
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
      const earlier = first.get(provider);
      if (!earlier) first.set(provider, node);
      // a repeated voice is fallback-voice-repeated's finding
      if (main?.id === id) continue;
      const source =
        toldBy(id, workspace) ||
        toldBy(earlier && main?.provider !== provider ? earlier.string()! : (main?.id ?? ''), workspace);
      if (main?.provider === provider)
        yield {
          at: node,
          help,
          message: `fallback and main voice are both from ${provider}${source}; one outage takes both`,
          related: [{ at: main.at, message: 'the main voice' }],
        };
      else if (earlier && earlier.value !== id)
        yield {
          at: node,
          severity: 'warning',
          help,
          message: `both fallback voices are from ${provider}${source}; one outage takes both`,
          related: [{ at: earlier, message: `another fallback voice from ${provider}` }],
        };
    }
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian",
        "fallback_voice_ids": ["11labs-Kate", "openai-Alloy", "openai-Nova"]
                               ^^^^^^^^^^^^^ fallback and main voice are both from elevenlabs; one outage takes both
                                                              ^^^^^^^^^^^^^
                                              | warning: both fallback voices are from openai; one outage takes both
      }
      ====
      -- preflight.config.json --
      { "voices": { "custom_voice_07f8": "cartesia" } }
      -- friday.batch-call.json --
      {
        "tasks": [
          {
            "agent_override": { "agent": { "voice_id": "custom_voice_07f8", "fallback_voice_ids": ["cartesia-Cleo"] } }
                                                                                                   ^^^^^^^^^^^^^^^
                                              | fallback and main voice are both from cartesia (per
                                              | preflight.config.json); one outage takes both
          }
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "voice_id": "11labs-Adrian", "fallback_voice_ids": ["openai-Alloy", "cartesia-Cleo", "custom_voice_07f8", ""] }
      -- night.agent.json --
      { "voice_id": "custom_voice_07f8", "fallback_voice_ids": ["cartesia-Cleo"] }
      -- polite.agent-override.json --
      { "agent": { "fallback_voice_ids": ["11labs-Kate", "cartesia-Cleo"] } }
    `,
  },
});
