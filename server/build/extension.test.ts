import { readdirSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { kindNames } from '../core/kinds.ts';
// @ts-expect-error a build script has no types
import { extensionManifest } from './extension.mjs';
// @ts-expect-error a build script has no types
import { signs } from './signs.mjs';
// @ts-expect-error a build script has no types
import { contentTypes, vsixManifest } from './vsix.mjs';
// @ts-expect-error a build script has no types
import { zip } from './zip.mjs';

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

test('a zip holds its files, and the same files are the same bytes', () => {
  const files: [string, Buffer][] = [
    ['a.txt', Buffer.from('text')],
    ['folder/ü.bin', Buffer.from([0, 255, 0])],
    ['empty', Buffer.alloc(0)],
    ['long', Buffer.alloc(200_000, 'ab')],
  ];
  const packed = zip(files) as Buffer;
  expect(unzip(packed)).toEqual(files);
  expect(zip(files)).toEqual(packed);
  expect(packed.length).toBeLessThan(1500);
  // what every reader checks before it believes a file: the sum that the zip format defines, here of "text"
  expect(packed.readUInt32LE(14)).toBe(0x3b8ba7c7);
});

test('every kind activates by its suffix', () => {
  const named = manifest.activationEvents.find(event => event.startsWith('workspaceContains:**/*.{'))!;
  expect(/\{([^}]*)\}/.exec(named)![1]!.split(',')).toEqual(kindNames);
});

test('the manifest is that of an extension and not of an npm package', () => {
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

test('every setting has a default and a description, and every setting that the client reads is there', () => {
  const { properties } = manifest.contributes.configuration;
  for (const [name, { default: value, description, markdownDescription }] of Object.entries(properties))
    expect([name, value !== undefined, (description ?? markdownDescription ?? '').length > 40]).toEqual([
      name,
      true,
      true,
    ]);
  const client = new URL('client/', root);
  const read = readdirSync(client)
    .filter(name => name.endsWith('.ts'))
    .flatMap(name =>
      [...readFileSync(new URL(name, client), 'utf8').matchAll(/isOn\('(\w+)'\)/g)].map(
        match => `preflight.${match[1]}`,
      ),
    );
  expect([...new Set(read)].sort()).toEqual(
    Object.keys(properties)
      .filter(name => name !== 'preflight.trace.server')
      .sort(),
  );
});

test('signs tell every kind that can be told by its content', async () => {
  const { kinds, groups, own } = await (
    signs as () => Promise<{ kinds: string[]; groups: string[][]; own: string[][] }>
  )();
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

/** Reads a zip from its directory, as readers do. */
function unzip(packed: Buffer): [string, Buffer][] {
  const end = packed.length - 22;
  expect(packed.toString('latin1', end, end + 4)).toBe('PK\x05\x06');
  let at = packed.readUInt32LE(end + 16);
  return Array.from({ length: packed.readUInt16LE(end + 10) }, () => {
    expect(packed.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const size = packed.readUInt32LE(at + 20),
      named = packed.readUInt16LE(at + 28),
      local = packed.readUInt32LE(at + 42);
    const name = packed.toString('utf8', at + 46, at + 46 + named);
    expect(packed.toString('utf8', local + 30, local + 30 + named)).toBe(name);
    at += 46 + named;
    return [name, inflateRawSync(packed.subarray(local + 30 + named, local + 30 + named + size))];
  });
}
