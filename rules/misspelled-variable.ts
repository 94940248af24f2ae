import type { Cursor } from '../server/core/cursor.ts';
import { isSystemVariable, templatesIn, zoneOf, type TemplateUse } from '../server/core/domain/templates.ts';
import { nearestZone, sameZone, timeZoneNames } from '../server/core/domain/timezones.ts';
import { meantName } from '../server/core/domain/variables.ts';
import { rewrite } from '../server/core/engine/fixes.ts';
import { defineRule, files, withMark, type Problem } from '../server/core/engine/rule.ts';
import { clipped, show, suggested } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'misspelled-variable',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A variable is never set, but one with a similar name is.',
  why: `
    Names are case-sensitive and must match exactly; a variable that is not set stays in the text, and the agent reads
    out the placeholder. Values may come with a call, so a name is reported only if the engine, its tools, its tags or
    the platform set a similar one. Singular and plural may be two variables, so that is info.
  `,
  spec: 'domain',
  clause: 'Agent settings: boosted_keywords: may hold variables',
  at: withMark('x-template'),
  when: { text: '{{' },

  check(node, workspace) {
    const text = node.string()!;
    return templatesIn(text).flatMap(use => problemOf(use, text, node, workspace));
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_prompt": "You call {{custmer_name}} about order {{Order ID}}. It is {{curent_time}}.",
                                      ^^^^^^^^^^^^ warning: {{custmer_name}} is never set, so callers hear the
                                              | placeholder; did you mean {{customer_name}}?
                                                                   ^^^^^^^^
                                              | warning: {{Order ID}} is never set, so callers hear the placeholder;
                                              | did you mean {{order_id}}?
                                                                                       ^^^^^^^^^^^
                                              | warning: {{curent_time}} is never set, so callers hear the
                                              | placeholder; did you mean {{current_time}}?
      => "general_prompt": "You call {{customer_name}} about order {{order_id}}. It is {{current_time}}.",
        "begin_message": "Hello {{customer_name}}",
        "default_dynamic_variables": { "customer_name": "there", "order_id": "" }
      }
      -- zones.llm.json --
      { "general_prompt": "It is {{current_time_America/chicago}} here and {{current_calendar_Mars/Olympus}} there." }
                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: {{current_time_America/chicago}}:
                                              | "America/chicago" is not an IANA time zone; did you mean
                                              | "America/Chicago"?
                                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: {{current_calendar_Mars/Olympus}}: "Mars/Olympus" is not an
                                              | IANA time zone
      => { "general_prompt": "It is {{current_time_America/Chicago}} here and {{current_calendar_Mars/Olympus}} there." }
      -- spellings.llm.json --
      { "general_prompt": "Ask for {{customer zip}}. Then confirm {{customer_zip}}, and repeat {{customer_zip}}." }
                                     ^^^^^^^^^^^^ warning: {{customer zip}} and {{customer_zip}} are different
                                              | variables; did you mean {{customer_zip}}?
      => { "general_prompt": "Ask for {{customer_zip}}. Then confirm {{customer_zip}}, and repeat {{customer_zip}}." }
      ====
      -- desk.agent.json --
      { "agent_id": "agent_desk", "voicemail_option": { "action": { "type": "static_text", "text": "This is {{clinic_nmae}}." } } }
                                                                                                              ^^^^^^^^^^^
                                              | warning: {{clinic_nmae}} is never set, so callers hear the
                                              | placeholder; did you mean {{clinic_name}}?
      => { "agent_id": "agent_desk", "voicemail_option": { "action": { "type": "static_text", "text": "This is {{clinic_name}}." } } }
      -- night.agent.json --
      { "agent_id": "agent_desk", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_night" } }
      -- night.llm.json --
      { "llm_id": "llm_night", "general_prompt": "You answer for {{clinc_name}}." }
                                                                   ^^^^^^^^^^
                                              | warning: {{clinc_name}} is never set, so callers hear the
                                              | placeholder; did you mean {{clinic_name}}?
      => { "llm_id": "llm_night", "general_prompt": "You answer for {{clinic_name}}." }
      -- all.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 1, "dynamic_variables": { "clinic_name": "Hill Clinic" } } } }]
      -- hours.llm.json --
      { "general_prompt": "We are open {{opening_hour}}.", "default_dynamic_variables": { "opening_hours": "all day" } }
                                         ^^^^^^^^^^^^ info: {{opening_hour}} is never set, so callers hear the
                                              | placeholder; did you mean {{opening_hours}}?
      => { "general_prompt": "We are open {{opening_hours}}.", "default_dynamic_variables": { "opening_hours": "all day" } }
    `,
    valid: files`
      -- desk.llm.json --
      {
        "general_prompt": "{{customer_name}}, {{user_number}}, {{current_time_America/Los_Angeles}}, {{current_calendar}}",
        "begin_message": "{{item_2}}, {{given_by_the_call}}",
        "default_dynamic_variables": { "customer_name": "there", "item_1": "a" },
        "general_tools": [
          { "type": "custom", "name": "find", "url": "https://api.example.com/{{customer_nam}}", "method": "GET" }
        ]
      }
      -- march.batch-call.json --
      {
        "tasks": [
          { "to_number": "+14155550111", "service_llm_dynamic_variables": { "customer_nam": "set by the call" } }
        ]
      }
    `,
  },
});

function problemOf(use: TemplateUse, text: string, node: Cursor, workspace: Workspace): Problem[] {
  const meant = meantBy(use, node, workspace);
  if (meant === undefined) return [];
  const start = text.indexOf(use.name, use.start),
    at = { within: node.pointer, start, end: start + use.name.length };
  const fix = meant.name === undefined ? undefined : rewrite(at, meant.name, `Use {{${meant.name}}}`);
  return [{ at, ...meant.problem, fix }];
}

interface Meant {
  readonly name?: string;
  readonly problem: Pick<Problem, 'message' | 'severity'>;
}

function meantBy({ name }: TemplateUse, node: Cursor, workspace: Workspace): Meant | undefined {
  if (isSystemVariable(name)) return meantZone(name);
  const meant = meantName(name, node, workspace);
  return (
    meant && {
      name: meant.name,
      problem: {
        ...(meant.is === 'number' && { severity: 'info' }),
        message:
          meant.is === 'used'
            ? `{{${clipped(name)}}} and {{${clipped(meant.name)}}} are different variables; did you mean {{${clipped(meant.name)}}}?`
            : `{{${clipped(name)}}} is never set, so callers hear the placeholder; did you mean {{${clipped(meant.name)}}}?`,
      },
    }
  );
}

function meantZone(name: string): Meant | undefined {
  const zone = zoneOf(name);
  if (!zone || timeZoneNames.has(zone.zone)) return undefined;
  const meant = sameZone(zone.zone) ?? nearestZone(zone.zone);
  const message = `{{${clipped(name, 40)}}}: ${show(zone.zone)} is not an IANA time zone` + suggested(meant);
  return { ...(meant !== undefined && { name: name.slice(0, zone.start) + meant }), problem: { message } };
}
