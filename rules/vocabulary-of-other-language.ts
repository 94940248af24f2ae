import { defineRule, files } from '../server/core/engine/rule.ts';
import { languageOf, localesOf } from '../server/core/domain/settings.ts';
import { listed, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'vocabulary-of-other-language',
  group: 'settings',
  severity: 'warning',
  summary: 'A vocabulary does not cover all languages of the agent.',
  why: `
    The medical vocabulary is for English agents only, so callers in other languages do not benefit, and the platform
    may refuse the setting. Use \`general\`, or a separate agent for English.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: vocab_specialization: English only',
  comparesSettings: true,
  at: { 'agent-settings': '/vocab_specialization' },
  when: { keyOf: 'x-value-languages' },

  check(node) {
    const languages = node.marks['x-value-languages'] as Readonly<Record<string, readonly string[]>>;
    const value = node.string()!;
    if (!node.parent) return undefined;
    const others = (localesOf(node.parent) ?? []).filter(
      locale => locale !== 'multi' && !languages[value]!.includes(languageOf(locale)),
    );
    if (others.length === 0) return undefined;
    const language = node.sibling('language');
    return {
      message: `vocab_specialization: ${show(value)} is English only, but language includes ${listed(others, 'and', 3)}`,
      ...(language.exists && { related: [{ at: language, message: "the agent's language" }] }),
      fix: set(node, 'general', { title: 'Use "general"' }),
    };
  },

  examples: {
    invalid: files`
      -- clinic.agent.json --
      {
        "language": ["en-US", "es-419"],
        "vocab_specialization": "medical"
                                ^^^^^^^^^ warning: vocab_specialization: "medical" is English only, but language
                                        | includes es-419
      => "vocab_specialization": "general"
      }
      -- berlin.agent.json --
      { "language": "de-DE", "vocab_specialization": "medical" }
                                                     ^^^^^^^^^ warning: vocab_specialization: "medical" is English
                                              | only, but language includes de-DE
      => { "language": "de-DE", "vocab_specialization": "general" }
    `,
    valid: files`
      -- clinic.agent.json --
      { "language": ["en-US", "en-GB"], "vocab_specialization": "medical" }
      -- desk.agent.json --
      { "vocab_specialization": "medical" }
      -- night.agent.json --
      { "language": "English", "vocab_specialization": "medical" }
      -- berlin.agent.json --
      { "language": "de-DE", "vocab_specialization": "general" }
      -- polite.agent-override.json --
      { "agent": { "vocab_specialization": "medical" } }
    `,
  },
});
