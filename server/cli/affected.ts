import { affectedBy } from '../compare/affected.ts';
import { isSuperseded } from '../core/index/superseded.ts';
import { entriesOf } from '../compare/entries.ts';
import type { RecordNode } from '../compare/record-graph.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { parentOf } from '../core/json/pointer.ts';
import { kindNames } from '../core/kinds.ts';
import { placeId } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { shownBase } from '../state/base.ts';
import { withBroken } from '../state/before.ts';
import { affectedBlocks, affectedIds, affectedOutput, kindShown } from '../view/results/affected.ts';
import { answerOf } from '../view/answer.ts';
import { lastCommit, planBase, stateIn } from './plan/base.ts';
import { baseOptions, isExact, settingsOfNow } from './terminal/comparing.ts';
import { command, formatOption } from './terminal/command.ts';
import { UsageError, pathFrom, show } from './terminal/io.ts';
import { openAll, reportUnreadable } from './terminal/workspaces.ts';

/** Returns a predicate: whether a record serves callers. A test case serves callers if its engine does. */
function servingTest(workspace: Workspace): (record: RecordNode) => boolean {
  const places = new Set<string>();
  for (const { kind, file, pointer } of entriesOf(workspace))
    for (
      let ancestor = pointer;
      kind !== 'batch' && !places.has(placeId({ file, pointer: ancestor }));
      ancestor = parentOf(ancestor)
    )
      places.add(placeId({ file, pointer: ancestor }));
  const isServing = (record: RecordNode): boolean =>
    record.kind === 'test-case'
      ? [...record.leads].some(node => node.kind !== 'test-case' && isServing(node))
      : places.has(placeId(record)) || liveThrough(record, workspace).length > 0;
  return isServing;
}

/** The records that a change can affect: `preflight affected`. */
export const affected = command(
  {
    name: 'affected',
    readsConfiguration: true,
    about: `List the records that a change can affect: the changed records, and all records that refer to one of them, directly or
through others: the agent that runs a changed engine, the number whose arms select that agent, the test case of the
engine. Records to which a changed record refers are not affected. A change of titles, times or places on a canvas
affects the record itself, and records whose references now select something else. Superseded versions are listed only
if they change.

Without --base, the files are compared with HEAD. Removed records are not listed, but records that referred to them are.
A record without an id is listed by its file.`,
    options: {
      ...baseOptions(settingsOfNow),
      kind: {
        value: 'KIND',
        choices: ['number', 'phone-number', ...kindNames.map(kindShown).filter(kind => kind !== 'number')],
        about: 'only records of this kind: test-case for what to test again, agent for what to deploy again',
      },
      live: {
        about:
          'only what serves callers: live versions, what they run, their tags and phone numbers; and test cases of their ' +
          'engines',
      },
      format: formatOption(['text', 'ids', 'json'], { ids: 'one id per line, each id once' }),
    },
    helpEnding: `Examples
  preflight affected
  preflight affected --base origin/main
  preflight affected --base origin/main --kind test-case --format ids    the tests to run
  preflight affected --base origin/main --kind number                    who could notice
  preflight affected --base origin/main --live --kind agent              what to look at before it is deployed

Exit codes
  0  listed, also if nothing is affected
  2  wrong usage, or nothing to compare: no such revision, or no commit`,
  },
  ({ values, positionals }, io) => {
    if (positionals.length > 0)
      throw new UsageError(`affected covers the whole workspace and takes no "${positionals[0]}"`);
    const isExactMatch = isExact(values),
      kind = values.kind === 'phone-number' ? 'number' : values.kind;
    const base = values.base === undefined ? lastCommit('', io) : planBase(values.base, { isExact: isExactMatch }, io);
    const parts = openAll(io, { source: base.source }).map(state => {
      reportUnreadable(state, io);
      const before = stateIn(base, state, io),
        after = withBroken(state, before.workspace),
        isServing = servingTest(after);
      return {
        records: affectedBy({
          before: before.workspace,
          after,
          unknown: before.unknown,
          isPast: node => isSuperseded(node, after),
        })
          .filter(({ record }) => kind === undefined || kindShown(record.kind) === kind)
          .filter(({ record }) => values.live !== true || isServing(record)),
        pathOf: (file: string): string => pathFrom(io, state.root, file),
        workspaces: [after, before.workspace],
      };
    });
    const { revision, commit, merge_base } = shownBase(base.revision);
    const result = affectedOutput({ revision, commit, merge_base }, parts);
    const workspaces = parts.flatMap(part => part.workspaces),
      answer = answerOf(result, () => affectedBlocks(result, base.words, workspaces));
    show({ ...answer, ids: () => affectedIds(result) }, values.format ?? 'text', io);
    return Promise.resolve(0);
  },
);
