import { isNoReason } from '../core/configuration/suppress.ts';
import { roleOf, type Alteration } from '../core/configuration/judging.ts';
import type { Finding } from '../core/finding.ts';
import { isArray, property, type Json } from '../core/json/json.ts';
import { count, listed, show } from '../core/wording.ts';

/** The findings and files that an altered setting affects. */
export interface Counts {
  hiddenFindings: Finding[];
  shownCount: number;
  uncheckedCount: number;
  silencedFindings: Finding[];
}
export const emptyCounts = (): Counts => ({
  hiddenFindings: [],
  shownCount: 0,
  uncheckedCount: 0,
  silencedFindings: [],
});

/** The keys of settings that can hide findings, in the order in which a cause is looked for. */
export const judgingKeys = [
  'files',
  'ignore',
  'overrides',
  'rules',
  'select',
  'extends',
  'policies',
  'assumptions',
  'liveTags',
];

/** The effect of an altered setting, in words: `changed; hides 1 new error`. */
export function effectOf(alteration: Alteration, counts: Counts | undefined, tags: LiveTags): string {
  const { key, kind, text, value } = alteration,
    { hiddenFindings = [], shownCount = 0, uncheckedCount = 0, silencedFindings = [] } = counts ?? {};
  return [
    ...(key === 'liveTags' ? [...(kind === 'changed' ? [] : [kind]), tagsInWords(tags)] : [changeInWords(alteration)]),
    ...(kind === 'removed' ? [] : acceptsInWords(key, value)),
    ...(hiddenFindings.length > 0 ? [`hides ${countsInWords(hiddenFindings, 'new ')}`] : []),
    ...(uncheckedCount > 0 ? [`${count(uncheckedCount, 'file')} no longer checked`] : []),
    ...(shownCount > 0
      ? [`${count(shownCount, 'finding')} in unchanged text ${shownCount === 1 ? 'is' : 'are'} no longer hidden`]
      : []),
    ...(silencedFindings.length > 0 ? [`silences ${countsInWords(silencedFindings)}`] : []),
    ...(key === 'ci' && kind !== 'added'
      ? [`the ${text === 'ci.fail' ? 'requirements' : 'assertions'} of the base apply, too`]
      : []),
  ].join('; ');
}

/** The live tags under the settings before and after the change. */
export interface LiveTags {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The change of the live tags, in words: `"staging" no longer counts as live`. */
function tagsInWords({ before, after }: LiveTags): string {
  const sentencesOf = (tags: readonly string[], noun: string, plural: string): string[] =>
    tags.length === 0
      ? []
      : [
          `${listed(
            tags.map(tag => show(tag)),
            'and',
            5,
          )} ${tags.length === 1 ? noun : plural}`,
        ];
  const changes = [
    ...sentencesOf(difference(before, after), 'no longer counts as live', 'no longer count as live'),
    ...sentencesOf(difference(after, before), 'now counts as live', 'now count as live'),
  ];
  return changes.length > 0 ? changes.join(', ') : 'the same tags count as live';
}

const difference = <T>(items: readonly T[], excludedItems: readonly T[]): T[] =>
  items.filter(item => !excludedItems.includes(item));

/** The change of a setting, in words: `added`, `changed from "info" to "off"`, `"drafts/**" added`. */
function changeInWords({ kind, value, formerValue }: Alteration): string {
  if (formerValue === undefined) return kind;
  if (isShort(value) && isShort(formerValue)) return `changed from ${show(formerValue, 40)} to ${show(value, 40)}`;
  if (!isArray(value) || !isArray(formerValue) || ![...value, ...formerValue].every(isShort)) return kind;
  const parts = [
    ...difference(value, formerValue).map(value => `${show(value, 40)} added`),
    ...difference(formerValue, value).map(value => `${show(value, 40)} removed`),
  ];
  return parts.length > 0 ? listed(parts, 'and', 5) : kind;
}
const isShort = (value: Json): boolean => value === null || typeof value !== 'object';

/** The number of findings of each severity, in words: `2 errors and 1 warning`. */
export function countsInWords(findings: readonly Finding[], key = ''): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length,
    warnings = findings.length - errors;
  const parts = [
    ...(errors > 0 ? [count(errors, `${key}error`)] : []),
    ...(warnings > 0 ? [count(warnings, `${key}warning`)] : []),
  ];
  return listed(parts, 'and');
}

function acceptsInWords(key: string, value: Json): string[] {
  if (roleOf(key) !== 'accepts') return [];
  const text = (name: string): string => String(property(value, name) ?? '');
  const entry = key === 'suppress' ? `${text('rule')} in ${text('file')}` : `the break of ${text('reference')}`,
    reason = text('reason');
  return isNoReason(reason)
    ? [`accepts nothing new: its reason is no explanation (${show(reason, 40)})`]
    : [`accepts ${entry}: ${show(reason, 120)}`];
}
