// Tests of the pages that a user reads first: their examples are run, their links are checked, and their length is
// limited.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { fix, lint, openWorkspace } from '../api/index.ts';
import { readConfiguration } from '../core/configuration/read.ts';
import { preflight, scratchFolders } from './preflight.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (page: string): string => readFileSync(`${root}${page}`, 'utf8');
const docs = readdirSync(`${root}docs`).flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : []));
/** The pages written by hand; docs/commands.md is generated. */
const pages = ['README.md', ...docs.filter(page => page !== 'docs/commands.md')];
const scratch = scratchFolders();

/** Matches a command and its indented output, in which `…` replaces omitted lines. */
const example = /^ {4}\$ preflight (.+)\n((?: {4}.*\n|\n(?= {4}(?!\$)))+)/gm;

/** The output of a command, run in the repository for `lint`, otherwise in `samples/clinic`. */
async function outputOf(line: string): Promise<string> {
  const args = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quotedWord]) => quotedWord ?? word);
  return (await preflight(args, args[0] === 'lint' ? root : `${root}samples/clinic`)).stdout.trimEnd();
}

/**
 * The parts of an output that an example shows. Each part begins at the same line as before, and has the same length.
 */
function excerptOf(stdout: string, before: string): string {
  const parts = before.split(/^ *…\n/m).map(part => part.trimEnd().split('\n')),
    lines = stdout.split('\n');
  if (parts.length === 1) return stdout;
  let from = 0;
  const pieces = parts.map((part, i) => {
    if (part.join('') === '') return '';
    const start = i === 0 ? 0 : Math.max(from, lines.indexOf(part[0]!, from));
    from = start + part.length;
    return `${lines.slice(start, from).join('\n')}\n`;
  });
  return pieces.join('…\n').trimEnd();
}

describe('examples', () => {
  // `npx vitest run --project short server/testing/pages.test.ts -u` updates the examples; check the diff
  test.each(pages)('in %s show the current output', async page => {
    let text = read(page);
    for (const [block, line = '', excerpt = ''] of text.matchAll(example)) {
      const stdout = excerptOf(await outputOf(line), excerpt.replaceAll(/^ {4}/gm, ''));
      const updatedExample = `    $ preflight ${line}\n${stdout.replaceAll(/^(?=.)/gm, '    ')}\n`;
      text = text.replace(block, () => updatedExample);
    }
    await expect(text).toMatchFileSnapshot(`${root}${page}`);
  });
  test('exist for every command that answers a question', () => {
    const commands = pages.flatMap(page => [...read(page).matchAll(example)].map(([, line]) => line!.split(' ')[0]!));
    expect([...new Set(commands)].sort()).toEqual([
      'cost',
      'diff',
      'graph',
      'lint',
      'plan',
      'prompt',
      'reach',
      'resolve',
      'simulate',
    ]);
  });
  test('of configurations are accepted, and policies pass their own examples', async () => {
    const blocks = pages.flatMap(page => [...read(page).matchAll(/```jsonc\n([^]+?)```/g)].map(([, text]) => text!));
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) {
      const text = block.startsWith('{') ? block : `{${block}}`,
        { configuration, ...rest } = readConfiguration(text, rules);
      expect([block, configuration === undefined, rest]).toMatchObject([block, false, {}]);
      if (!text.includes('"policies"')) continue;
      const folder = scratch({ 'preflight.config.jsonc': text });
      expect((await preflight(['rules', '--test'], folder)).code, block).toBe(0);
    }
  });
  test('of the library run, and print what the page shows', async () => {
    const page = read('docs/library.md'),
      [, code = '', output = ''] = /```js\n([^]+?)```\n[^]*?\n((?: {4}.*\n)+)/.exec(page)!;
    const body = code.replace(/^import .*$/m, '').replaceAll("'samples/broken'", '`${root}samples/broken`');
    let lines = '';
    const console = { log: (...args: unknown[]) => void (lines += `    ${args.join(' ')}\n`) };
    const names = { openWorkspace, lint, fix, console, root };
    await new Function(...Object.keys(names), `return (async () => {${body}})()`)(...Object.values(names));
    await expect(page.replace(output, () => lines)).toMatchFileSnapshot(`${root}docs/library.md`);
  });
});

describe('links', () => {
  const list = [
    ...pages,
    'CONTRIBUTING.md',
    'SECURITY.md',
    'server/README.md',
    'samples/README.md',
    'client/README.md',
  ];
  const slugsOf = (text: string): string[] =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  test.each(list)('in %s refer to existing files and headings', page => {
    const prose = read(page).replaceAll(/```[^]*?```|^ {4}.*$/gm, '');
    const brokenLinks = [...prose.matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]+))?\)/g)].filter(([, path = '', heading]) => {
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(join(root, target)) || (heading && !slugsOf(read(target)).includes(heading));
    });
    expect(brokenLinks.map(([link]) => link)).toEqual([]);
  });
});

test.each(['CONTRIBUTING.md', 'server/README.md'])('%s names only existing files and folders', page => {
  const paths = [...read(page).matchAll(/`([\w-][\w.-]*\/[\w./-]*)`/g)].map(([, path]) => path!);
  const isPlaceholder = (path: string): boolean => /NAME|silent-agent/.test(path);
  const missingPaths = paths.filter(
    path => !isPlaceholder(path) && !existsSync(root + path) && !existsSync(`${root}server/${path}`),
  );
  expect(missingPaths).toEqual([]);
});

test('the pages are short', () => {
  const length = (page: string): number => read(page).split('\n').length - 1;
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(1000);
  for (const page of ['README.md', 'CONTRIBUTING.md', 'server/README.md'])
    expect([page, Math.max(150, length(page))]).toEqual([page, 150]);
  for (const page of pages) expect([page, Math.max(200, length(page))]).toEqual([page, 200]);
});
