import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

const names: Readonly<Record<string, string>> = { string: 'text', integer: 'a whole number', number: 'a number', boolean: 'true or false', object: 'an object', array: 'a list', null: 'null' };

export default defineSchemaRule({
  id: 'wrong-type',
  severity: 'error',
  summary: 'A value of another type than the field takes.',
  why: `
    The platform refuses a request in which a field has the wrong type, so the whole change is lost.
    A number in quotes is text, and an empty list is not an empty object.
  `,
  spec: 'Resources and their fields',
  violates: ['type'],

  check(node, violation) {
    const types = [violation.params['type']].flat() as string[];
    const wanted = types.map(type => names[type] ?? type).join(' or ');
    const { value } = node;
    const parsed = typeof value === 'string' ? asType(value, types) : undefined;
    return {
      message: `${node.label} must be ${wanted}, is ${typeof value === 'string' ? `the text ${show(value)}` : show(value)}`,
      ...(parsed !== undefined && { fix: { title: `Use ${JSON.stringify(parsed)} without quotes`, safe: true, edits: [{ set: node.pointer, to: parsed }] } }),
    };
  },

  examples: {
    invalid: [{
      files: files`
        -- desk.agent.json --
        {
          "voice_speed": "1.5",
                         ^^^^^ voice_speed must be a number, is the text "1.5"
          "user_dtmf_options": []
                               ^ user_dtmf_options must be an object or null, is an empty list
        }
      `,
      fixed: files`
        -- desk.agent.json --
        {
          "voice_speed": 1.5,
          "user_dtmf_options": []
        }
      `,
    }],
    valid: [files`
      -- desk.agent.json --
      { "voice_speed": 1.5, "user_dtmf_options": {}, "ambient_sound": null }
    `],
  },
});

/** The number or boolean that a text spells. */
function asType(text: string, types: readonly string[]): number | boolean | undefined {
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const number = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number === undefined || !Number.isFinite(number)) return undefined;
  return types.includes('number') || (types.includes('integer') && Number.isInteger(number)) ? number : undefined;
}
