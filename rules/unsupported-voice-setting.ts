import { setsNothing } from '../server/core/domain/settings.ts';
import { providerSource, voiceOf } from '../server/core/domain/voices.ts';
import { articleFor, defineRule, listed, remove, show, withMark } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unsupported-voice-setting',
  group: 'settings',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: ['Agent settings: voice_emotion', 'Agent settings: enable_expressive_mode: voices of the platform only'],
  comparesSettings: true,
  at: withMark('x-providers'),
  when: () => value => !setsNothing(value),

  check(node, workspace) {
    const providers = node.marks['x-providers'] as readonly string[];
    const voice = node.parent && voiceOf(node.parent, workspace);
    if (node.marks.enum?.includes(node.value as string) === false) return undefined;
    if (!voice || providers.includes(voice.provider)) return undefined;

    return {
      message:
        `${node.label}: works with ${listed(providers, 'and')} voices only, ` +
        `but ${show(voice.id)} is ${articleFor(voice.provider)} voice${providerSource(voice.id, workspace)}`,
      related: [{ at: voice.at, message: `${articleFor(voice.provider)} voice` }],
      fix: remove(node),
    };
  },
});
