import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { preflight } from '../testing/preflight.ts';
import { fix, lint, openWorkspace } from './index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

test("the README's example runs, and prints what it promises", async () => {
  const example = /```js\n([\s\S]+?)```/.exec(readme)![1]!;
  const lines: string[] = [];
  const body = example
    .replace(/^import .*$/m, '')
    .replaceAll("'samples/broken'", JSON.stringify(`${root}samples/broken`));
  await new Function('openWorkspace', 'lint', 'fix', 'console', `return (async () => {${body}})()`)(
    openWorkspace,
    lint,
    fix,
    {
      log: (...args: unknown[]) => {
        lines.push(args.join(' '));
      },
    },
  );
  expect(lines[0]).toMatch(/^\d+ errors, \d+ files checked$/);
  expect(lines[1]).toMatch(/^\S+:\d+ .+ \[[a-z-]+\]$/);
  expect(lines.at(-2)).toMatch(/^prod of the front desk: resolved, version \d+$/);
  expect(lines.at(-1)).toMatch(/^\d+ characters after the safe fixes$/);
});

/** What the README shows of a command, the parts between its "…" each in one piece. */
const shown = [...readme.matchAll(/^ {4}\$ preflight (.+)\n((?: {4}.*\n|\n(?= {4}(?!\$)))+)/gm)].map(
  ([, line, block]) =>
    [
      line!,
      block!
        .replaceAll(/^ {4}/gm, '')
        .trimEnd()
        .split(/^ *…$\n?/m),
    ] as const,
);
test.each(shown)('preflight %s prints what the README shows', async (line, parts) => {
  const args = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  let stdout = '';
  const write = (text: string): void => {
    stdout += text;
  };
  // findings as a file gets them, the others as a terminal of 80 columns
  if (args[0] === 'lint') await preflight(args, root, { stdout: { write, isTTY: false, columns: Infinity } });
  else ({ stdout } = await preflight(args, `${root}samples/clinic`));
  let from = 0;
  for (const part of parts) {
    const at = stdout.indexOf(part.trimEnd(), from);
    expect(at < 0 ? stdout : part, part).toBe(part);
    from = at + part.length;
  }
});
test('the README shows findings, a plan and a comparison', () => {
  expect(shown.map(([line]) => line.split(' ')[0]).sort()).toEqual(['diff', 'lint', 'lint', 'lint', 'lint', 'plan']);
});

test('the configuration in the README is one that Preflight accepts', async () => {
  const { readConfiguration } = await import('../core/configuration/read.ts');
  const { rules } = await import('../../rules/index.ts');
  const read = readConfiguration(/```jsonc\n([\s\S]+?)```/.exec(readme)![1]!, rules);
  expect(read.configuration, JSON.stringify('problems' in read ? read.problems : '')).toBeDefined();
});

test('a broken file gets the fixes of its text, and none at places that are guesses', () => {
  const workspace = openWorkspace(`${root}samples/broken`, { today: '2026-01-15' }).with(
    'torn.agent.json',
    '{ "voice_speed": "1.5", "volume": 1, }',
  );
  expect(fix(workspace, 'torn.agent.json')).toBe('{ "voice_speed": 1.5, "volume": 1 }');
  const torn = workspace.with('torn.agent.json', '{ "voice_speed": "1.5", "volume" 1 }');
  expect(fix(torn, 'torn.agent.json')).not.toContain('"voice_speed": 1.5, "volume" 1');
});

test('an unknown file and an unknown rule are told, and fixes change nothing on the disk', () => {
  const workspace = openWorkspace(`${root}samples/broken`, { today: '2026-01-15' });
  expect(() => fix(workspace, 'nowhere.agent.json')).toThrow('nowhere.agent.json is not a file of this workspace');
  expect(() => lint(workspace, { rules: ['nonsense'] })).toThrow('unknown rule "nonsense"');
  const file = 'agents/billing/v1.agent.json';
  const before = readFileSync(`${root}samples/broken/${file}`, 'utf8');
  const fixed = workspace.with(file, fix(workspace, file));
  expect(lint(fixed, { files: [file] }).findings.some(finding => finding.fix?.safe)).toBe(false);
  expect(lint(workspace, { files: [file] }).findings.length).toBeGreaterThan(
    lint(fixed, { files: [file] }).findings.length,
  );
  expect(readFileSync(`${root}samples/broken/${file}`, 'utf8')).toBe(before);
});
