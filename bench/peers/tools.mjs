// The compared tools: how each is installed and started, and how its output is read. All tools except Biome use the
// same schemas, in one file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathTo = name => fileURLToPath(new URL(name, import.meta.url));
const versions = {
  'ajv-cli': '5.0.0',
  '@sourcemeta/jsonschema': '16.11.0',
  '@biomejs/biome': '2.6.8',
  'vscode-json-languageservice': '5.7.2',
};

/** Installs the peers in a folder in .cache, with the schemas in the form that they need, unless the folder exists. */
export function installPeers() {
  const manifest = JSON.stringify({ private: true, dependencies: versions });
  const folder = pathTo(`../../.cache/peers-${createHash('sha256').update(manifest).digest('hex').slice(0, 8)}`);
  if (!existsSync(join(folder, 'installed'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), manifest);
    const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the peers cannot be installed: ${stderr.trim()}`);
    writeFileSync(join(folder, 'installed'), '');
  }
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(oneSchema()));
  const biome = { vcs: { enabled: false }, files: { maxSize: 2 ** 30 }, formatter: { enabled: false } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(biome));
  return folder;
}

/** One schema for all kinds of files in the corpus. It selects the schema of a kind by a field of the file. */
function oneSchema() {
  const kinds = [
    ['tasks', 'batch-call'],
    ['nodes', 'flow-component'],
    ['metric_type', 'alert-rule'],
  ];
  const $defs = {};
  const add = name => {
    if ($defs[name]) return;
    const text = readFileSync(pathTo(`../../dist/schemas/${name}.schema.json`), 'utf8');
    const otherPatterns = /"\$ref": "([a-z-]+)\.schema\.json"/g;
    const { $schema, $id, ...schema } = JSON.parse(text.replaceAll(otherPatterns, '"$ref": "#/$$defs/$1"'));
    $defs[name] = schema;
    for (const [, reference] of text.matchAll(otherPatterns)) add(reference);
  };
  for (const name of [...kinds.map(([, kind]) => kind), 'agent']) add(name);
  const choice = kinds.reduceRight(
    (otherwise, [field, kind]) => ({ if: { required: [field] }, then: { $ref: `#/$defs/${kind}` }, else: otherwise }),
    { $ref: '#/$defs/agent' },
  );
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...choice, $defs };
}

/**
 * @typedef {object} Tool @property {string} name the name with the version @property {(corpus: string) => string[]}
 * command returns the program and its arguments for a folder @property {(output: string) => string[]} filesIn returns
 * the names of the files that an output reports @property {string[]} finds the planted mistakes that the tool claims
 * to detect @property {string} does a short description of what the tool checks
 */
/** @returns {Tool[]} Preflight first */
export function tools(folder) {
  const require = createRequire(join(folder, 'package.json'));
  const schema = join(folder, 'schema.json'),
    node = process.execPath;
  const { biome, jsonschema } = programs(folder);
  const titleOf = name => `${name} ${versions[name]}`;
  const files = (output, pattern) => [...output.matchAll(pattern)].map(([, file]) => basename(file));
  return [
    {
      name: 'preflight lint',
      command: corpus => [node, pathTo('../../dist/preflight.cjs'), 'lint', '--cwd', corpus, '--format', 'json'],
      filesIn: output =>
        JSON.parse(output)
          .findings.filter(({ severity }) => severity !== 'info')
          .map(({ file }) => basename(file)),
      finds: ['value', 'syntax', 'twice', 'reference'],
      does: 'all rules, with places',
    },
    {
      name: titleOf('ajv-cli'),
      command: corpus => [
        node,
        require.resolve('ajv-cli/dist/index.js'),
        'validate',
        '--spec=draft2020',
        '--strict=false',
        '--validate-formats=false',
        '--errors=line',
        '-s',
        schema,
        '-d',
        `${corpus}/**/*.json`,
      ],
      filesIn: output => files(output, /^(?:error: .* )?(\S+\.json)(?: invalid|:.*)$/gm),
      finds: ['value', 'syntax'],
      does: 'our schemas; the first error of a file, without its line',
    },
    {
      name: titleOf('@sourcemeta/jsonschema'),
      command: corpus => [jsonschema, 'validate', '--continue', schema, corpus],
      filesIn: output => files(output, /^(?:fail: | *at file path )(\S+)$/gm),
      finds: ['value', 'syntax'],
      does: 'our schemas, with lines; compiled C++',
    },
    {
      name: titleOf('vscode-json-languageservice'),
      command: corpus => [node, pathTo('json-language-service.cjs'), folder, corpus],
      filesIn: output => files(output, /^(\S+):\d+:\d+ /gm),
      finds: ['value', 'syntax', 'twice'],
      does: 'our schemas and duplicate keys, with places',
    },
    {
      name: titleOf('@biomejs/biome'),
      command: corpus => [
        biome,
        'lint',
        `--config-path=${folder}`,
        '--max-diagnostics=none',
        '--reporter=github',
        corpus,
      ],
      filesIn: output => files(output, /^::error .*file=([^,]+),/gm),
      finds: ['syntax', 'twice'],
      does: 'duplicate keys and its own rules; no schema; compiled Rust, on all cores',
    },
  ];
}

/**
 * The native programs. The commands that npm installs are Node scripts, whose start takes as long as checking a few
 * files.
 */
function programs(folder) {
  const { platform, arch } = process,
    exe = platform === 'win32' ? '.exe' : '';
  const [os, processor] = [platform === 'win32' ? 'windows' : platform, arch === 'x64' ? 'x86_64' : arch];
  return {
    biome: join(folder, `node_modules/@biomejs/cli-${platform}-${arch}/biome${exe}`),
    jsonschema: join(
      folder,
      `node_modules/@sourcemeta/jsonschema/build/github-releases/jsonschema-${os}-${processor}${exe}`,
    ),
  };
}
