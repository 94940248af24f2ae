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
import { contentsBlocks } from './contents.ts';
import type { Cause, ViewPlan } from '../panels/index.ts';

/** What a change does to every reference: what callers notice, then everything else. @param pictures for a page */
export function planBlocks(plan: ViewPlan, pictures: readonly Block[] = []): readonly Block[] {
  const { result, refused } = plan;
  if (refused.length > 0) return [title('Nothing is planned'), list('Refused', refused.map(editItem))];
  return blocksOf(
    title(plan.headline),
    plan.unreadable.map(line => words(line, 'alarm')),
    plan.compared !== '' && words(plan.compared, 'quiet'),
    result.edits
      .filter(({ outcome }) => outcome !== 'applied')
      .map(({ edit, because }) => words([code(edit), `: ${because}`], 'note')),
    assertionsBlock(result.assertions),
    changesBlocks(plan, '', pictures),
  );
}

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
    part(
      'live',
      'Live',
      causes.filter(({ live }) => live),
      true,
    ),
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
  return { ...effects[effect], tone: isLost ? 'bad' : tone };
}

/** The references that change in one way, how, and why. */
function changeItem(cause: Cause, places: ViewPlan['places']): Item {
  const {
    accepted,
    variables,
    subjects: [first, ...others],
  } = cause;
  const ways = waysOf(cause).map(([label, way]) => ({ title: label, blocks: [steps(way)] }));
  const where = (of: Cause['subjects'][number]) => code(listed(of.places, 'and', 4));
  return {
    badge: effectBadge(cause),
    head: link(first.subject, places[`${first.file}#${first.pointer}`]),
    words: accepted === '' ? cause.words : `${cause.words} (${accepted})`,
    lines: [
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
