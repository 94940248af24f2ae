import { entryOf, rootOf, UNKNOWN_ENTRY, type ShapeName } from '../server/core/shapes/table.ts';
import { meantField, misspelledField } from '../server/core/domain/fields.ts';
import { clipped, defineRule, listed, rename, suggest } from '../server/core/engine/rule.ts';

const overrides = {
  service_llm: 'service-llm-override',
  conversation_flow: 'conversation-flow-override',
} as const satisfies Record<string, ShapeName>;

export default defineRule({
  id: 'unsupported-override',
  group: 'settings',
  severity: 'warning',
  spec: 'Agent override request (per call)',
  clause: [
    'Agent override request: service_llm: ten attributes, only with an LLM engine',
    'Agent override request: conversation_flow: seven attributes, only with a flow',
  ],
  replaces: ['unknown-field'],
  at: { 'service-llm-override': '', 'conversation-flow-override': '' },

  *check(override) {
    const supportedFields = Object.keys(entryOf(override.entry).props ?? {});
    for (const attribute of override.entries()) {
      const { key } = attribute;
      if (attribute.entry !== UNKNOWN_ENTRY || attribute.isNull || key.startsWith('_')) continue;
      const place = Object.entries(overrides).find(([, shape]) =>
        Object.hasOwn(entryOf(rootOf(shape)).props ?? {}, key),
      )?.[0];
      const suggestion = place === undefined ? meantField(override, key) : undefined,
        similarField = suggestion ?? (place === undefined ? misspelledField(override, key) : undefined);
      yield {
        at: { key: attribute.pointer },
        message:
          place === undefined
            ? `${clipped(key)}: cannot be overridden per call, so it has no effect` + suggest(similarField)
            : `${key}: can be overridden in ${place} only, not in ${override.label}`,
        help: `can be overridden: ${listed(supportedFields, 'and', 12)}`,
        fix: rename(attribute, suggestion, { title: `Rename it to ${suggestion}` }),
      };
    }
  },
});
