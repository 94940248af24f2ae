import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { kindNames } from '../core/kinds.ts';
// @ts-expect-error a build script has no types
import { extensionManifest } from './extension.mjs';
// @ts-expect-error a build script has no types
import { signs } from './signs.mjs';
// @ts-expect-error a build script has no types
import { contentTypes, vsixManifest } from './vsix.mjs';
// @ts-expect-error a build script has no types
import { zip } from './zip.mjs';

const folder = mkdtempSync(join(tmpdir(), 'preflight-extension-'));
afterAll(() => rmSync(folder, { recursive: true }));
const root = new URL('../../', import.meta.url);
const manifest = extensionManifest() as {
  activationEvents: string[]; contributes: { commands: { command: string }[]; configuration: { properties: Record<string, { default: unknown; description?: string; markdownDescription?: string }> } };
} & Record<string, unknown>;

test('a zip holds its files', () => {
  const files = [['a.txt', Buffer.from('text')], ['folder/ü.bin', Buffer.from([0, 255, 0])], ['empty', Buffer.alloc(0)], ['long', Buffer.alloc(200_000, 'ab')]] as const;
  const file = join(folder, 'a.zip');
  writeFileSync(file, zip(files) as Buffer);
  const read = `import sys, zipfile, hashlib
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print([(i.filename, len(z.read(i)), hashlib.md5(z.read(i)).hexdigest()) for i in z.infolist()])`;
  expect(execFileSync('python3', ['-c', read, file], { encoding: 'utf8' })).toBe(
    "[('a.txt', 4, '1cb251ec0d568de6a929b520c4aed8d1'), ('folder/ü.bin', 3, 'e0fc4ccae9b3b9f85e58c8a5c6ff3f7b'), ('empty', 0, 'd41d8cd98f00b204e9800998ecf8427e'), ('long', 200000, 'x')]\n",
  );
  expect(zip(files)).toEqual(zip(files));
});

test('every kind activates by its suffix', () => {
  const named = manifest.activationEvents.find(event => event.startsWith('workspaceContains:**/*.{'))!;
  expect(/\{([^}]*)\}/.exec(named)![1]!.split(',')).toEqual(kindNames);
});

test('the manifest is that of an extension and not of an npm package', () => {
  expect(Object.keys(manifest)).toEqual([
    'name', 'version', 'description', 'displayName', 'publisher', 'icon', 'categories', 'keywords', 'license',
    'extensionKind', 'capabilities', 'activationEvents', 'contributes', 'main', 'engines',
  ]);
  expect(manifest['engines']).toEqual({ vscode: '^1.91.0' });
});

test('every setting has a default and a description, and every setting that the client reads is there', () => {
  const { properties } = manifest.contributes.configuration;
  for (const [name, { default: value, description, markdownDescription }] of Object.entries(properties)) expect([name, value !== undefined, (description ?? markdownDescription ?? '').length > 40]).toEqual([name, true, true]);
  const client = new URL('client/', root);
  const read = readdirSync(client).filter(name => name.endsWith('.ts')).flatMap(name => [...readFileSync(new URL(name, client), 'utf8').matchAll(/isOn\('(\w+)'\)/g)].map(match => `preflight.${match[1]}`));
  expect([...new Set(read)].sort()).toEqual(Object.keys(properties).filter(name => name !== 'preflight.trace.server').sort());
});

test('signs tell every kind that can be told by its content', async () => {
  const { kinds, groups, own } = await (signs as () => Promise<{ kinds: string[]; groups: string[][]; own: string[][] }>)();
  expect(kinds).toEqual(kindNames);
  expect(groups).toContainEqual(['agent_id', 'weight']);
  expect(own.flat()).not.toContain('type');
  expect(own.flat()).toContain('fallback_voice_ids');
});

test('the manifest of the vsix is text that cannot break out of its elements', () => {
  const text = vsixManifest({ ...manifest, displayName: 'A <b> & "c"' }) as string;
  expect(text).toContain('<DisplayName>A &lt;b&gt; &amp; &quot;c&quot;</DisplayName>');
  expect(() => contentTypes(['a.exe'])).toThrow('no content type is known for files that end in ".exe"');
});
