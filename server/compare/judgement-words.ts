import { isNoReason } from '../core/configuration/suppress.ts';
import { roleOf, type Alteration } from '../core/configuration/judging.ts';
import type { Finding } from '../core/finding.ts';
import { property, type Json } from '../core/json/json.ts';
import { count, listed, show } from '../core/wording.ts';

/** What an altered setting does. */
export interface Counts {
  hides: Finding[];
  shows: number;
  unchecked: number;
  silences: Finding[];
}

/** `changed; hides 1 new error` */
export function effectOf({ key, how, text, value }: Alteration, counts: Counts | undefined): string {
  const { hides = [], shows = 0, unchecked = 0, silences = [] } = counts ?? {};
  return [
    how,
    ...(how === 'removed' ? [] : acceptsInWords(key, value)),
    ...(hides.length > 0 ? [`hides ${inWords(hides, 'new ')}`] : []),
    ...(unchecked > 0 ? [`${count(unchecked, 'file')} no longer checked`] : []),
    ...(shows > 0 ? [`shows ${count(shows, 'finding')} in unchanged text`] : []),
    ...(silences.length > 0 ? [`silences ${inWords(silences)}`] : []),
    ...(key === 'liveTags' ? ['live is what either side calls live'] : []),
    ...(key === 'ci' && how !== 'added'
      ? [`what the base ${text === 'ci.fail' ? 'demands' : 'asserts'} holds too`]
      : []),
  ].join('; ');
}

/** `2 errors and 1 warning` */
export function inWords(findings: readonly Finding[], which = ''): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length,
    warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, `${which}error`)] : []),
    ...(warnings > 0 ? [count(warnings, `${which}warning`)] : []),
  ];
  return listed(parts, 'and');
}

function acceptsInWords(key: string, value: Json): string[] {
  if (roleOf(key) !== 'accepts') return [];
  const text = (name: string): string => String(property(value, name) ?? '');
  const what = key === 'suppress' ? `${text('rule')} in ${text('file')}` : `the break of ${text('reference')}`,
    reason = text('reason');
  return isNoReason(reason)
    ? [`accepts nothing new: its reason says nothing (${show(reason, 40)})`]
    : [`accepts ${what}: ${show(reason, 120)}`];
}
