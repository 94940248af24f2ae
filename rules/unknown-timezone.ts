import { addedValues, hasVariable } from '../server/core/domain/fields.ts';
import { nearestZone, zoneIgnoringCase } from '../server/core/domain/timezones.ts';
import { timeZoneNames } from '../server/core/domain/timezone-names.ts';
import { defineRule, set, show, stringsWithFormat, suggest } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-timezone',
  group: 'values',
  severity: 'error',
  reads: 'records',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: ['Agent settings: timezone: of IANA', 'Scheduling tool: timezone: of IANA, or one variable'],
  at: stringsWithFormat('timezone'),
  when: () => zone => typeof zone === 'string' && !timeZoneNames.has(zone),

  check(node, workspace) {
    const zone = node.string()!;
    const severity = node.marks['x-format-stated'] !== true && { severity: 'warning' as const };
    if (zone.trim() === '')
      return {
        ...severity,
        message: `${node.label}: expected an IANA time zone, got ${zone === '' ? 'an empty' : 'a blank'} string`,
        help: `use a name such as "America/New_York", or remove ${node.label}`,
      };
    if (hasVariable(zone)) {
      if (node.marks['x-template'] !== 'whole')
        return {
          ...severity,
          message: `${node.label}: expected an IANA time zone, got ${show(zone)}; variables are not replaced here`,
          help: 'use a name such as "America/New_York"',
        };
      if (/^\{\{[^{}]+\}\}$/.test(zone.trim())) return undefined;
      return {
        ...severity,
        message: `${node.label}: expected an IANA time zone or one {{variable}}, got ${show(zone)}`,
        help: 'put the whole name of the zone into the variable',
      };
    }
    // stray-whitespace reports a known time zone with surrounding whitespace
    if (timeZoneNames.has(zone.trim()) || addedValues(node, workspace).includes(zone)) return undefined;
    const match = zoneIgnoringCase(zone.trim().replace(/ /g, '_'));
    const similarZone = match ?? nearestZone(zone);
    return {
      ...severity,
      message: `${node.label}: expected an IANA time zone, got ${show(zone)}${suggest(similarZone)}`,
      ...(similarZone === undefined && { help: 'use a name such as "America/New_York"' }),
      fix: set(node, similarZone, { safe: match !== undefined }),
    };
  },
});
