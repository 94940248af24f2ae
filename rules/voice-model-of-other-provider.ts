import { providerOfModel, providerSource, voiceOf } from '../server/core/domain/voices.ts';
import { articleFor, defineRule, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'voice-model-of-other-provider',
  group: 'settings',
  severity: 'warning',
  spec: 'domain',
  clause: 'Agent settings: voice_model',
  comparesSettings: true,
  at: { 'agent-settings': '/voice_model' },
  when: { type: 'string' },

  check(node, workspace) {
    const model = node.string()!;
    const provider = providerOfModel(model);
    const voice = node.parent && voiceOf(node.parent, workspace);
    if (provider === undefined || !voice || voice.provider === provider) return undefined;
    const isPlatformVoice = voice.provider === 'platform';

    return {
      ...(isPlatformVoice && { severity: 'info' }),
      message:
        `voice_model: ${show(model)} is ${articleFor(provider)} model, but ${show(voice.id)} ` +
        `is ${articleFor(voice.provider)} voice${providerSource(voice.id, workspace)}`,
      help: isPlatformVoice
        ? 'platform voices have no model to choose; remove voice_model'
        : `choose ${articleFor(voice.provider)} model, or remove voice_model to use the default`,
      related: [{ at: voice.at, message: `${articleFor(voice.provider)} voice` }],
      fix: set(node, null, { title: 'Use the default model' }),
    };
  },
});
