import { isReachBreak, reachInWords, type ReachChange, type ReachGroup } from '../compare/reach-changes.ts';
import { count } from '../core/wording.ts';

/**
 * `Callers can no longer reach 5 things; whether they reach 2 others is no longer known`; '' if nothing is lost and
 * nothing became unknown.
 */
export function reachInShort(changes: readonly ReachGroup[]): string {
  const groups = changes.filter(({ first }) => isReachBreak(first)),
    groupsOf = (effect: ReachChange['effect']): readonly ReachGroup[] =>
      groups.filter(({ first }) => first.effect === effect),
    [lostGroups, unknownGroups] = [groupsOf('cut-off'), groupsOf('becomes-unknown')];
  const [group] = groups;
  if (!group) return '';
  if (groups.length === 1) return reachInWords(group).replace(/^./, letter => letter.toUpperCase());
  const things = count(unknownGroups.length, 'thing');
  if (lostGroups.length === 0) return `Whether callers reach ${things} is no longer known`;
  const open =
    unknownGroups.length === 0 ? '' : `; whether they reach ${count(unknownGroups.length, 'other')} is no longer known`;
  return `Callers can no longer reach ${count(lostGroups.length, 'thing')}${open}`;
}
