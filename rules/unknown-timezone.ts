import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { addedValues, hasVariable } from '../server/core/domain/fields.ts';
import { nearestZone, sameZone, timeZoneNames } from '../server/core/domain/timezones.ts';
import { show, suggested } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-timezone',
  group: 'values',
  severity: 'error',
  summary: 'A time zone is not in the IANA database.',
  why: `
    The platform refuses the setting, or states dates and appointments in the wrong zone. Use a case-sensitive IANA
    name such as \`America/New_York\`. Abbreviations such as \`PST\` and offsets such as \`UTC-8\` are not zone
    names, and would be wrong for half of the year.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: ['Agent settings: timezone: of IANA', 'Scheduling tool: timezone: of IANA, or one variable'],
  at: formatted('timezone'),
  when: () => zone => typeof zone === 'string' && !timeZoneNames.has(zone),

  check(node, workspace) {
    const zone = node.string()!;
    const unstated = node.marks['x-format-stated'] !== true && { severity: 'warning' as const };
    if (zone.trim() === '')
      return {
        ...unstated,
        message: `${node.label}: expected an IANA time zone, got ${zone === '' ? 'an empty' : 'a blank'} string`,
        help: `use a name such as "America/New_York", or remove ${node.label}`,
      };
    if (hasVariable(zone)) {
      if (node.marks['x-template'] !== 'whole')
        return {
          ...unstated,
          message: `${node.label}: expected an IANA time zone, got ${show(zone)}; variables are not replaced here`,
          help: 'use a name such as "America/New_York"',
        };
      if (/^\{\{[^{}]+\}\}$/.test(zone.trim())) return undefined;
      return {
        ...unstated,
        message: `${node.label}: expected an IANA time zone or one {{variable}}, got ${show(zone)}`,
        help: 'put the whole name of the zone into the variable',
      };
    }
    // stray-whitespace reports a known one with surrounding whitespace
    if (timeZoneNames.has(zone.trim()) || addedValues(node, workspace).includes(zone)) return undefined;
    const same = sameZone(zone.trim().replace(/ /g, '_'));
    const near = same ?? nearestZone(zone);
    return {
      ...unstated,
      message: `${node.label}: expected an IANA time zone, got ${show(zone)}${suggested(near)}`,
      ...(near === undefined && { help: 'use a name such as "America/New_York"' }),
      fix: set(node, near, { safe: same !== undefined }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "timezone": "america/new_york" }
                    ^^^^^^^^^^^^^^^^^^ timezone: expected an IANA time zone, got "america/new_york"; did you mean
                                     | "America/New_York"?
      => { "timezone": "America/New_York" }
      -- noon.agent.json --
      { "timezone": "New York" }
                    ^^^^^^^^^^ timezone: expected an IANA time zone, got "New York"; did you mean
                             | "America/New_York"?
      => { "timezone": "America/New_York" }
      -- night.agent.json --
      { "timezone": "PST" }
                    ^^^^^ timezone: expected an IANA time zone, got "PST"; did you mean "America/Los_Angeles"?
      => { "timezone": "America/Los_Angeles" }
      -- day.agent.json --
      { "timezone": "Eastern Time (US & Canada)" }
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ timezone: expected an IANA time zone, got "Eastern Time (US &
                                              | Canada)"; did you mean "America/New_York"?
      => { "timezone": "America/New_York" }
      -- east.agent.json --
      { "timezone": "UTC-8" }
                    ^^^^^^^ timezone: expected an IANA time zone, got "UTC-8"
      -- empty.agent.json --
      { "timezone": "" }
                    ^^ timezone: expected an IANA time zone, got an empty string
      -- blank.agent-override.json --
      { "agent": { "timezone": " " } }
                               ^^^ timezone: expected an IANA time zone, got a blank string
      -- caller.agent.json --
      { "timezone": "{{zone}}" }
                    ^^^^^^^^^^ timezone: expected an IANA time zone, got "{{zone}}"; variables are not replaced here
      -- single.agent.json --
      { "timezone": "{tz}" }
                    ^^^^^^ timezone: expected an IANA time zone, got "{tz}"
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book", "timezone": "America/{{city}}" }
                                                                          ^^^^^^^^^^^^^^^^^^
                                              | timezone: expected an IANA time zone or one {{variable}}, got
                                              | "America/{{city}}"
        ]
      }
      -- friday.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }], "timezone": "Europe/Berlim" }
                                                                                      ^^^^^^^^^^^^^^^
                                              | warning: timezone: expected an IANA time zone, got "Europe/Berlim";
                                              | did you mean "Europe/Berlin"?
      => "call_time_window": { "windows": [{ "start": 540, "end": 1020 }], "timezone": "Europe/Berlin" }
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "timezone": "Asia/Kolkata" }
      -- noon.agent.json --
      { "timezone": null }
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book", "timezone": "{{zone}}" },
          { "type": "book_appointment_sched", "name": "book_utc", "timezone": "Etc/UTC" }
        ]
      }
    `,
  },
});
