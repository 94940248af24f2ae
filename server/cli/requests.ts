import { accountRecords } from '../compare/drift-records.ts';
import { unreadableIn, withUnread } from '../compare/unreadable-files.ts';
import { usualDialect } from '../core/domain/in-dialect.ts';
import type { Requests } from '../core/generated/outputs.js';
import { namesOfDialect } from '../platform/dialect.ts';
import { accountsOf } from '../platform/open.ts';
import { increasingClock } from '../platform/operation.ts';
import { newNames, placeholdersFor, spelledRequests } from '../platform/requests/output.ts';
import { planRequests } from '../platform/requests/plan.ts';
import { baseNamed } from '../state/base.ts';
import { withBroken } from '../state/before.ts';
import { publishedJson, makeReadable } from '../view/printable.ts';
import { requestsAsHttp, requestsAsShell } from '../view/results/requests.ts';
import { planBase, stateIn } from './plan/base.ts';
import { command, formatOption } from './terminal/command.ts';
import { remark, UsageError, pathFrom } from './terminal/io.ts';
import { openAll } from './terminal/workspaces.ts';

/** Prints the API calls that deploy the files: `preflight requests`. */
export const requests = command(
  {
    name: 'requests',
    operands: '--base REV',
    readsConfiguration: true,
    about: `Print the calls of the platform's API that bring an account from the deployed REV to these files: in order, with only
the changed fields, in the names of the account. Nothing is sent. Each call is first tried in the stand-in of "preflight
serve"; calls that it refuses, and remaining differences, are listed under "cannot".

{{name}} stands for an id that the platform assigns (it is in the answer of an earlier call), or for a credential, which
is never printed: it is read from its file, or from the environment.`,
    options: {
      base: {
        value: 'REV',
        about: 'the revision that the account has; A..B: from A to B. It is REV itself, not the merge base',
      },
      delete: { about: 'also remove what is no longer in the files, as the last calls' },
      rollback: { about: 'print the calls that undo these calls instead' },
      format: formatOption(['json', 'http', 'shell'], {
        http: 'for the HTTP clients of VS Code and JetBrains',
        shell: 'script for bash, curl and jq that stops at the first failure',
      }),
    },
    helpEnding: `Examples
  preflight requests --base deployed                                      what is to be sent since the tag "deployed"
  preflight requests --base deployed --format shell > deploy.sh
  preflight requests --base deployed --format shell --rollback > undo.sh

Exit codes
  0  printed, also if there is nothing to send
  2  wrong usage, or no such revision
  4  something cannot be done by a request`,
  },
  ({ values, positionals }, io) => {
    if (positionals.length > 0)
      throw new UsageError(`requests covers the whole workspace and takes no "${positionals[0]}"`);
    if (values.base === undefined)
      throw new UsageError('requests needs --base REV: the revision that the account was deployed from');
    if (values.base.includes('...'))
      throw new UsageError(`--base ${values.base} selects a merge base, which was never deployed; A..B is from A to B`);
    const { delete: canDelete = false, rollback = false } = values,
      base = planBase(values.base, { isExact: true }, io);
    const parts = openAll(io, { source: base.source, baseline: true }).map(state => {
      const formerState = stateIn(base, state, io);
      return { state, formerState, to: withBroken(state, formerState.workspace) };
    });
    const newName = newNames(parts.flatMap(({ formerState, to }) => [formerState.workspace, to])),
      clock = increasingClock(Date.now),
      { revision, commit } = base.revision,
      requests: Requests['requests'][number][] = [],
      secrets: Requests['secrets'][number][] = [],
      inputs: string[] = [],
      obstacles: Requests['cannot'][number][] = [];
    for (const { state: openedState, formerState, to } of parts) {
      const pathOf = (file: string): string => pathFrom(io, openedState.root, file),
        { before, now: after } = withUnread(formerState, { ...openedState, workspace: to }),
        unreadableFiles = unreadableIn(before, after);
      // an unreadable file may contain the records that seem to be new or removed
      const reason = 'so nothing of this workspace is compared';
      obstacles.push(
        ...unreadableFiles.map(unreadableFile => ({
          text: `${unreadableFile.reason}, ${reason}`,
          file: pathOf(unreadableFile.file),
          pointer: '',
        })),
      );
      if (unreadableFiles.length > 0) continue;
      const [account] = accountsOf({ ...openedState, workspace: formerState.workspace }, 1) as [
          ReturnType<typeof accountsOf>[0],
        ],
        otherRecords = parts.filter(part => part.to !== to).flatMap(part => accountRecords(part.to)),
        idsElsewhere = new Set(otherRecords.map(({ id }) => id)),
        plan = planRequests({ account, target: to, canDelete, idsElsewhere, undoes: undefined, now: clock }),
        placeholders = placeholdersFor(plan.requests, newName),
        rollbackPlan =
          rollback &&
          planRequests({
            account,
            target: formerState.workspace,
            canDelete: true,
            idsElsewhere,
            undoes: plan,
            now: clock,
          }),
        chosenPlan = rollbackPlan || plan;
      const spelledPlan = spelledRequests(chosenPlan.requests, {
        // before the first deployment the account has no names, so the names come from the new files
        names: namesOfDialect(account.names ?? usualDialect(to)),
        placeholders,
        commit: rollback ? commit : (base.revision.currentRevision?.commit ?? null),
        pathOf,
        newName,
      });
      // a record in two workspaces is removed once
      const isNew = ({ method, path }: Requests['requests'][number]): boolean =>
        method !== 'DELETE' || !requests.some(requests => requests.method === method && requests.path === path);
      requests.push(...spelledPlan.requests.filter(isNew));
      inputs.push(...spelledPlan.inputs);
      secrets.push(...spelledPlan.secrets);
      obstacles.push(...chosenPlan.obstacles.map(obstacle => ({ ...obstacle, file: pathOf(obstacle.file) })));
    }
    const result: Requests = {
      version: 1,
      base: { revision, commit },
      rollback,
      requests,
      inputs,
      secrets,
      cannot: obstacles,
    };
    const states = rollback
        ? `back to ${baseNamed(base.revision)}`
        : `from ${baseNamed(base.revision)} to ${base.secondCommit ?? 'the current files'}`,
      { format = 'json' } = values;
    if (format === 'json') io.stdout.write(publishedJson(result));
    else {
      io.stdout.write((format === 'http' ? requestsAsHttp : requestsAsShell)(result, states));
      for (const { text, file, pointer } of obstacles)
        remark(io, makeReadable(`cannot be done: ${`${file} ${pointer}`.trimEnd()}: ${text}`));
    }
    return obstacles.length > 0 ? 4 : 0;
  },
);
