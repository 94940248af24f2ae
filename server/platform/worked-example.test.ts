// Tests the example of docs/stand-in.md: a deployment, the files that it changes, and the output of lint and plan
// about these files.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { committed, git, preflight, scratchFolders } from '../testing/preflight.ts';
import { standIn } from '../testing/stand-in.ts';
import { fileSaver } from './write-files.ts';

const scratch = scratchFolders();
const clinic = new URL('../../samples/clinic/', import.meta.url);
const page = readFileSync(new URL('../../docs/stand-in.md', import.meta.url), 'utf8');

/** The requests in the script of the page, in order. */
const script = [...page.matchAll(/\bapi (POST|PATCH|PUT) "?([^ "]+)"? (?:'([^']+)'|"((?:\\.|[^"])+)")/g)].map(
  ([, method, path, singleQuoted, doubleQuoted]) => ({
    line: `${method} /${path}`,
    body: singleQuoted ?? doubleQuoted!.replaceAll('\\"', '"'),
  }),
);
test('the page contains the requests of the script', () => {
  expect(script.map(({ line }) => line.replace(/[/?]\$desk.*/, ''))).toEqual([
    'POST /create-agent-version',
    'PATCH /update-agent',
    'POST /publish-agent-version',
    'PUT /assign-agent-tag',
  ]);
});
test('a deployment changes the files, and lint and plan print the output on the page', async () => {
  const files = Object.fromEntries(
    (readdirSync(clinic, { recursive: true }) as string[])
      .filter(name => /\.(json|csv)$/.test(name))
      .map(name => [name, readFileSync(new URL(name, clinic), 'utf8')]),
  );
  const folder = scratch(files);
  committed(folder);
  const lines = Object.entries(files).filter(
    ([name]) => /\.[a-z-]+\.json$/.test(name) && !name.startsWith('preflight'),
  );
  const { ask } = standIn(Object.fromEntries(lines), fileSaver(folder));
  let draft: unknown;
  const statuses: number[] = [];
  for (const { line, body } of script) {
    const filled = (text: string): string =>
      text.replaceAll('$desk', 'agent_frontdesk01').replaceAll('$draft', String(draft));
    const answer = await ask(filled(line), JSON.parse(filled(body)));
    statuses.push(answer.status);
    draft ??= answer.body.version;
  }
  expect(statuses).toEqual([201, 200, 200, 200]);
  const wordsOf = (text: string): string => text.replace(/^(?=.)/gm, '    ');
  expect(page).toContain(wordsOf(git(folder, 'status', '--short')));
  expect(page).toContain(wordsOf((await preflight(['lint'], folder)).stdout.trim()));
  const plan = (await preflight(['plan', '--base', 'HEAD'], folder)).stdout;
  // the id of the commit differs in each run
  const sameId = plan.replace(/\bHEAD \([0-9a-f]+\)/, 'HEAD (8f07411cf8f3)');
  expect(page).toContain(wordsOf(sameId.slice(0, sameId.indexOf('\n      was'))));
});

test('the request on the page gets the answer below it', async () => {
  const [, path, body, answer] = /curl http:\/\/127\.0\.0\.1:4010(\/\S+) [^]*?-d '([^']+)'\n\n {4}(\{.*\})\n/.exec(
    page,
  )!;
  const { ask } = standIn({});
  const { status, body: actualAnswer } = await ask(`POST ${path!}`, JSON.parse(body!));
  expect([status, actualAnswer]).toEqual([400, JSON.parse(answer!)]);
});
