import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docsOf } from '../core/engine/rule-docs.ts';
import { rules } from '../../rules/index.ts';

const root = new URL('../../', import.meta.url).pathname;
const ignoredFolders = new Set(['node_modules', 'dist', '.cache', '.git', 'generated', 'corpora', 'coverage']);
const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(entry => !ignoredFolders.has(entry.name))
    .flatMap(entry => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [path.split(sep).join('/')];
    });
const allFiles = walk('.');
const texts = new Map(
  allFiles
    .filter(file => ['.ts', '.mjs', '.cjs', '.json', '.md', '.yaml', '.yml', '.sh', ''].includes(extname(file)))
    .map(file => [file, readFileSync(join(root, file), 'utf8')]),
);
const codeFiles = [...texts].filter(([file]) => /\.(ts|mjs|cjs)$/.test(file) && !file.endsWith('.d.ts'));
const handWritten = codeFiles.filter(([file]) => file !== 'rules/index.ts' && file !== 'server/view/formats/index.ts');
const shippedCode = codeFiles.filter(
  ([file]) =>
    /^(server|rules|client)\//.test(file) &&
    file.endsWith('.ts') &&
    !file.endsWith('.test.ts') &&
    !/^server\/(testing|build)\//.test(file),
);

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}
const statement =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[\w*{][^'"`;]*?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;
const importsOf = (file: string, text: string): Import[] =>
  [...text.matchAll(statement)].map(([, type, fromTarget, callTarget]) => {
    const target = (fromTarget ?? callTarget)!;
    return {
      from: file,
      to: target.startsWith('.')
        ? relative('.', join(dirname(file), target))
            .split(sep)
            .join('/')
        : target,
      isTypeOnly: type !== undefined,
    };
  });
const imports = shippedCode.flatMap(([file, text]) => importsOf(file, text));
const isFile = (target: string): boolean => /\.(ts|js|json)$/.test(target);

/** Every import cycle, as a path that ends where it begins. */
function cyclesIn(edges: readonly { readonly from: string; readonly to: string }[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), to]);
  const visited = new Set<string>();
  const cycleFrom = (node: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (visited.has(node)) return undefined;
    for (const to of graph.get(node) ?? []) {
      const cycle = cycleFrom(to, [...path, node]);
      if (cycle) return cycle;
    }
    visited.add(node);
    return undefined;
  };
  return [...graph.keys()].flatMap(node => {
    const cycle = cycleFrom(node, []);
    return cycle ? [cycle.join(' → ')] : [];
  });
}

/** The layers, each with the layers that it may import. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'server/core': [],
  rules: ['server/core', 'schemas'],
  'server/compare': ['server/core'],
  'server/simulator': ['server/core'],
  'server/view': ['server/core', 'server/compare', 'server/simulator'],
  'server/features': ['server/core', 'server/compare', 'server/simulator', 'server/view'],
  'server/state': ['server/core'],
  'server/api': ['server/core', 'rules', 'server/simulator', 'server/compare', 'server/view', 'server/state'],
  'server/platform': ['server/core', 'rules', 'server/simulator', 'server/compare', 'server/view', 'server/state'],
  'server/lsp': [
    'server/core',
    'rules',
    'server/features',
    'server/view',
    'server/compare',
    'server/simulator',
    'server/state',
  ],
  'server/cli': [
    'server/core',
    'rules',
    'server/features',
    'server/view',
    'server/compare',
    'server/simulator',
    'server/state',
    'server/lsp',
    'server/platform',
  ],
  client: ['server/lsp/protocol.ts', 'server/view'],
};
const layerOf = (file: string): string | undefined => Object.keys(layers).find(layer => file.startsWith(`${layer}/`));

describe('imports', () => {
  test('are found in all forms of statements', () => {
    expect(
      importsOf(
        'server/cli/a.ts',
        "import type { A } from './b.ts';\nexport { c } from '../core/d.ts';\nimport e from 'f';\n" +
          "await import('./g.ts');\nimport {\n  h,\n} from './i.ts';",
      ),
    ).toEqual([
      { from: 'server/cli/a.ts', to: 'server/cli/b.ts', isTypeOnly: true },
      { from: 'server/cli/a.ts', to: 'server/core/d.ts', isTypeOnly: false },
      { from: 'server/cli/a.ts', to: 'f', isTypeOnly: false },
      { from: 'server/cli/a.ts', to: 'server/cli/g.ts', isTypeOnly: false },
      { from: 'server/cli/a.ts', to: 'server/cli/i.ts', isTypeOnly: false },
    ]);
    expect(imports.length).toBeGreaterThan(100);
  });
  test('belong to files that are all in a layer', () =>
    expect(shippedCode.map(([file]) => file).filter(file => layerOf(file) === undefined)).toEqual([]));
  test('follow the order of the layers', () => {
    const wrongImports = imports.filter(({ from, to }) => {
      const layer = layerOf(from)!;
      return (
        isFile(to) &&
        !to.startsWith(`${layer}/`) &&
        !layers[layer]!.some(allowed => to === allowed || to.startsWith(`${allowed}/`))
      );
    });
    expect(wrongImports.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
  test('of core need neither Node nor a browser', () => {
    // these packages need neither Node nor a browser
    const isAllowed = (to: string): boolean => isFile(to) || ['jsonc-parser', 're2js'].includes(to);
    const foreignImports = imports.filter(({ from, to }) => from.startsWith('server/core/') && !isAllowed(to));
    expect(foreignImports.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
  test('of a rule do not include another rule', () => {
    const wrongImports = imports.filter(
      ({ from, to }) =>
        from.startsWith('rules/') && from !== 'rules/index.ts' && (to.startsWith('rules/') || !isFile(to)),
    );
    expect(wrongImports.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });
  test('of functions that read the disk are in one file, which first checks that a path is a file', () => {
    const readPattern = /\b(readFile|readFileSync|readSync|createReadStream)\b/;
    expect(
      shippedCode.flatMap(([file, text]) => (file.startsWith('server/') && readPattern.test(text) ? [file] : [])),
    ).toEqual(['server/state/regular-file.ts']);
  });
  test('of functions that check paths without an error are in two files', () =>
    expect(
      shippedCode.flatMap(([file, text]) => (/\bl?statSync\([^;]*throwIfNoEntry/.test(text) ? [file] : [])),
    ).toEqual(['server/state/paths.ts', 'server/state/regular-file.ts']));
  test('of functions that change the disk are in one file', () => {
    const changes =
      /\b(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|renameSync|rmSync|unlinkSync|mkdirSync|copyFileSync)\b/;
    expect(
      shippedCode.flatMap(([file, text]) => (file.startsWith('server/') && changes.test(text) ? [file] : [])),
    ).toEqual(['server/state/write.ts']);
  });
  test('of the network are only in the stand-in', () => {
    const modules = /^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)|^(undici|node-fetch|axios|ws)$/;
    expect(
      imports
        .filter(({ from, to }) => !from.startsWith('server/platform/') && modules.test(to))
        .map(({ from, to }) => `${from} imports ${to}`),
    ).toEqual([]);
    const calls = shippedCode.filter(
      ([file, text]) =>
        !file.startsWith('server/platform/') &&
        /(?<![\w.'"`])(fetch|new (WebSocket|XMLHttpRequest|EventSource))\s*\(/.test(text),
    );
    expect(calls.map(([file]) => file)).toEqual([]);
  });
  test('of functions that start programs are in one file, which starts git', () =>
    expect(
      imports.filter(({ to }) => /^(node:)?(child_process|cluster|worker_threads)$/.test(to)).map(({ from }) => from),
    ).toEqual(['server/state/git-program.ts']));
  test('are constant: nothing that a file names is executed or imported', () => {
    const runs = /(?<![\w.'"`])(?:import|require)\((?!\s*['"])|(?<![\w.'"`])(?:eval|createRequire)\(|\bnew Function\b/;
    expect(shippedCode.filter(([, text]) => runs.test(text)).map(([file]) => file)).toEqual([]);
    expect(imports.filter(({ to }) => /^(node:)?(vm|module|repl)$/.test(to)).map(({ from }) => from)).toEqual([]);
  });
  test('form no cycle of files, even by types, except between documents and their cursors', () => {
    const isDocument = (file: string): boolean => /^server\/core\/(cursor|document|partial)\.ts$/.test(file);
    const crossingImports = imports.filter(
      ({ from, to, isTypeOnly }) => isFile(to) && !(isTypeOnly && isDocument(from) && isDocument(to)),
    );
    expect(cyclesIn(crossingImports)).toEqual([]);
  });
  test('form no cycle of folders, even by types', () => {
    const crossingImports = imports
      .filter(({ to }) => isFile(to))
      .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
      .filter(({ from, to }) => from !== to);
    expect(cyclesIn(crossingImports)).toEqual([]);
    expect(cyclesIn([...crossingImports, { from: 'server/core/json', to: 'server/core/engine' }])).not.toEqual([]);
  });
});

describe('files', () => {
  test('have at most 400 lines', () => {
    const longFiles = handWritten
      .map(([file, text]) => [file, text.split('\n').length - 1] as const)
      .filter(([, lines]) => lines > 400);
    expect(longFiles).toEqual([]);
  });
  test('have lines of at most 140 columns', () => {
    const longLines = handWritten.flatMap(([file, text]) =>
      text.split('\n').flatMap((line, i) => (line.length > 140 ? [`${file}:${i + 1}`] : [])),
    );
    expect(longLines).toEqual([]);
  });
  test('are not in folders named utils or helpers', () =>
    expect(allFiles.filter(file => /(^|\/)(utils?|helpers?)\//.test(file))).toEqual([]));
  test('contain no marks of unfinished work and no skipped tests', () => {
    const unfinishedMarks = new RegExp(
      `\\b(${['TO', 'FIX', 'XX'].map((mark, i) => mark + ['DO', 'ME', 'X'][i]!).join('|')})\\b(?!\\w)|` +
        '\\b(?:test|it|describe)\\.(?:only|skip|todo)\\b',
    );
    expect(
      codeFiles
        .filter(([file, text]) => !file.startsWith('rules/') && unfinishedMarks.test(text))
        .map(([file]) => file),
    ).toEqual([]);
    const markPattern = new RegExp(`//.*\\b(${['TO', 'FIX'].map((mark, i) => mark + ['DO', 'ME'][i]!).join('|')})\\b`);
    expect(
      codeFiles.filter(([file, text]) => file.startsWith('rules/') && markPattern.test(text)).map(([file]) => file),
    ).toEqual([]);
  });
  test('that are shipped use no unbounded lookbehind, which takes quadratic time', () => {
    const unboundedPattern = /\(\?<[=!][^()]*[*+]/;
    expect(unboundedPattern.test(String.raw`(?<=^\s*)<`)).toBe(true);
    expect(shippedCode.filter(([, text]) => unboundedPattern.test(text)).map(([file]) => file)).toEqual([]);
  });
  test('of tests do not measure time, because speed depends on the machine', () => {
    const clockPattern = new RegExp(['perform' + 'ance\\.now', 'hr' + 'time'].join('|'));
    expect(
      [...texts].filter(([file, text]) => file.endsWith('.test.ts') && clockPattern.test(text)).map(([file]) => file),
    ).toEqual([]);
  });
  test('contain no path of a machine and no package registry', () => {
    const paths = /(?<![\w.~-])\/(?:home|Users|root|work)\/[\w-]|[A-Z]:\\\\?Users/;
    const registries = new RegExp(
      ['registry\\.(?:npmjs|yarnpkg)', 'verda' + 'ccio', 'artif' + 'actory', 'npm\\.pkg\\.github'].join('|'),
      'i',
    );
    const offendingFiles = [...texts]
      .filter(([file]) => file !== 'server/testing/tidy.test.ts')
      .filter(([, text]) => paths.test(text) || registries.test(text));
    expect(offendingFiles.map(([file, text]) => `${file}: ${(paths.exec(text) ?? registries.exec(text))![0]}`)).toEqual(
      [],
    );
    expect(texts.get('package-lock.json')).not.toContain('"resolved":');
  });
  test('that test the promises of SECURITY.md exist, and every promise names one', () => {
    const [promiseText = ''] = texts.get('SECURITY.md')!.split('## Out of scope');
    const promises = promiseText.split(/\n(?=[|-] |\n)/).filter(part => /^\n*(\| (?!promise|---)|- )/.test(part));
    expect(promises.length).toBeGreaterThan(30);
    for (const promise of promises) {
      const testFiles = [...promise.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => file!);
      const scripts = [...promise.matchAll(/`(\.ci\/[\w-]+)/g)].map(([, file]) => file!);
      const missing = [...testFiles, ...scripts].filter(file => !texts.has(file));
      expect([promise, testFiles.length > 0, missing]).toEqual([promise, true, []]);
    }
  });
  test('in the package are limited to those that are needed, and the package has no dependencies', () => {
    const { files, dependencies, scripts, bin } = JSON.parse(texts.get('package.json')!) as {
      files: string[];
      dependencies?: object;
      scripts: object;
      bin: Record<string, string>;
    };
    expect(files.filter(file => !/^(dist\/|(docs|samples\/clinic|SECURITY\.md|rules\/\*\.md)$)/.test(file))).toEqual(
      [],
    );
    expect(dependencies ?? {}).toEqual({});
    expect(Object.keys(scripts).filter(name => /^(pre|post)?install$/.test(name))).toEqual([]);
    for (const file of Object.values(bin)) expect(files).toContain(file);
  });
});

describe('rules', () => {
  test('are all in the index', () => {
    const files = allFiles
      .filter(file => /^rules\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts') && file !== 'rules/index.ts')
      .map(file => file.slice('rules/'.length, -'.ts'.length));
    expect(rules.map(({ id }) => id).sort()).toEqual(files.sort());
  });
  test('have one page each, and every page belongs to a rule', () => {
    const pages = allFiles
      .filter(file => /^rules\/[^/]+\.md$/.test(file) && file !== 'rules/README.md')
      .map(file => file.slice('rules/'.length, -'.md'.length));
    expect(pages.sort()).toEqual(rules.map(({ id }) => id).sort());
  });
  test.each(rules.map(rule => [rule.id, rule] as const))('%s is documented', (id, rule) => {
    expect(id).toMatch(/^(?!no-|valid-)[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    const { summary, why, examples } = docsOf(rule);
    expect(readFileSync(new URL(`../../rules/${id}.md`, import.meta.url), 'utf8').startsWith(`# ${id}\n`)).toBe(true);
    expect(summary).toMatch(/^[^a-z\s][^\n]*\.$/);
    expect(why.length).toBeGreaterThan(60);
    expect(rule.spec.trim()).not.toBe('');
    // no file is known that makes a rule fail, so this rule has no examples
    if (id !== 'internal-error') expect([examples.invalid.length, examples.valid.length]).not.toContain(0);
    expect(JSON.stringify([summary, why, rule.spec, rule.clause, examples])).not.toMatch(/\bDESCRIBE\b|\bDRAW\b/);
  });
});
