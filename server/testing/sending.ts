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
import { idsFrom } from '../platform/ids.ts';
import { keyring } from '../platform/keys.ts';
import { accountsOf } from '../platform/open.ts';
import { increasingClock } from '../platform/operation.ts';
import { stateBefore } from '../state/before.ts';
import { checkoutComparer } from '../state/comparing.ts';
import { openSettings, openWorkspace, type State } from '../state/open.ts';
import { git, preflight, type Ran } from './preflight.ts';

/* Requests are sent to a stand-in with the records of the base; then its records must equal the files. */

const key = 'key-of-this-proof';

/** A workspace of a folder, now and before the change. */
interface Part {
  /** The beginning of the paths in an output. */
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
    pending.push(...now.nested);
  }
  // a path belongs to the innermost workspace
  return parts.sort((a, b) => b.prefix.length - a.prefix.length);
}
const isIn =
  ({ prefix }: Part, parts: readonly Part[]) =>
  ({ file }: { readonly file: string }): boolean =>
    parts.find(part => file.startsWith(part.prefix))!.prefix === prefix;

interface Printed extends Ran {
  readonly result: Requests;
}
export async function requested(folder: string, ...args: readonly string[]): Promise<Printed> {
  const ran = await preflight(['requests', ...args], folder);
  return { ...ran, result: (ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : undefined) as Requests };
}

/** A stand-in with the files of a state. */
function servedOf({ now, before }: Part) {
  const [account] = accountsOf({ ...now, workspace: before }, 1) as [Account];
  const app = createApp({
    accounts: [account],
    keys: keyring([key]),
    host: '127.0.0.1',
    now: increasingClock(Date.now),
    newId: idsFrom('proof'),
    notify: () => {},
    failed: error => {
      throw error;
    },
  });
  return { account, app };
}
type Answer = Map<string, string>;

/** Inserts values into a request, as its reader would. */
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

type Stand = ReturnType<typeof servedOf>;
async function send(
  requests: Requests['requests'],
  accounts: readonly Stand[],
  standOf: (one: { readonly file: string }) => Stand,
  result: Answer,
): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const { method, path, body, answers, text, for: record } of requests) {
    const url = path.replace(/\{\{(\w+)\}\}/g, (all, name: string) => result.get(name) ?? all);
    // an account that several workspaces describe exists once
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

/** The account with the ids of the files in place of those that it assigned. */
function withOwnIds(account: Account, { requests }: Requests, result: Answer): Workspace {
  const ids = requests.flatMap(({ answers, for: { id } }) =>
    id === null ? [] : Object.keys(answers).map(name => [result.get(name)!, id] as const),
  );
  const { documents, facts } = account.workspace;
  return new Workspace(
    documents.map(({ file, text, assignedKind: configuredKind }) => {
      const mapped = ids.reduce((all, [from, to]) => all.replaceAll(JSON.stringify(from), JSON.stringify(to)), text);
      return new Document(file, mapped, 0, configuredKind);
    }),
    facts,
  );
}

/** The differences of the account that no request announced: `file pointer`. */
function unexplainedChanges(
  files: Workspace,
  account: Workspace,
  { cannot, requests }: Requests,
  { prefix }: Part,
  result: Answer,
  answer: Requests,
): string[] {
  const { records } = driftBetween({ here: files, there: account, base: undefined }, { byName: false });
  const isToldAt = (file: string, pointer: string): boolean =>
    cannot.some(
      one =>
        one.file === prefix + file &&
        (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`) || pointer.startsWith(`${one.pointer}/`)),
    );
  // the id of a file that had none
  const became = new Map(
    requests.flatMap(({ answers, for: about }) =>
      about.id === null ? Object.keys(answers).map(name => [result.get(name)!, about.file.slice(prefix.length)]) : [],
    ) as [string, string][],
  );
  const newRecords = accountRecords(account).filter(({ id }) => became.has(id));
  const mismatches = newRecords.flatMap(record => {
    const here = accountRecords(files).find(({ kind, file }) => kind === record.kind && file === became.get(record.id));
    return here && driftValues({ base: undefined, here: files.at(here), there: account.at(record) }).length === 0
      ? []
      : [`made otherwise: ${record.id}`];
  });
  const isMade = ({ id, file }: { id: string; file: string }): boolean =>
    became.has(id) || (id === '' && [...became.values()].includes(file));
  const different = records.flatMap(({ here: own, there: other, status, values }) => {
    const record = (own ?? other)!;
    if ((!own || !other) && isMade(record)) return [];
    if (record.isEvidence && (record.kind !== 'agent-list' || !own || !other)) return [];
    // a created record has its own file in the account, and is identified by that of the workspace
    const post =
        other &&
        answer.requests.find(
          ({ for: about }) => about.id === record.id && about.record_version === (record.version ?? null),
        ),
      isTold = post ? isToldAt(post.for.file.slice(prefix.length), '') : isToldAt(record.file, record.pointer);
    if (status === 'here-only' || status === 'there-only')
      return isTold ? [] : [`${status} ${record.file} ${record.pointer}`];
    return values.flatMap(({ pointer, here: cursor, there: otherCursor }) => {
      const { key: name } = (cursor ?? otherCursor)!,
        // the list of agents counts; and what creates an agent says which channel it is of
        isTwice = name === 'assigned_tags' ? files.agent(record.id)?.tagsComplete : name === 'channel' && !cursor;
      if (record.kind === 'agent' && isTwice) return [];
      if (record.isEvidence && !pointer.startsWith(`${record.pointer}/tags`)) return [];
      return isToldAt(record.file, pointer)
        ? []
        : [`${record.file} ${pointer}: ${JSON.stringify(otherCursor?.value)?.slice(0, 80)}`];
    });
  });
  return [...mismatches, ...different];
}

export interface Proof {
  readonly forth: Requests;
  readonly back: Requests;
  /** The differences from what the requests announced. */
  readonly wrong: readonly string[];
}

/** Sends the requests from a commit to the files of a folder, and those that undo them. */
export async function prove(folder: string, commit: string): Promise<Proof> {
  const forth = await requested(folder, '--base', commit, '--delete'),
    rollback = await requested(folder, '--base', commit, '--delete', '--rollback'),
    mistakes: string[] = [];
  for (const { code, result, stderr } of [forth, rollback])
    if (!result || code !== (result.cannot.length > 0 ? 4 : 0)) mistakes.push(`exit ${code} ${stderr}`);
  const answer = { forth: forth.result, back: rollback.result };
  if (mistakes.length > 0) return { ...answer, wrong: mistakes };
  const values: Answer = new Map(),
    parts = partsOf(folder, commit),
    accounts = new Map(parts.map(part => [part, servedOf(part)])),
    standOf = (one: { readonly file: string }): Stand => accounts.get(parts.find(part => isIn(part, parts)(one))!)!;
  for (const [way, result] of Object.entries(answer)) {
    secretsIn(result, folder, values);
    const refusals = await send(result.requests, [...accounts.values()], standOf, values);
    const different = parts.flatMap(part => {
      const { account } = accounts.get(part)!,
        isUntold = result.cannot.some(one => isIn(part, parts)(one) && one.text.includes('nothing of this workspace'));
      if (isUntold) return [];
      const files = way === 'forth' ? part.now.workspace : part.before;
      return unexplainedChanges(files, withOwnIds(account, forth.result, values), result, part, values, forth.result);
    });
    mistakes.push(...[...refusals, ...different].map(line => `${way}: ${line}`));
  }
  return { ...answer, wrong: mistakes };
}

/** The same by the shell form, against a stand-in that listens. */
export async function proveByShell(folder: string, commit: string): Promise<readonly string[]> {
  const args = ['--base', commit, '--delete'],
    forth = await requested(folder, ...args),
    { stdout: script } = await requested(folder, ...args, '--format', 'shell'),
    rollback = await requested(folder, ...args, '--rollback'),
    { stdout: undoing } = await requested(folder, ...args, '--rollback', '--format', 'shell');
  const [part] = partsOf(folder, commit) as [Part],
    { account, app } = servedOf(part),
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
      count = forth.result.requests.length,
      mistakes = stderr.endsWith(`${count} of ${count} requests sent\n`) ? [] : [stderr];
    const now = withOwnIds(account, forth.result, result);
    mistakes.push(...unexplainedChanges(part.now.workspace, now, forth.result, part, result, forth.result));
    await run(`${stdout}${undoing}`);
    return [
      ...mistakes,
      ...unexplainedChanges(
        part.before,
        withOwnIds(account, forth.result, result),
        rollback.result,
        part,
        result,
        forth.result,
      ).map(line => `back: ${line}`),
    ];
  } finally {
    await close(app);
  }
}
