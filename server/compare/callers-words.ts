import { withoutError, TOLERANCE } from '../core/domain/weights.ts';
import { spellingFor } from '../core/index/agent-references.ts';
import { firstLines, listed } from '../core/wording.ts';
import { entryOf, armsLosingCallers, shareOf, type CallersChange } from './callers.ts';
import { callVerbOf, type Entry, type EntryArm } from './entries.ts';

/** The maximum number of parts in one sentence. */
const MAX_PARTS = 6;
/** The maximum number of decimals of a percentage; shares that are equal up to this decimal count as equal. */
const MAX_DECIMALS = 7;

/** A share in words: `80 %`, `0.5 %`. Only 0 becomes 0 %, and only 1 becomes 100 %. */
function shareInWords(share: number, decimals = 1): string {
  const figure = Number((share * 100).toFixed(decimals));
  const isHidden = (figure === 0 && share > 0) || (figure === 100 && share < 1);
  return isHidden && decimals < MAX_DECIMALS ? shareInWords(share, decimals + 1) : `${figure} %`;
}

/** The change of a share: `90 % → 10 %`, with as many decimals as distinguish both shares. */
function shareChange(before: number, after: number, decimals = 1): string {
  const [formerShare, currentShare] = [shareInWords(before, decimals), shareInWords(after, decimals)];
  return formerShare === currentShare && decimals < MAX_DECIMALS
    ? shareChange(before, after, decimals + 1)
    : `${formerShare} → ${currentShare}`;
}

export const callsOf = ({ kind, text }: Entry): string => (kind === 'tag' ? `calls to ${text}` : text);

/** A short sentence about the change of an entry: `80 % of inbound calls of +14155550100 move`. */
export function summarizeMove(change: CallersChange): string {
  const { after, movedShare } = change,
    entry = entryOf(change);
  if (!after) return entry.kind === 'tag' ? `${entry.text} is gone` : `${entry.text} have no agent any more`;
  if (movedShare === null) return entry.kind === 'tag' ? `${entry.text} is new` : `${entry.text} are new`;
  if (movedShare === 0) return `${callsOf(entry)} get other variables`;
  const movement = movementOf(change.before!, after),
    callersWord = movement === 'move' ? 'all' : 'the',
    callersInWords = `${movedShare === 1 ? callersWord : `${shareInWords(movedShare)} of`} ${callsOf(entry)}`;
  return movement === 'move'
    ? `${callersInWords} move`
    : `it ${movement === 'become known' ? 'becomes' : 'is no longer'} known which agent ${callVerbOf(entry)} ${callersInWords}`;
}

/**
 * The word for the change of an entry's callers. Callers whose agent is unknown in one of the states do not count as
 * moving.
 */
function movementOf(before: Entry, after: Entry): 'move' | 'become known' | 'no longer known' {
  const [formerArms, currentArms] = [armsLosingCallers(before, after), armsLosingCallers(after, before)];
  if (!formerArms.some(isKnown) && currentArms.every(isKnown)) return 'become known';
  return formerArms.every(isKnown) && !currentArms.some(isKnown) ? 'no longer known' : 'move';
}
const isKnown = ({ version, resolution }: EntryArm): boolean => version !== null || resolution?.outcome === 'missing';

/**
 * Describes the change of an entry, without the entry's name: `80 % move: Front desk v2 90 % → 10 %, v3 10 % → 90 %`.
 */
export function describeMove({ before, after, movedShare, variables }: CallersChange): string {
  if (!before || !after) {
    const { arms } = (before ?? after)!;
    const parts = destinationsOf(arms).map(arm => ({ arm, words: shareInWords(shareOf((before ?? after)!, arm.to)) }));
    return `${movedShare === null ? 'new:' : '100 % move: the entry is gone; it had'} ${armsInWords(parts)}${weightSums(before, after)}`;
  }
  const names = listed(variables, 'and', 4);
  if (movedShare === 0)
    return `nobody moves, but ${names === '' ? 'the variables have another source' : `these variables change: ${names}`}`;
  const differences = destinationsOf([...before.arms, ...after.arms])
    .map(arm => ({ arm, formerShare: shareOf(before, arm.to), currentShare: shareOf(after, arm.to) }))
    .filter(({ formerShare, currentShare }) => Math.abs(formerShare - currentShare) > TOLERANCE);
  const [first, secondDifference] = differences;
  const isWhole =
    differences.length === 2 &&
    [first!, secondDifference!].every(
      ({ formerShare, currentShare }) => Math.abs(formerShare - currentShare) > 1 - TOLERANCE,
    );
  const changeText = isWhole
    ? `${nameOf(first!.arm)} → ${(sameAgent(first!.arm, secondDifference!.arm) ? versionOf : nameOf)(secondDifference!.arm)}`
    : armsInWords(
        differences
          .sort(
            (a, b) =>
              withoutError(Math.abs(b.formerShare - b.currentShare)) -
              withoutError(Math.abs(a.formerShare - a.currentShare)),
          )
          .map(({ arm, formerShare, currentShare }) => ({ arm, words: shareChange(formerShare, currentShare) })),
      );
  const movement = `${shareInWords(movedShare!)} ${movementOf(before, after)}`;
  const variablesNote = names === '' ? '' : `; callers who stay get other variables: ${names}`;
  return `${movement}: ${changeText}${variablesNote}${weightSums(before, after)}`;
}

/** A note about weights that do not add up to 1: the shares are parts of their sum. */
function weightSums(before: Entry | undefined, after: Entry | undefined): string {
  const sums = [
    before?.sum === undefined ? [] : `${withoutError(before.sum)} before`,
    after?.sum === undefined ? [] : `${withoutError(after.sum)}`,
  ].flat();
  return sums.length === 0 ? '' : `; the weights add up to ${sums.join(' and ')}, and each share is a part of that sum`;
}

/** Describes the change of an entry, with the entry's name. */
export const describeEntryMove = (change: CallersChange): string => `${entryOf(change).text}: ${describeMove(change)}`;

/** One arm for each destination. */
export const destinationsOf = (arms: readonly EntryArm[]): readonly EntryArm[] => [
  ...new Map(arms.map(arm => [arm.to, arm])).values(),
];

/** Arms with their shares in words; the name of an agent is not repeated: `Front desk v2 90 %, v3 10 %`. */
function armsInWords(parts: readonly { readonly arm: EntryArm; readonly words: string }[]): string {
  const descriptions = parts.map(({ arm, words }, i) => {
    const name = i > 0 && sameAgent(parts[i - 1]!.arm, arm) ? versionOf(arm) : nameOf(arm);
    return `${name} ${words}`;
  });
  return firstLines(descriptions, MAX_PARTS).join(', ');
}

const sameAgent = (a: EntryArm, b: EntryArm): boolean =>
  a.agentId !== null && a.agentId === b.agentId && a.version !== null && b.version !== null;
const versionOf = ({ version, resolution }: EntryArm): string =>
  `v${version}${resolution?.isPublished === false ? ' (draft)' : ''}`;

/** The version that an arm selects, in words: `Front desk v2`, `Front desk@9 (selects nothing)`. */
export function nameOf(arm: EntryArm): string {
  const { agentId, name, reference, version } = arm;
  if (agentId === null) return name;
  if (version !== null) return `${name} ${versionOf(arm)}`;
  const reason = isKnown(arm) ? 'selects nothing' : 'not known';
  return `${spellingFor(name, reference)} (${reason})`;
}
