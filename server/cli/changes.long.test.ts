// Runs every comparing command and the git hook on the same changes to real repositories.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
// @ts-expect-error a build script has no types
import { buildCommand } from '../build/command.mjs';
import { callersChanges } from '../testing/changes/callers.ts';
import { codesOf, repository, type Change, type Run } from '../testing/changes/change.ts';
import { settingsChanges } from '../testing/changes/settings.ts';
import { teamChanges, teamFiles } from '../testing/changes/team.ts';
import { gitEnvironment } from '../testing/in-folders.ts';
import { git, judgedLines, lintJson, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
let buildFolder: string;
beforeAll(async () => {
  buildFolder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-changes-')));
  await buildCommand(
    { bundle: true, platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' },
    buildFolder,
  );
});
afterAll(() => rmSync(buildFolder, { recursive: true }));

/**
 * Commits with the pre-commit hook of the README. If the hook stops the commit, commits without the hook, because the
 * next checks need the commit.
 */
function commit(folder: string, args: readonly string[]): Awaited<ReturnType<Run>> {
  const hooks = resolve(folder, git(folder, 'rev-parse', '--git-path', 'hooks').trim());
  mkdirSync(hooks, { recursive: true });
  const line = `#!/bin/sh\nexec "${process.execPath}" "${join(buildFolder, 'preflight.cjs')}" lint --staged\n`;
  writeFileSync(join(hooks, 'pre-commit'), line, { mode: 0o755 });
  const ownVariables = Object.entries(gitEnvironment()).filter(([name]) => !/^(GITHUB_|PRE_COMMIT_)/.test(name)),
    env = { ...Object.fromEntries(ownVariables), NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync('git', ['commit', ...args], { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) git(folder, 'commit', '--no-verify', '-q', ...args);
  return { code: status!, output: stdout + stderr };
}

interface CiOutput {
  readonly lint: object & {
    readonly findings: readonly { file: string; rule: string; pointer: string; severity: string }[];
  };
  readonly plan: PlanOutput;
}
interface PlanOutput {
  readonly assertions: readonly { readonly assertion: string; readonly holds: boolean }[];
  readonly base: unknown;
}

/** The results of the commands by their arguments, and the plans of `plan` and `ci`, which must be equal. */
class Verdicts {
  readonly byCommand: Record<string, object> = {};
  readonly plans: unknown[] = [];
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }
  async lint(...args: string[]): Promise<void> {
    const { code, lines, stdout } = await lintJson(args, this.#folder);
    this.byCommand[`lint ${args.join(' ')}`] = {
      code,
      findings: [...lines].sort(),
      ...judgedLines(JSON.parse(stdout) as object),
    };
  }
  async compare(revision: string): Promise<void> {
    await this.lint('--changed-since', revision);
    const run = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await preflight([...args, '--base', revision, '--format', 'json'], this.#folder)).stdout);
    const plan = (await run('plan', '--assert', 'no breaks')) as PlanOutput,
      ci = (await run('ci')) as CiOutput;
    const text = ci.lint.findings
      .map(finding => `${finding.file} ${finding.rule} ${finding.pointer} ${finding.severity}`)
      .sort();
    this.byCommand[`plan ${revision}`] = { holds: plan.assertions[0]!.holds };
    this.byCommand[`ci ${revision}`] = { findings: text, ...judgedLines(ci.lint as object) };
    // the plans contain their assertions, so they are equal only if the assertions are
    if (ci.plan.assertions[0]?.assertion === 'no breaks')
      this.plans.push({ ...plan, base: null }, { ...ci.plan, base: null });
  }
}

test('the repository has no mistake before a change', async () => {
  expect((await preflight(['lint'], repository(folderWith, teamFiles))).code).toBe(0);
});

test.each<Change>([...teamChanges, ...settingsChanges, ...callersChanges])('$name', async change => {
  const { verdict, base = 'main', says, stage = at => git(at, 'add', '-A'), commit: args = ['-m', 'work'] } = change;
  const folder = change.repository(folderWith),
    codes = codesOf(change);
  const run: Run = async (...line) => {
    const { code, stdout, stderr } = await preflight(line, folder);
    return { code, output: stdout + stderr };
  };
  change.do(folder);
  const verdicts = new Verdicts(folder);
  if (verdict) await verdicts.compare(base);
  stage(folder);
  if (verdict) {
    await verdicts.lint('--staged');
    const changedNames = git(folder, 'diff', '--cached', '--name-only').split('\n'),
      isThere = (file: string): boolean => file !== '' && existsSync(join(folder, file));
    // pre-commit passes the changed files without deleted ones; an unchanged file is added, which must not change the
    // result
    await verdicts.lint(...[...changedNames, 'agents/other.agent.json'].filter(isThere));
  }
  const gates = [
    await run('lint', '--staged'),
    commit(folder, args),
    await run('lint', '--changed-since', base),
    await run('plan', '--base', base, '--assert', 'no breaks'),
    await run('ci', '--base', base),
  ];
  expect(gates.map(({ code }) => code)).toEqual(codes);
  if (says)
    for (const { code, output: text } of gates) if (code !== 0) expect(text.replaceAll(/\s+/g, ' ')).toMatch(says);
  if (verdict) {
    if (verdict.findings) await verdicts.compare('main..HEAD');
    const { code = codes[0], ...expected } = verdict;
    for (const [gate, verdictOfGate] of Object.entries(verdicts.byCommand))
      for (const [key, value] of Object.entries({ ...expected, code }))
        if (key in verdictOfGate) expect([gate, key, verdictOfGate[key as keyof object]]).toEqual([gate, key, value]);
    for (const plan of verdicts.plans) expect(plan).toEqual(verdicts.plans[0]);
  }
  for (const [subject, actual, expected] of (await change.also?.(folder, run)) ?? [])
    expect([subject, actual]).toEqual([subject, expected]);
});
