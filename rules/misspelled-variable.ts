import type { Cursor } from '../server/core/cursor.ts';
import { effectOfPlaceholder } from '../server/core/domain/spoken-uses.ts';
import { isSystemVariable, templatesIn, zoneOf, type TemplateUse } from '../server/core/domain/templates.ts';
import { nearestZone, zoneIgnoringCase } from '../server/core/domain/timezones.ts';
import { timeZoneNames } from '../server/core/domain/timezone-names.ts';
import { meantName, usualName } from '../server/core/domain/meant-variables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, defineRule, rewrite, show, suggest, withMark, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'misspelled-variable',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'domain',
  clause: 'Agent settings: boosted_keywords: may hold variables',
  at: withMark('x-template'),
  when: { text: '{{' },

  check(node, workspace) {
    const text = node.string()!;
    return templatesIn(text).flatMap(use => problemOf(use, text, node, workspace));
  },
});

function problemOf(use: TemplateUse, text: string, node: Cursor, workspace: Workspace): Problem[] {
  const similarName = suggestionFor(use, node, workspace);
  if (similarName === undefined) return [];
  const start = text.indexOf(use.name, use.start),
    part = { within: node.pointer, start, end: start + use.name.length };
  const fix =
    similarName.name === undefined ? undefined : rewrite(part, similarName.name, `Use {{${similarName.name}}}`);
  return [{ at: part, ...similarName.problem, fix }];
}

interface Suggestion {
  readonly name?: string;
  readonly problem: Pick<Problem, 'message' | 'severity'>;
}

function suggestionFor({ name }: TemplateUse, node: Cursor, workspace: Workspace): Suggestion | undefined {
  if (isSystemVariable(name)) return meantZone(name);
  const similarName = meantName(name, node, workspace),
    rival = similarName ? similarName.evidence === 'used' && similarName.name : usualName(name, node, workspace),
    likelyName = similarName?.name ?? rival;
  if (!likelyName) return undefined;
  const reason = rival
    ? `and {{${clipped(rival)}}} are different variables`
    : `is never set, so ${effectOfPlaceholder(node)}`;
  return {
    name: likelyName,
    problem: {
      ...((!similarName || similarName.evidence === 'form') && { severity: 'info' }),
      message: `{{${clipped(name)}}} ${reason}; did you mean {{${clipped(likelyName)}}}?`,
    },
  };
}

function meantZone(name: string): Suggestion | undefined {
  const zone = zoneOf(name);
  if (!zone || timeZoneNames.has(zone.zone)) return undefined;
  const similarZone = zoneIgnoringCase(zone.zone) ?? nearestZone(zone.zone);
  const message = `{{${clipped(name, 40)}}}: ${show(zone.zone)} is not an IANA time zone` + suggest(similarZone);
  return { ...(similarZone !== undefined && { name: name.slice(0, zone.start) + similarZone }), problem: { message } };
}
