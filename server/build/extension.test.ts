import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { kindNames } from '../core/kinds.ts';
// @ts-expect-error a build script has no types
import { extensionManifest, packExtension } from './extension.mjs';
// @ts-expect-error a build script has no types
import { signs } from './signs.mjs';
// @ts-expect-error a build script has no types
import { contentTypes, vsixManifest } from './vsix.mjs';

const root = new URL('../../', import.meta.url);
const manifest = extensionManifest() as {
  activationEvents: string[];
  contributes: {
    commands: { command: string }[];
    configuration: {
      properties: Record<string, { default: unknown; description?: string; markdownDescription?: string }>;
    };
  };
} & Record<string, unknown>;

test('a package contains its files, and the same files give the same bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vsix-')),
    files = { 'a.txt': 'text', 'ü.json': '{}', 'empty.md': '' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const archive = (): Buffer => {
    packExtension(Object.keys(files), folder, join(folder, 'x.vsix'));
    return readFileSync(join(folder, 'x.vsix'));
  };
  const first = archive();
  expect(archive()).toEqual(first);
  const entries = Object.entries(unzipSync(first)).map(([name, data]) => [name, strFromU8(data)]);
  expect(entries.map(([name]) => name).slice(0, 2)).toEqual(['extension.vsixmanifest', '[Content_Types].xml']);
  expect(entries.slice(2)).toEqual(Object.entries(files).map(([name, text]) => [`extension/${name}`, text]));
  rmSync(folder, { recursive: true });
});

test('a file of each kind activates the extension by the suffix of its name', () => {
  const activation = manifest.activationEvents.find(event => event.startsWith('workspaceContains:**/*.{'))!;
  expect(/\{([^}]*)\}/.exec(activation)![1]!.split(',')).toEqual(kindNames);
});

test('the manifest contains the fields of an extension, but no fields of an npm package', () => {
  expect(Object.keys(manifest)).toEqual([
    'name',
    'version',
    'description',
    'displayName',
    'publisher',
    'icon',
    'galleryBanner',
    'categories',
    'keywords',
    'license',
    'extensionKind',
    'capabilities',
    'activationEvents',
    'contributes',
    'main',
    'engines',
  ]);
  expect(manifest['engines']).toEqual({ vscode: '^1.91.0' });
});

test('every setting has a default and a description, and every setting that the client reads exists', () => {
  const { properties } = manifest.contributes.configuration;
  for (const [name, { default: value, description, markdownDescription }] of Object.entries(properties))
    expect([name, value !== undefined, (description ?? markdownDescription ?? '').length > 40]).toEqual([
      name,
      true,
      true,
    ]);
  const client = new URL('client/', root),
    pattern = /(?:isOn|getConfiguration\('preflight'\)\.get(?:<.*>)?)\('(\w+)'/g;
  const read = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .flatMap(name =>
      [...readFileSync(new URL(name, client), 'utf8').matchAll(pattern)].map(match => `preflight.${match[1]}`),
    );
  expect([...new Set(read)].sort()).toEqual(
    Object.keys(properties)
      .filter(name => name !== 'preflight.trace.server')
      .sort(),
  );
});

test('the signs recognize every kind of file with distinctive keys', async () => {
  const { kinds, groups, ownKeys } = await (
    signs as () => Promise<{ kinds: string[]; groups: string[][]; ownKeys: string[][] }>
  )();
  expect(kinds).toEqual(kindNames);
  expect(groups).toContainEqual(['agent_id', 'weight']);
  expect(ownKeys.flat()).not.toContain('type');
  expect(ownKeys.flat()).toContain('fallback_voice_ids');
});

test('the manifest of the vsix escapes its texts', () => {
  const text = vsixManifest({ ...manifest, displayName: 'A <b> & "c"' }) as string;
  expect(text).toContain('<DisplayName>A &lt;b&gt; &amp; &quot;c&quot;</DisplayName>');
  expect(() => contentTypes(['a.exe'])).toThrow('no content type is known for the file extension ".exe"');
});
