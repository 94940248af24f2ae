// Checks that the npm package contains only the files that it needs, and that a project can use its exports: types
// without those of Node, the library over files, and schemas.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packStaged, stagePackage } from './npm-package.mjs';

/** A file of a project that uses the package, in TypeScript and, without the annotations, in JavaScript. */
const use = `
import { diff, lint, openWorkspace, plan, simulate } from 'agent-preflight';
import schema from 'agent-preflight/schemas/agent-settings.schema.json' with { type: 'json' };

const expect = (what: string, holds: boolean) => {
  if (!holds) throw new Error(what);
};
const id: string = 'agent_frontdesk01';
const now = openWorkspace('clinic');
const list: string = 'agents/agents.agent-list.json';
const text: string = now.document(list)!.text;
const before = now.with(list, text.replace('"version": 2', '"version": 3'));
expect('lint', lint(now).summary.errors === 0);
expect('plan', plan(now, now).changes.length === 0 && plan(before, now).changes.some(one => one.effect === 'version'));
expect('diff', diff({ workspace: now, agentId: id, reference: 2 }, { workspace: now, agentId: id, reference: 3 }).differs);
expect('simulate', simulate(now, 'numbers/main.phone-number.json', { options: { calls: '10' } }).version === 1);
expect('schemas', schema.$schema.includes('2020-12'));
`;

const folder = mkdtempSync(join(tmpdir(), 'preflight-package-'));
stagePackage(folder);
const { files, unpackedSize } = packStaged(folder, '--dry-run');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const names = files.map(file => file.path);
const allowedPatterns = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^(CHANGELOG|SECURITY)\.md$/,
  /^docs\/[a-z-]+\.(md|svg)$/,
  /^rules\/(README|[a-z0-9-]+)\.md$/,
  /^samples\/clinic\/.*\.(jsonc?|csv)$/,
  /^schemas\/outputs\/[a-z]+\.json$/,
  /^dist\/(THIRD-PARTY-LICENSES\.txt|preflight\.cjs|index\.js|[a-z-]+\.cjs|rule-docs\.json|schemas\/[a-z0-9/.-]+\.json|types\/.*\.d\.ts)$/,
];
const neededFiles = [
  'dist/preflight.cjs',
  'dist/lint.cjs',
  'dist/server.cjs',
  'dist/commands.cjs',
  'dist/patterns.cjs',
  'dist/validators.cjs',
  'dist/tokenizer.cjs',
  'dist/serve.cjs',
  'dist/guard.cjs',
  'dist/mcp.cjs',
  'dist/rule-docs.json',
  'dist/THIRD-PARTY-LICENSES.txt',
  'dist/index.js',
  'dist/types/server/api/index.d.ts',
  'README.md',
  'docs/commands.md',
  'rules/README.md',
  'rules/unknown-agent.md',
  'LICENSE',
];

const problems = [
  ...names
    .filter(name => !allowedPatterns.some(pattern => pattern.test(name)))
    .map(name => `${name} does not belong in the package`),
  ...neededFiles.filter(name => !names.includes(name)).map(name => `${name} is missing from the package`),
  ...['scripts', 'devDependencies', 'dependencies']
    .filter(key => key in manifest)
    .map(key => `the packed manifest has ${key}, which must not be in the package`),
  ...(unpackedSize > 13_000_000 ? [`the package is ${unpackedSize} bytes unpacked`] : []),
];
problems.push(...asUsed());
rmSync(folder, { recursive: true });
console.log(`${names.length} files, ${unpackedSize} bytes unpacked`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

/**
 * Uses the package in a project in which it is installed.
 * @returns the problems
 */
function asUsed() {
  const root = fileURLToPath(new URL('../../', import.meta.url)),
    project = mkdtempSync(join(tmpdir(), 'preflight-project-'));
  const write = (name, text) => writeFileSync(join(project, name), text);
  cpSync(folder, join(project, 'node_modules/agent-preflight'), { recursive: true });
  cpSync(join(root, 'samples/clinic'), join(project, 'clinic'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  const strict = { strict: true, skipLibCheck: false, types: [], resolveJsonModule: true, noEmit: true };
  const compilerOptions = { ...strict, module: 'nodenext', target: 'es2022' };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  write('use.ts', use);
  write('use.js', use.replace(/: (?:string|boolean)\b/g, '').replaceAll(')!', ')'));
  const run = (...args) => {
    try {
      execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
      return [];
    } catch (error) {
      return [`${args.at(-1)}: ${error.stdout}${error.stderr}`];
    }
  };
  const problems = [...run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'), ...run('use.js')];
  rmSync(project, { recursive: true });
  return problems;
}
