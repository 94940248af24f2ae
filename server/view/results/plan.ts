import { pointerOf, type Finding } from '../../core/finding.ts';
import { groupDigits } from '../../core/numbers.ts';
import { listed } from '../../core/wording.ts';
import { placeOf } from '../../core/workspace/records.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { isCertainBreak, isVersionChange, referenceOf, variableChanges, type Effect } from '../../compare/changes.ts';
import { isVersionSide, outcomeOf, type Side } from '../../compare/references.ts';
import {
  andMore,
  assumed,
  badge,
  blocksOf,
  code,
  link,
  list,
  section,
  steps,
  title,
  values,
  words,
  type Badge,
  type Block,
  type Item,
  type Text,
} from '../blocks.ts';
import { lostFlows } from '../flow/lost-flow.ts';
import { headline } from '../plan-headline.ts';
import { comparisonInWords, refusedEdits, type JudgedAssertion, type MadePlan } from '../plan-report.ts';
import {
  acceptedInWords,
  causesOf,
  compareVersions,
  type Differing,
  effectInWords,
  isToDraft,
  placesInWords,
  subjectInWords,
  variableInWords,
  type Cause,
  type VersionsCompared,
} from '../plan-words.ts';
import { noPlace, type PlaceOf } from './asked.ts';
import { callersBlock, callersGroups } from './callers.ts';
import { contentsBlock } from './contents.ts';
import { lostNamesBlock, resultsBlock } from './results.ts';
import { reachBlock } from './reach.ts';

/** Options for the output of a plan in an editor or on a page. */
interface PlanShown {
  /** The prefix of keys, which distinguishes several plans on one page. */
  readonly keyPrefix?: string;
  readonly place?: PlaceOf;
  /** Whether texts open in a separate editor. */
  readonly opensTexts?: boolean;
  /** The maximum number of listed causes; the references of other causes are counted. */
  readonly limit?: number;
  /** Whether a question above already names the compared states. */
  readonly isAnswer?: boolean;
  /** Whether there is room for drawings. */
  readonly canDraw?: boolean;
  readonly pictures?: readonly Block[];
  /** Findings that lint would report only after the change. */
  readonly findings?: readonly Finding[] | undefined;
  /** Keys of reach lines that the page already contains. */
  readonly statedKeys?: ReadonlySet<string>;
}

/** The blocks of a plan: the changes that callers notice first, then all other changes. */
export function planBlocks(
  plan: MadePlan,
  assertions: readonly JudgedAssertion[],
  options: PlanShown,
): readonly Block[] {
  const refusals = refusedEdits(plan),
    { place = noPlace, findings = [] } = options;
  if (refusals.length > 0) return [title('Nothing is planned'), list('Refused', refusals.map(editItem))];
  return blocksOf(
    title(headline([plan])),
    circumstances(plan, options),
    callersBlock(callersGroups(plan.callers), place),
    assertionsBlock(assertions),
    findings.length > 0 && findingsBlock(findings, place),
    changesBlocks(plan, options),
    assumed(plan.assumptions),
  );
}

const severityBadges = {
  error: badge('bad', '✕', 'error'),
  warning: badge('open', '!', 'warning'),
  info: badge('good', 'i', 'info'),
} as const;

const findingsBlock = (findings: readonly Finding[], place: PlaceOf): Block =>
  section('findings', 'New findings', [
    list(
      'New findings',
      findings.map(({ severity, message, file, target, rule }) => ({
        badge: severityBadges[severity],
        head: link(message, place({ file, pointer: pointerOf(target) })),
        words: `${file} · ${rule}`,
      })),
    ),
  ]);

const sideNames = { base: 'before', now: 'after', both: 'before and after' } as const;
/** The compared states, the unreadable files, and remarks on the requested edits. */
export function circumstances(plan: MadePlan, { isAnswer = false }: PlanShown = {}): readonly Block[] {
  const comparison = isAnswer ? '' : comparisonInWords(plan);
  return blocksOf(
    plan.unreadableFiles.map(file =>
      words(
        `${plan.pathOf(file.file)} cannot be read ${sideNames[file.in]} the change, so its references may be missing here: ${file.reason}`,
        'alarm',
      ),
    ),
    comparison !== '' && words(comparison, 'quiet'),
    plan.edits
      .filter(({ because }) => because !== null)
      .map(({ edit, because }) => words([code(edit.text), `: ${because}`], 'note')),
  );
}

/** The listed causes, live ones first, and the number of references that change for other causes. */
export function listedCauses(
  { changes }: Pick<MadePlan, 'changes'>,
  limit = Infinity,
): { readonly causes: readonly Cause[]; readonly omittedCount: number } {
  const causes = [...causesOf(changes)].sort(([[a]], [[b]]) => Number(b.isLive) - Number(a.isLive));
  return { causes: causes.slice(0, limit), omittedCount: causes.slice(limit).flat(2).length };
}

/** The sections with the changes of a plan. */
export function changesBlocks(
  plan: MadePlan,
  { keyPrefix = '', place = noPlace, opensTexts = false, limit, canDraw = false, pictures = [], statedKeys }: PlanShown,
): readonly Block[] {
  const { causes, omittedCount } = listedCauses(plan, limit),
    comparisons: VersionsCompared = new Map();
  const part = (key: string, heading: string, isLive: boolean, open: boolean | 'page'): Block | false => {
    const group = causes.filter(([[first]]) => first.isLive === isLive);
    return (
      group.length > 0 &&
      section(
        `${keyPrefix}${key}`,
        heading,
        [
          list(
            heading,
            [...group]
              .sort(([[a]], [[b]]) => Number(isCertainBreak(b)) - Number(isCertainBreak(a)))
              .map(cause => changeItem(cause, plan, comparisons, place)),
          ),
        ],
        { count: groupDigits(group.flat().length), open },
      )
    );
  };
  return blocksOf(
    reachBlock(plan.reach, `${keyPrefix}reach`, place, {
      lostFlows: canDraw ? lostFlows(plan.reach, plan.before) : [],
      stated: statedKeys,
    }),
    lostNamesBlock(plan, `${keyPrefix}names`, place, statedKeys),
    part('live', 'Live', true, true),
    resultsBlock(plan, `${keyPrefix}results`, place),
    contentsBlock(plan.contents, plan, `${keyPrefix}contents`, { place, opensTexts }),
    pictures,
    part('others', 'Not live', false, 'page'),
    andMore(omittedCount, 'reference'),
  );
}

const editItem = ({ edit, because }: MadePlan['edits'][number]): Item => ({
  head: code(edit.text),
  words: because ?? '',
});

/** The assertions and whether they hold; nothing without assertions. */
export const assertionsBlock = (assertions: readonly JudgedAssertion[]): Block | false =>
  assertions.length > 0 &&
  section('assertions', 'Assertions', [
    list(
      'Assertions',
      assertions.map(({ text, verdict: { holds, because, evidence } }) => ({
        badge: holds
          ? badge('good', '✓', 'holds', { spokenWords: 'holds' })
          : badge('bad', '✕', 'fails', { spokenWords: 'fails' }),
        head: code(text),
        words: because ?? evidence,
      })),
    ),
  ]);

const effects = {
  version: badge('changed', '~', 'another version'),
  variables: badge('changed', '~', 'other variables'),
  'version+variables': badge('changed', '~', 'another version and variables'),
  breaks: badge('bad', '!', 'breaks'),
  heals: badge('good', '+', 'works again'),
  'becomes-unknown': badge('open', '?', 'no longer known'),
  'becomes-known': badge('good', '+', 'now known'),
  added: badge('good', '+', 'added'),
  removed: badge('open', '-', 'removed'),
} as const satisfies Record<Effect, Badge>;

/**
 * The badge for the effect on a reference: bad if callers lose something, or if the target of a new reference is
 * missing.
 */
export function effectBadge({
  effect,
  isLive,
  isBreak,
  after,
}: {
  readonly effect: Effect;
  readonly isLive: boolean;
  readonly isBreak: boolean;
  readonly after: Pick<Resolution, 'outcome'> | undefined;
}): Badge {
  const isLost = isBreak || effect === 'breaks' || (isLive && (effect === 'removed' || effect === 'becomes-unknown'));
  const isOpen = effect === 'added' && after?.outcome === 'unknowable';
  const tone = isOpen ? 'open' : effects[effect].tone;
  const badge = effects[effect];
  // one sign for each severity, with or without colors
  return isLost ? { ...badge, tone: 'bad', sign: badge.sign === '?' ? '!' : badge.sign } : { ...badge, tone };
}

/** The item for references with the same change, with the reason of the change. */
function changeItem(cause: Cause, plan: MadePlan, comparisons: VersionsCompared, place: PlaceOf): Item {
  const [subject, ...otherChanges] = cause,
    [first] = subject,
    [before, after] = [first.before, first.after].map(sideOf),
    acceptedText = acceptedInWords(first),
    difference = compareVersions(first, plan, comparisons),
    variableChangeList = isVersionChange(first) ? variableChanges(first, plan) : [],
    ways = waysOf(before, after).map(([label, way]) => ({ title: label, blocks: [steps(way)] })),
    effect = effectBadge({ ...first, isBreak: isCertainBreak(first), after });
  const linkTo = (change: Cause[number]): Text => {
    const recordPlace = placeOf(referenceOf(change[0]).at);
    // a removed reference is linked to the current text at its place, if the place still exists
    const hasRecord = after !== undefined || plan.after.document(recordPlace.file)?.at(recordPlace.pointer).exists;
    return link(subjectInWords(change, plan), hasRecord ? place(recordPlace) : null);
  };
  const placesOf = (change: Cause[number]): Text =>
    code(listed(placesInWords(change, plan, place !== noPlace), 'and', 4));
  return {
    badge: isToDraft(first) ? { ...effect, tone: 'draft', words: 'a draft' } : effect,
    head: linkTo(subject),
    words: `${effectInWords(first, plan)}${acceptedText === '' ? '' : ` (${acceptedText})`}`,
    lines: [
      ...(difference ? [differsText(difference, place)] : []),
      placesOf(subject),
      ...otherChanges.map(change => ['and ', linkTo(change), ', at ', placesOf(change)]),
    ],
    blocks: blocksOf(
      values(variableChangeList.map(change => ({ name: code(change.name), words: variableInWords(change) }))),
    ),
    ...(ways.length > 0 && { details: { title: 'why', blocks: [{ is: 'sides', sides: ways }] } }),
  };
}

/** The differences of another version, with a way to see more: a click in an editor, otherwise a command. */
function differsText({ summary, diff, pair }: Differing, place: PlaceOf): Text {
  if (diff === '') return summary;
  if (place === noPlace) return [summary, ': ', code(diff)];
  if (!pair) return summary;
  const { at, ...versions } = pair;
  return { text: summary, does: { command: 'compareVersions', argument: { ...versions, at: place(at) } } };
}

type Way = Pick<Resolution, 'outcome' | 'because' | 'steps'>;

function sideOf(side: Side | undefined): Way | undefined {
  if (!side) return undefined;
  return isVersionSide(side) ? side.resolution : { outcome: outcomeOf(side), because: null, steps: [] };
}

/** The steps of the resolution on each side; the steps are listed once if both sides have the same steps. */
function waysOf(
  before: Way | undefined,
  after: Way | undefined,
): readonly (readonly [label: string, way: Resolution['steps']])[] {
  const isSame = before && after && JSON.stringify(before.steps) === JSON.stringify(after.steps);
  const sides: readonly (readonly [string, Way | undefined])[] = isSame
    ? [['as before', after]]
    : [
        ['was', before],
        ['now', after],
      ];
  return sides.flatMap(([label, side]) => {
    // a step is left out if the words of the effect already contain it
    const way = side?.steps.filter(({ text }) => text !== side.because) ?? [];
    return way.length > 0 ? [[label, way] as const] : [];
  });
}
