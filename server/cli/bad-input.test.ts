import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineRule } from '../core/engine/rule.ts';
import { rules } from '../../rules/index.ts';
import {
  agent,
  draft,
  lintJson,
  preflight,
  scratchFolders,
  type PrintedFindings,
  write,
} from '../testing/preflight.ts';
import { formats } from '../view/formats/index.ts';

const folderWith = scratchFolders();
/** A correct file with one finding. It is beside each bad file and must still be linted. */
const goodFiles = { 'beside.agent.json': agent('"voice_speed": "1.5"', 'agent_beside') };
const stillLinted = ({ lines }: PrintedFindings): void =>
  expect(lines).toContain('beside.agent.json wrong-type /voice_speed error');
const findingsAbout = ({ findings }: PrintedFindings, file: string) =>
  findings.filter(finding => finding.file === file);

describe('bytes', () => {
  test.each([
    ['empty', Buffer.from(''), 1, /empty/],
    ['white space', Buffer.from(' \n\t\n'), 1, /empty/],
    ['a mark alone', Buffer.from('\ufeff'), 1, /empty/],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${agent()}`, 'utf16le'), 1, /got UTF-16 \(little-endian\)/],
    ['UTF-16 without', Buffer.from(agent(), 'utf16le'), 1, /got UTF-16 \(little-endian\)/],
    ['big-endian UTF-16', Buffer.from(`\ufeff${agent()}`, 'utf16le').swap16(), 1, /got UTF-16 \(big-endian\)/],
    ['Latin-1', Buffer.from(agent('"agent_name": "Caf\u00e9"'), 'latin1'), 5, /byte 0xE9 is not valid UTF-8/],
    ['a NUL', Buffer.from(agent('"agent_name": "a\0b"')), 5, /control character|NUL|\\u0000/i],
    ['a NUL between values', Buffer.from(agent('\0"agent_name": "ab"')), 5, /./],
    ['a cut-off file', Buffer.from(agent().slice(0, 60)), 2, /cut off/],
    [
      'a merge conflict',
      Buffer.from(agent('\n<<<<<<< HEAD\n"volume": 1\n=======\n"volume": 2\n>>>>>>> theirs\n')),
      6,
      /merge/,
    ],
  ])('%s: the file has one clear error, and the exit code is 1', async (_, bytes, line, message) => {
    const folder = folderWith(goodFiles);
    write(folder, { 'x.agent.json': bytes });
    const printedFindings = await lintJson([], folder);
    const [first, ...moreFindings] = findingsAbout(printedFindings, 'x.agent.json').filter(
      ({ severity }) => severity === 'error',
    );
    expect(first!.message).toMatch(message);
    expect([printedFindings.code, first!.range.start.line, moreFindings.length < 4]).toEqual([1, line, true]);
    stillLinted(printedFindings);
    await preflight(['lint', '--fix', '--unsafe'], folder);
    if (/UTF-16|not UTF-8/.test(first!.message)) expect(readFileSync(join(folder, 'x.agent.json'))).toEqual(bytes);
  });
  test('bad bytes are not reported in a file that does not belong to the platform', async () => {
    const folder = folderWith({});
    write(folder, { 'x.json': Buffer.from('{ "a": "\u00e9" }', 'latin1'), 'y.json': '', 'z.json': '{ "broken": ' });
    expect(await lintJson([], folder)).toMatchObject({ code: 0, findings: [] });
  });
  test('a byte order mark and CRLF are accepted silently', async () => {
    expect(
      (await lintJson([], folderWith({ 'x.agent.json': `\ufeff${agent().replaceAll('\n', '\r\n')}` }))).findings,
    ).toEqual([]);
  });
  test('broken UTF-8 is reported at its place: cut off, overlong, after long text, or repeated', async () => {
    for (const [bytes, column, hex] of [
      [[0xe2, 0x82], 18, 'E2'],
      [[0xc0, 0xaf], 18, 'C0'],
      [[0xed, 0xa0, 0x80], 18, 'ED'],
      [[...Buffer.from('名'.repeat(50)), 0xff, 0x41, 0xff], 68, 'FF'],
    ] as const) {
      const folder = folderWith(goodFiles);
      write(folder, {
        'x.agent.json': Buffer.concat([Buffer.from('{\n "agent_name": "a'), Buffer.from(bytes), Buffer.from('" }')]),
      });
      const [first] = findingsAbout(await lintJson([], folder), 'x.agent.json');
      expect([first!.range.start, first!.message.slice(0, 9)]).toEqual([
        { line: 2, column: column + 0 },
        `byte 0x${hex}`,
      ]);
    }
  });
});

describe('values', () => {
  test.each([
    ['nesting 100,000 deep', agent(`"x": ${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    // each `[{` opens two levels
    ['broken nesting 100,000 deep', agent(`"x": ${'[{"a":'.repeat(50_000)}`)],
    [
      '__proto__ and constructor keys',
      agent('"__proto__": { "voice_speed": 9 }, "constructor": { "prototype": 1 }, "hasOwnProperty": 1, "toString": 2'),
    ],
    [
      'huge and tiny numbers',
      agent('"voice_speed": 1e999, "volume": 1e-999, "max_call_duration_ms": 123456789012345678901234567890, "x": -0'),
    ],
    ['lone surrogates', agent('"agent_name": "\\ud800", "begin_message": "\\udc00\\ud800"')],
    ['a root that is no object', '[[[]]]'],
    ['a root that is a number', '12'],
    ['null', 'null'],
  ])('%s: nothing fails, and the other file is linted', async (_, text) => {
    const printedFindings = await lintJson([], folderWith({ ...goodFiles, 'x.agent.json': text }));
    expect([printedFindings.code, printedFindings.findings.filter(({ rule }) => rule === 'internal-error')]).toEqual([
      1,
      [],
    ]);
    stillLinted(printedFindings);
    const folder = folderWith({ 'x.agent.json': text });
    for (const format of Object.keys(formats)) {
      const { code, stdout, stderr } = await preflight(['lint', `--format=${format}`], folder);
      expect([format, code < 2, stderr.includes('internal error'), code === 1 && stdout === '']).toEqual([
        format,
        true,
        false,
        false,
      ]);
    }
  });
  test('a file of 5 MB is checked, and so is the file beside it', async () => {
    const tasks = Array.from(
      { length: 27_000 },
      (_, i) =>
        `    { "to_number": "+1415${String(i).padStart(7, '0')}", "service_llm_dynamic_variables": { "name": "${'x'.repeat(96)}" } }`,
    ).join(',\n');
    const text = `{\n  "from_number": "+14155550100",\n  "name": 7,\n  "tasks": [\n${tasks}\n  ]\n}\n`;
    expect(text.length).toBeGreaterThan(5_000_000 * 0.9);
    const printedFindings = await lintJson(
      ['--rule', 'wrong-type'],
      folderWith({ ...goodFiles, 'big.batch-call.json': text }),
    );
    expect(printedFindings.lines).toContainEqual(expect.stringMatching(/^big\.batch-call\.json wrong-type \/name /));
    stillLinted(printedFindings);
  });
});

describe('the disk', () => {
  test('circular symbolic links are not followed; a link that is typed as an argument is reported', async () => {
    const folder = folderWith({ ...goodFiles, 'sub/a.json': '{}' });
    symlinkSync('..', join(folder, 'sub/up'));
    symlinkSync('self.agent.json', join(folder, 'self.agent.json'));
    symlinkSync('gone.agent.json', join(folder, 'dead.agent.json'));
    const printedFindings = await lintJson([], folder);
    stillLinted(printedFindings);
    expect(printedFindings.lines).toHaveLength(1);
    const namedFindings = await lintJson(['self.agent.json', 'dead.agent.json', 'beside.agent.json'], folder);
    expect(
      namedFindings.findings
        .filter(({ rule }) => rule === 'unreadable-file')
        .map(({ file, message }) => [file, message]),
    ).toEqual([
      ['dead.agent.json', 'the file cannot be read: there is no such file'],
      ['self.agent.json', 'the file cannot be read: its symbolic links form a cycle'],
    ]);
    expect(namedFindings.code).toBe(1);
    stillLinted(namedFindings);
  });
  test('a folder with a name like that of a file is read as a folder', async () => {
    const folder = folderWith({ ...goodFiles, 'x.agent.json/inside.agent.json': agent('"volume": "1"', 'agent_in') });
    const printedFindings = await lintJson([], folder);
    expect(printedFindings.lines).toContain('x.agent.json/inside.agent.json wrong-type /volume error');
    stillLinted(printedFindings);
    expect((await lintJson(['x.agent.json'], folder)).summary['files']).toBe(1);
  });
  test('a name that is not valid UTF-8 is reported, with the remark that the file or folder was not checked', async () => {
    const folder = folderWith(goodFiles),
      pathNamed = (name: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    writeFileSync(pathNamed('caf\xe9.agent.json'), agent('', 'agent_cafe'));
    mkdirSync(pathNamed('caf\xe9s'));
    writeFileSync(pathNamed('caf\xe9s/x.agent.json'), agent('', 'agent_cafes'));
    writeFileSync(join(folder, 'a\ufffd.agent.json'), agent('', 'agent_replaced'));
    const printedFindings = await lintJson([], folder);
    expect(
      printedFindings.findings
        .filter(({ rule }) => rule === 'unreadable-file')
        .map(({ file, message }) => [file, message]),
    ).toEqual([
      ['caf\ufffd.agent.json', 'the name is not valid UTF-8, so the file was not checked; rename it'],
      ['caf\ufffds', 'the name is not valid UTF-8, so nothing in the folder was checked; rename it'],
    ]);
    stillLinted(printedFindings);
  });
  test('of thousands of mistakes in a configuration, only the first ones are reported', async () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `"k${i}": ${i}`);
    const folder = folderWith({ ...goodFiles, 'preflight.config.json': `{${keys.join()}}` });
    const { code, stderr } = await preflight(['lint'], folder);
    const lines = stderr.trimEnd().split('\n');
    expect([code, lines.length, lines.at(-1)]).toEqual([2, 61, 'and at least 19,980 more problems']);
    // the validator stops after a limited number of schema errors
    writeFileSync(join(folder, 'preflight.config.json'), JSON.stringify({ liveTags: Array(20_000).fill(1) }));
    expect((await preflight(['lint'], folder)).stderr.trimEnd().split('\n').at(-1)).toBe(
      'and at least 980 more problems',
    );
  });
  test('a path below a file, in a cycle of links, or too long is refused as wrong usage', async () => {
    const folder = folderWith(goodFiles),
      [file = ''] = Object.keys(goodFiles);
    symlinkSync('loop', join(folder, 'loop'));
    for (const command of ['config', 'graph', 'simulate', 'suppress', 'resolve', 'diff', 'lint'])
      for (const path of [`${file}/x.json`, 'loop/x.json', `${'x'.repeat(300)}.json`]) {
        const more = command === 'suppress' ? ['--rule', 'empty-prompt', '--at', '', '--reason', 'a draft'] : [];
        const { code, stderr } = await preflight([command, path, ...more], folder);
        expect([command, code, stderr.includes('internal error')]).toEqual([command, 2, false]);
      }
  });
  test('a pipe never blocks', async () => {
    const folder = folderWith(goodFiles);
    execFileSync('mkfifo', [join(folder, 'pipe.agent.json')]);
    stillLinted(await lintJson([], folder));
    expect((await lintJson(['pipe.agent.json'], folder)).stderr).toContain(
      'skipped pipe.agent.json: it is not a regular file',
    );
  });
  test('unreadable files and folders are named, and the other files are checked', async () => {
    const folder = folderWith({
      ...goodFiles,
      'locked.agent.json': agent('', 'agent_l'),
      'vault/x.agent.json': agent('', 'agent_v'),
      'other.json': '{}',
    });
    for (const [name, mode] of [
      ['.', 0o755],
      ['locked.agent.json', 0],
      ['vault', 0],
      ['other.json', 0],
    ] as const)
      chmodSync(join(folder, name), mode);
    const asRoot = process.getuid?.() === 0;
    if (asRoot) process.seteuid!(65534);
    try {
      const printedFindings = await lintJson([], folder);
      expect([
        printedFindings.code,
        printedFindings.findings
          .filter(({ rule }) => rule === 'unreadable-file')
          .map(({ file, message, range }) => [file, message, range.start.line]),
      ]).toEqual([
        1,
        [
          ['locked.agent.json', 'the file cannot be read: permission denied', 1],
          [
            'other.json',
            'the file cannot be read: permission denied; its kind is unknown, so it may be an agent file',
            1,
          ],
          ['vault', 'the folder cannot be read: permission denied; nothing in it was checked', 1],
        ],
      ]);
      stillLinted(printedFindings);
    } finally {
      if (asRoot) process.seteuid!(0);
      chmodSync(join(folder, 'vault'), 0o755);
    }
  });
  test('a file to which the fixes cannot be written is reported', async () => {
    const folder = folderWith({ 'ro/x.agent.json': draft('"voice_speed": "1"') });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'ro'), 0o555);
    const asRoot = process.getuid?.() === 0;
    if (asRoot) process.seteuid!(65534);
    try {
      expect(await preflight(['lint', '--fix'], folder)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('cannot be written: permission denied') as string,
      });
    } finally {
      if (asRoot) process.seteuid!(0);
      chmodSync(join(folder, 'ro'), 0o755);
    }
  });
});

describe('a broken configuration gives a message with its place, exit code 2, and no report', () => {
  test.each([
    ['{ "rules": ', ':1:'],
    ['{ "rulse": {} }', ':1:3 "rulse" is not allowed in a Preflight configuration; did you mean "rules"?'],
    ['{\n  "rules": { "wrong-typ": "off" }\n}', ':2:14 unknown rule "wrong-typ"; did you mean "wrong-type"?'],
    ['{ "rules": { "wrong-type": "warned" } }', ':1:28 wrong-type: expected off, info, warning or error, got "warned"'],
    ['[]', ':1:1 the file: expected an object, got an empty list'],
    ['', ':1:1 expected a JSON object, got an empty file'],
    [
      '{ "ignore": ["*a*a*a*a*b"] }',
      ':1:14 ignore[0]: "*a*a*a*a*b" has more than 3 asterisks in one name; make the name more specific',
    ],
  ])('%j', async (text, message) => {
    const folder = folderWith({ ...goodFiles, 'preflight.config.json': text });
    const { code, stdout, stderr } = await preflight(['lint', '--format', 'json'], folder);
    expect(stderr.startsWith(`preflight.config.json${message}`), stderr).toBe(true);
    expect([code, stdout]).toEqual([2, '']);
  });
  test('the path in the message is relative to the working directory', async () => {
    const folder = folderWith({ 'preflight.config.json': '[]', 'agents/desk.agent.json': agent() });
    const from = async (args: string[], cwd: string) => (await preflight(['lint', ...args], cwd)).stderr.split(' ')[0];
    expect(await from([], join(folder, 'agents'))).toBe('../preflight.config.json:1:1');
    expect(await from(['--cwd', folder], '/')).toBe('preflight.config.json:1:1');
    expect(await from(['--cwd', 'agents'], folder)).toBe('../preflight.config.json:1:1');
  });
  test('a configuration in UTF-16, a folder named like a configuration, and a broken baseline are refused', async () => {
    const folder = folderWith(goodFiles);
    write(folder, { 'preflight.config.json': Buffer.from('\ufeff{}', 'utf16le') });
    expect(await preflight(['lint'], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('preflight.config.json:1:1 expected UTF-8, got UTF-16') as string,
    });
    write(folder, { 'preflight.config.json': '{}', 'preflight.baseline.json': '{ "version": 1 }' });
    expect(await preflight(['lint'], folder)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('preflight.baseline.json:1:1 ') as string,
    });
    expect((await preflight(['lint', '--write-baseline'], folder)).code).toBe(0);
    const otherFolder = folderWith(goodFiles);
    mkdirSync(join(otherFolder, 'preflight.config.json'));
    stillLinted(await lintJson([], otherFolder));
  });
});

test('a rule that throws gives one finding that names the rule and exit code 3; the other rules still run', async () => {
  const broken = defineRule({
    id: 'broken-rule',
    group: 'values',
    severity: 'error',
    spec: 'x',
    at: { 'agent-settings': '/voice_id' },
    check: () => {
      throw new Error('out of cheese');
    },
  });
  (rules as unknown[]).push(broken);
  try {
    const printedFindings = await lintJson([], folderWith(goodFiles));
    expect([
      printedFindings.code,
      printedFindings.findings.filter(({ rule }) => rule === 'internal-error').map(({ message }) => message),
    ]).toEqual([3, [expect.stringMatching(/broken-rule.*out of cheese/)]]);
    stillLinted(printedFindings);
    expect((await lintJson(['--quiet', '--rule', 'broken-rule'], folderWith(goodFiles))).code).toBe(3);
    // the failing rule is not selected here, so it does not run
    expect((await lintJson(['--quiet', '--rule', 'wrong-type'], folderWith(goodFiles))).code).toBe(1);
  } finally {
    (rules as unknown[]).pop();
  }
});
