import { canonical, isArray, type Json } from '../core/json/json.ts';
import { clipped, count, listed, nameIn, show } from '../core/wording.ts';
import type { ContentChange, ContentGroup } from '../compare/contents.ts';
import { hunkOf } from './hunks.ts';

/**
 * Summarizes changed contents: `; 2 values of live versions and 1 other change without a new number; 1 record is
 * deleted`. Returns '' if there are none.
 */
export function contentsInShort(groups: readonly ContentGroup[]): string {
  const goneGroups = groups.filter(({ isGone }) => isGone),
    noun = goneGroups.some(({ isLive }) => isLive) ? 'live record' : 'record',
    removal =
      goneGroups.length === 0
        ? ''
        : `; ${count(goneGroups.length, noun)} ${goneGroups.length === 1 ? 'is' : 'are'} deleted`;
  return `${valuesInShort(groups.filter(({ isGone }) => !isGone))}${removal}`;
}

function valuesInShort(contents: readonly ContentGroup[]): string {
  const valuesOf = (groups: readonly ContentGroup[]): number =>
    groups.reduce((sum, { changes }) => sum + changes.length, 0);
  const total = valuesOf(contents),
    servedGroups = contents.filter(({ isLive }) => isLive),
    liveCount = valuesOf(servedGroups);
  if (total === 0) return '';
  const isNumbered = (liveCount > 0 ? servedGroups : contents).every(({ part }) => !isEntry(part)),
    noun = isNumbered ? 'versions' : 'records';
  const otherWords = contents.some(({ unclearReason: unclear }) => unclear)
    ? 'of records that may be live'
    : `of ${noun} that are not live`;
  const remainder = liveCount > 0 && total > liveCount ? ` and ${count(total - liveCount, 'other')}` : '',
    difference = contents.every(({ version }) => version === undefined) ? 'name' : 'number';
  const subject = liveCount === 0 ? otherWords : `of live ${noun}`,
    change = total === 1 ? 'changes' : 'change';
  return `; ${count(liveCount || total, 'value')} ${subject}${remainder} ${change} without a new ${difference}`;
}
const isEntry = ({ kind }: ContentGroup['part']): boolean => kind === 'phone-number' || kind === 'alert-rule';

const nouns = {
  agent: '',
  llm: 'LLM engine',
  'conversation-flow': 'conversation flow',
  'flow-component': 'component',
  'phone-number': 'phone number',
  'alert-rule': 'alert rule',
} as const satisfies Record<ContentGroup['part']['kind'], string>;

/** The name of a record, such as `Front desk v2`, `engine of Front desk v3` or `LLM engine llm_desk v3`. */
export function titleOf({ part, name, version }: ContentGroup): string {
  const id = part.id === '' ? `in ${part.file}` : clipped(part.id),
    partName = name === undefined ? id : `${name}${part.id === '' ? ` (${id})` : ''}`,
    noun = name !== undefined && isEngine(part) ? '' : nouns[part.kind];
  return [noun, partName, version === undefined ? '' : `v${version}`].filter(Boolean).join(' ');
}
const isEngine = ({ kind }: ContentGroup['part']): boolean => kind === 'llm' || kind === 'conversation-flow';

/**
 * The state of a record, such as `live through tag prod of Front desk` or `not live`.
 * @param label returns the name of an agent for its id
 */
export function statusOf(
  { part, liveVersions: live, isLive, unclearReason: unclear }: ContentGroup,
  label: (id: string) => string,
): string {
  if (unclear) return `${unclear}, so it is not known whether it is live`;
  const [first, ...moreVersions] = live,
    versions = live.map(version =>
      [label(version.agent_id), version.agent_version === null ? '' : `v${version.agent_version}`]
        .filter(Boolean)
        .join(' '),
    );
  if (isLive && part.kind === 'phone-number')
    return first ? `answered by ${listed(versions, 'and', 5)}` : 'answered by the agent that its webhook selects';
  if (isLive && part.kind === 'alert-rule') return `watches ${listed(versions, 'and', 5)}`;
  if (!isLive || !first) return 'not live';
  const way = first.through.map(({ text }) => text).join(', then ');
  if (part.kind === 'agent') return `live through ${way}`;
  return `behind ${listed(versions, 'and', 5)}, live through ${way}${moreVersions.length === 0 ? '' : ' and others'}`;
}

/** Whether all existing sides are texts, and at least one is too long for a line. */
export const isLongText = (...sides: readonly (Json | null | undefined)[]): boolean =>
  sides.every(value => value == null || typeof value === 'string') &&
  sides.some(value => typeof value === 'string' && (value.length > 60 || value.includes('\n')));

/** The change of a value: on one line, or the differing lines of a long text. */
export function valueInWords({ before, after, hidden }: Pick<ContentChange, 'before' | 'after' | 'hidden'>): {
  readonly words: string;
  readonly hunk: readonly string[];
} {
  const row = (words: string, hunk: readonly string[] = []) => ({ words, hunk });
  if (hidden) return row('changed (not shown)');
  if (isLongText(before, after)) {
    const { addedCount, removedCount, lines } = hunkOf(textOf(before), textOf(after));
    if (before == null)
      return row(
        `added, ${count(addedCount, 'line')}`,
        lines.filter(line => line !== '-'),
      );
    if (after == null)
      return row(
        `removed, ${count(removedCount, 'line')}`,
        lines.filter(line => line !== '+'),
      );
    return row(`+${addedCount} −${removedCount} lines`, lines);
  }
  if (before === undefined) return row(`added: ${brief(after!)}`);
  if (after === undefined) return row(`removed: was ${brief(before)}`);
  return row(`${brief(before)} → ${brief(after)}`);
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** A value on one line: as JSON, or described in words if it is a long list or object. */
export function brief(value: Json): string {
  if (typeof value !== 'object' || value === null) return show(value, 80);
  const json = JSON.stringify(value);
  if (json.length <= 100) return json;
  const items = isArray(value) ? value.map(item => canonical(item)) : Object.keys(value);
  return isArray(value)
    ? `a list of ${count(items.length, 'item')}`
    : `${nameIn(value)}an object of ${listed(items, 'and', 4)}`;
}
