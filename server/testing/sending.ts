import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { rules } from '../../rules/index.ts';
import { driftBetween } from '../compare/drift.ts';
import { accountRecords } from '../compare/drift-records.ts';
import { driftValues } from '../compare/drift-values.ts';
import { Document } from '../core/document.ts';
import type { Requests } from '../core/generated/outputs.js';
import { Workspace } from '../core/workspace/workspace.ts';
import type { Account } from '../platform/account.ts';
import { close, createApp, listen } from '../platform/app.ts';
import { idsFrom, increasingClock } from '../platform/operation.ts';
import { keyring } from '../platform/keys.ts';
import { accountsOf } from '../platform/open.ts';
import { stateBefore } from '../state/before.ts';
import { checkoutComparer } from '../state/comparing.ts';
import { openSettings, openWorkspace, type State } from '../state/open.ts';
import { git, preflight, type Ran } from './preflight.ts';

/* Sends requests to a stand-in with the records of the base, and checks that its records then equal the files. */

const key = 'key-of-this-proof';

/** A workspace of a folder, in its current and its former state. */
interface Part {
  /** The prefix of the paths in an output. */
  readonly prefix: string;
  readonly now: State;
  readonly before: Workspace;
}
function partsOf(folder: string, commit: string): readonly Part[] {
  const comparer = checkoutComparer({ revision: commit, exact: true }, folder),
    parts: Part[] = [],
    pending = [folder];
  for (let root = pending.shift(); root !== undefined; root = pending.shift()) {
    const now = openWorkspace(openSettings(root, rules, { baseline: true }), { today: '2026-01-15' }),
      prefix = root === folder ? '' : `${relative(folder, root)}/`;
    parts.push({ prefix, now, before: stateBefore(now, comparer(root).before(root)).workspace });
    pending.push(...now.nestedFolders);
  }
  // longest prefix first, because a path belongs to the innermost workspace
  return parts.sort((a, b) => b.prefix.length - a.prefix.length);
}
const isIn =
  ({ prefix }: Part, parts: readonly Part[]) =>
  ({ file }: { readonly file: string }): boolean =>
    parts.find(part => file.startsWith(part.prefix))!.prefix === prefix;

interface Printed extends Ran {
  readonly result: Requests;
}
async function runRequests(folder: string, ...args: readonly string[]): Promise<Printed> {
  const printed = await preflight(['requests', ...args], folder);
  return { ...printed, result: (printed.stdout.startsWith('{') ? JSON.parse(printed.stdout) : undefined) as Requests };
}

/** A stand-in with the files of the base. */
function standInWith({ now, before }: Part) {
  const [account] = accountsOf({ ...now, workspace: before }, 1) as [Account];
  const app = createApp({
    accounts: [account],
    keys: keyring([key]),
    host: '127.0.0.1',
    now: increasingClock(Date.now),
    newId: idsFrom('proof'),
    notify: () => {},
    onError: error => {
      throw error;
    },
  });
  return { account, app };
}
type Answer = Map<string, string>;

/** Replaces placeholders in a request by values, as a reader of the requests would. */
function fill<T>(value: T, result: Answer): T {
  if (typeof value === 'string') return (result.get(/^\{\{(\w+)\}\}$/.exec(value)?.[1] ?? '') ?? value) as T;
  if (Array.isArray(value)) return value.map(item => fill<unknown>(item, result)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill<unknown>(one, result)])) as T;
}
const valueAt = (value: any, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner, name) => inner?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], value);

function secretsIn({ secrets }: Requests, folder: string, result: Answer): void {
  for (const { name, file, pointer, commit } of secrets) {
    const text =
      commit === null ? readFileSync(join(folder, file), 'utf8') : git(folder, 'show', `${commit}:./${file}`);
    result.set(name, valueAt(new Document(file, text).value, pointer) as string);
  }
}

type ServedAccount = ReturnType<typeof standInWith>;
async function send(
  requests: Requests['requests'],
  accounts: readonly ServedAccount[],
  standOf: (one: { readonly file: string }) => ServedAccount,
  result: Answer,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const { method, path, body, answers, text, for: record } of requests) {
    const url = path.replace(/\{\{(\w+)\}\}/g, (all, name: string) => result.get(name) ?? all);
    // several workspaces may describe the same account, so only one stand-in has to accept the request
    if (method === 'DELETE' && accounts.length > 1) {
      const headers = { host: '127.0.0.1:4010', authorization: `Bearer ${key}` },
        responses = await Promise.all(accounts.map(({ app }) => app.inject({ method, url, headers })));
      if (!responses.some(response => response.statusCode === 204)) refusals.push(`${text}: ${url}`);
      continue;
    }
    const { statusCode, body: answer } = await standOf(record).app.inject({
      method: method as 'POST',
      url,
      headers: {
        host: '127.0.0.1:4010',
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(fill(body, result)) }),
    });
    if (statusCode >= 300) refusals.push(`${text}: ${method} ${url} ${statusCode} ${answer}`);
    for (const [name, pointer] of Object.entries(answers))
      result.set(name, valueAt(JSON.parse(answer), pointer) as string);
  }
  return refusals;
}

/** The records of an account, with the ids of the files in place of the ids that the account assigned. */
function withOwnIds(account: Account, { requests }: Requests, result: Answer): Workspace {
  const ids = requests.flatMap(({ answers, for: { id } }) =>
    id === null ? [] : Object.keys(answers).map(name => [result.get(name)!, id] as const),
  );
  const { documents, facts } = account.workspace;
  return new Workspace(
    documents.map(({ file, text, assignedKind: configuredKind }) => {
      const mappedText = ids.reduce(
        (all, [from, to]) => all.replaceAll(JSON.stringify(from), JSON.stringify(to)),
        text,
      );
      return new Document(file, mappedText, 0, configuredKind);
    }),
    facts,
  );
}

/** The differences between an account and the files that the requests do not explain, each as `file pointer`. */
function unexplainedChanges(
  files: Workspace,
  account: Workspace,
  { cannot, requests }: Requests,
  { prefix }: Part,
  result: Answer,
  answer: Requests,
): string[] {
  const { records } = driftBetween(
    { filesWorkspace: files, accountWorkspace: account, base: undefined },
    { byName: false },
  );
  const isAnnouncedAt = (file: string, pointer: string): boolean =>
    cannot.some(
      one =>
        one.file === prefix + file &&
        (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`) || pointer.startsWith(`${one.pointer}/`)),
    );
  // the file of each created record that has no id in the files, by the assigned id
  const fileById = new Map(
    requests.flatMap(({ answers, for: about }) =>
      about.id === null ? Object.keys(answers).map(name => [result.get(name)!, about.file.slice(prefix.length)]) : [],
    ) as [string, string][],
  );
  const newRecords = accountRecords(account).filter(({ id }) => fileById.has(id));
  const mismatches = newRecords.flatMap(record => {
    const here = accountRecords(files).find(
      ({ kind, file }) => kind === record.kind && file === fileById.get(record.id),
    );
    return here &&
      driftValues({ base: undefined, fileRecord: files.at(here), accountRecord: account.at(record) }).length === 0
      ? []
      : [`made otherwise: ${record.id}`];
  });
  const isCreated = ({ id, file }: { id: string; file: string }): boolean =>
    fileById.has(id) || (id === '' && [...fileById.values()].includes(file));
  const different = records.flatMap(({ fileRecord: own, accountRecord: other, status, values }) => {
    const record = (own ?? other)!;
    if ((!own || !other) && isCreated(record)) return [];
    if (record.isEvidence && (record.kind !== 'agent-list' || !own || !other)) return [];
    // a created record is in a new file of the account, so it is identified by the file of its request
    const creation =
        other &&
        answer.requests.find(
          ({ for: about }) => about.id === record.id && about.record_version === (record.version ?? null),
        ),
      isAnnounced = creation
        ? isAnnouncedAt(creation.for.file.slice(prefix.length), '')
        : isAnnouncedAt(record.file, record.pointer);
    if (status === 'here-only' || status === 'there-only')
      return isAnnounced ? [] : [`${status} ${record.file} ${record.pointer}`];
    return values.flatMap(({ pointer, fileValue: cursor, accountValue: otherCursor }) => {
      const { key: name } = (cursor ?? otherCursor)!,
        // tags are compared in the agent list, and the channel follows from the request that creates the agent
        isStatedElsewhere =
          name === 'assigned_tags' ? files.agent(record.id)?.tagsComplete : name === 'channel' && !cursor;
      if (record.kind === 'agent' && isStatedElsewhere) return [];
      if (record.isEvidence && !pointer.startsWith(`${record.pointer}/tags`)) return [];
      return isAnnouncedAt(record.file, pointer)
        ? []
        : [`${record.file} ${pointer}: ${JSON.stringify(otherCursor?.value)?.slice(0, 80)}`];
    });
  });
  return [...mismatches, ...different];
}

export interface Proof {
  readonly forward: Requests;
  readonly back: Requests;
  /** The differences that the requests did not announce. */
  readonly wrong: readonly string[];
}

/** Sends the requests that turn a commit into the files of a folder, and then the requests that undo them. */
export async function prove(folder: string, commit: string): Promise<Proof> {
  const forward = await runRequests(folder, '--base', commit, '--delete'),
    rollback = await runRequests(folder, '--base', commit, '--delete', '--rollback'),
    mistakes: string[] = [];
  for (const { code, result, stderr } of [forward, rollback])
    if (!result || code !== (result.cannot.length > 0 ? 4 : 0)) mistakes.push(`exit ${code} ${stderr}`);
  const answer = { forward: forward.result, back: rollback.result };
  if (mistakes.length > 0) return { ...answer, wrong: mistakes };
  const values: Answer = new Map(),
    parts = partsOf(folder, commit),
    accounts = new Map(parts.map(part => [part, standInWith(part)])),
    standOf = (one: { readonly file: string }): ServedAccount =>
      accounts.get(parts.find(part => isIn(part, parts)(one))!)!;
  for (const [direction, result] of Object.entries(answer)) {
    secretsIn(result, folder, values);
    const refusals = await send(result.requests, [...accounts.values()], standOf, values);
    const different = parts.flatMap(part => {
      const { account } = accounts.get(part)!,
        isUnannounced = result.cannot.some(
          one => isIn(part, parts)(one) && one.text.includes('nothing of this workspace'),
        );
      if (isUnannounced) return [];
      const files = direction === 'forward' ? part.now.workspace : part.before;
      return unexplainedChanges(
        files,
        withOwnIds(account, forward.result, values),
        result,
        part,
        values,
        forward.result,
      );
    });
    mistakes.push(...[...refusals, ...different].map(line => `${direction}: ${line}`));
  }
  return { ...answer, wrong: mistakes };
}

/**
 * Like `prove`, but runs the shell form of the requests against a stand-in on a port.
 * @returns the differences
 */
export async function proveByShell(folder: string, commit: string): Promise<readonly string[]> {
  const args = ['--base', commit, '--delete'],
    forward = await runRequests(folder, ...args),
    { stdout: script } = await runRequests(folder, ...args, '--format', 'shell'),
    rollback = await runRequests(folder, ...args, '--rollback'),
    { stdout: undoing } = await runRequests(folder, ...args, '--rollback', '--format', 'shell');
  const [part] = partsOf(folder, commit) as [Part],
    { account, app } = standInWith(part),
    server = await listen(app, '127.0.0.1', 0);
  if (!('url' in server)) return [server.why];
  const env = { PATH: process.env['PATH'], RETELL_BASE_URL: server.url, RETELL_API_KEY: key };
  const run = (text: string): Promise<{ stdout: string; stderr: string }> =>
    promisify(execFile)('bash', ['-c', text], { cwd: folder, env });
  try {
    const { stdout, stderr } = await run(script),
      result: Answer = new Map(
        [...stdout.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name!, value!]),
      ),
      count = forward.result.requests.length,
      mistakes = stderr.endsWith(`${count} of ${count} requests sent\n`) ? [] : [stderr];
    const now = withOwnIds(account, forward.result, result);
    mistakes.push(...unexplainedChanges(part.now.workspace, now, forward.result, part, result, forward.result));
    await run(`${stdout}${undoing}`);
    return [
      ...mistakes,
      ...unexplainedChanges(
        part.before,
        withOwnIds(account, forward.result, result),
        rollback.result,
        part,
        result,
        forward.result,
      ).map(line => `back: ${line}`),
    ];
  } finally {
    await close(app);
  }
}
