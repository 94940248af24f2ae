import type { Plan as PlanOutput, ResolveResolution } from '../../core/generated/outputs.js';
import { grouped } from '../../core/numbers.ts';
import { listed } from '../../core/wording.ts';
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
} from '../blocks.ts';
import { callersBlock } from './callers.ts';
import { contentsBlocks } from './contents.ts';
import { resultsBlocks } from './results.ts';
import { reachBlock } from './reach.ts';
import type { Cause, ViewPlan } from '../panels/index.ts';

/** What a change does to every reference: what callers notice, then everything else. @param pictures for a page */
export function planBlocks(plan: ViewPlan, pictures: readonly Block[] = []): readonly Block[] {
  const { result, refused } = plan;
  if (refused.length > 0) return [title('Nothing is planned'), list('Refused', refused.map(editItem))];
  return blocksOf(
    title(plan.headline),
    circumstances(plan),
    callersBlock(plan),
    assertionsBlock(result.assertions),
    findingsBlock(plan),
    changesBlocks(plan, '', pictures),
  );
}

const severityBadges = {
  error: badge('bad', '✕', 'error'),
  warning: badge('open', '!', 'warning'),
  info: badge('good', 'i', 'info'),
} as const;

/** What lint would report then. */
const findingsBlock = ({ findings = [], places }: ViewPlan): Block | false =>
  findings.length > 0 &&
  section('findings', 'New findings', [
    list(
      'New findings',
      findings.map(one => ({
        badge: severityBadges[one.severity],
        head: link(one.message, places[`${one.file}#${one.pointer}`]),
        words: `${one.file} · ${one.rule}`,
      })),
    ),
  ]);

/** What the plan rests on, and what limits it. */
export const circumstances = ({ unreadable, compared, result }: ViewPlan): readonly Block[] =>
  blocksOf(
    unreadable.map(line => words(line, 'alarm')),
    compared !== '' && words(compared, 'quiet'),
    result.edits
      .filter(({ because }) => because !== null)
      .map(({ edit, because }) => words([code(edit), `: ${because}`], 'note')),
  );

/** The changes themselves. @param of distinguishes several on one page */
export function changesBlocks(plan: ViewPlan, of = '', pictures: readonly Block[] = []): readonly Block[] {
  const { causes, places, more } = plan;
  const part = (key: string, heading: string, some: readonly Cause[], open: boolean | 'page'): Block | false =>
    some.length > 0 &&
    section(
      `${of}${key}`,
      heading,
      [
        list(
          heading,
          [...some].sort((a, b) => Number(b.isBreak) - Number(a.isBreak)).map(one => changeItem(one, places)),
        ),
      ],
      { count: grouped(some.reduce((sum, { subjects }) => sum + subjects.length, 0)), open },
    );
  return blocksOf(
    reachBlock(plan, `${of}reach`),
    part(
      'live',
      'Live',
      causes.filter(({ live }) => live),
      true,
    ),
    resultsBlocks(plan, `${of}results`),
    contentsBlocks(plan, `${of}contents`),
    pictures,
    part(
      'others',
      'Not live',
      causes.filter(({ live }) => !live),
      'page',
    ),
    andMore(more, 'reference'),
    assumed(plan.assumptions, `${of}assumptions`),
  );
}

const editItem = ({ edit, because }: PlanOutput['edits'][number]): Item => ({
  head: code(edit),
  words: because ?? '',
});

/** The assertions and whether they hold; nothing without assertions. */
export const assertionsBlock = (assertions: PlanOutput['assertions']): Block | false =>
  assertions.length > 0 &&
  section('assertions', 'Assertions', [
    list(
      'Assertions',
      assertions.map(({ assertion, holds, because, evidence }) => ({
        badge: holds ? badge('good', '✓', 'holds', { said: 'holds' }) : badge('bad', '✕', 'fails', { said: 'fails' }),
        head: code(assertion),
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
} as const satisfies Record<Cause['effect'], Badge>;

/** The effect on one reference, and how bad it is: what callers lose, or what leads nowhere from the start, is. */
export function effectBadge({
  effect,
  live,
  isBreak,
  after,
}: Pick<Cause, 'effect' | 'live' | 'isBreak'> & {
  readonly after: Pick<NonNullable<Cause['after']>, 'outcome'> | null;
}): Badge {
  const isLost = isBreak || effect === 'breaks' || (live && (effect === 'removed' || effect === 'becomes-unknown'));
  const isOpen = effect === 'added' && after?.outcome === 'unknowable';
  const tone = isOpen ? 'open' : effects[effect].tone;
  const badge = effects[effect];
  // one sign for what is as bad, with or without colours
  return isLost ? { ...badge, tone: 'bad', sign: badge.sign === '?' ? '!' : badge.sign } : { ...badge, tone };
}

/** The references that change in one way, how, and why. */
function changeItem(cause: Cause, places: ViewPlan['places']): Item {
  const {
    accepted,
    variables,
    differs,
    diff,
    isDraft,
    subjects: [first, ...others],
  } = cause;
  const ways = waysOf(cause).map(([label, way]) => ({ title: label, blocks: [steps(way)] }));
  const where = (of: Cause['subjects'][number]) => code(listed(of.places, 'and', 4));
  return {
    badge: isDraft ? { ...effectBadge(cause), tone: 'draft', words: 'a draft' } : effectBadge(cause),
    head: link(first.subject, places[`${first.file}#${first.pointer}`]),
    words: accepted === '' ? cause.words : `${cause.words} (${accepted})`,
    lines: [
      ...(differs === '' ? [] : [diff === '' ? differs : [differs, ': ', code(diff)]]),
      where(first),
      ...others.map(one => ['and ', link(one.subject, places[`${one.file}#${one.pointer}`]), ', at ', where(one)]),
    ],
    blocks: blocksOf(values(variables.map(one => ({ name: code(one.name), words: one.words })))),
    ...(ways.length > 0 && { more: { title: 'why', blocks: [{ is: 'sides', sides: ways }] } }),
  };
}

/** How an effect came about on both sides; if only values differ, the steps are the same and given once. */
function waysOf({ before, after }: Cause): readonly (readonly [label: string, way: ResolveResolution['steps']])[] {
  const isSame = before && after && JSON.stringify(before.steps) === JSON.stringify(after.steps);
  const sides: readonly (readonly [string, Cause['before']])[] = isSame
    ? [['as before', after]]
    : [
        ['was', before],
        ['now', after],
      ];
  return sides.flatMap(([label, side]) => {
    // its reason is in the words of the effect
    const way = side?.steps.filter(({ text }) => text !== side.because) ?? [];
    return way.length > 0 ? [[label, way] as const] : [];
  });
}
