// What `preflight ci` posts about a pull request that does five things at once, as its reviewer reads it: golden/pull-request.md.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { committed, preflight, scratchFolders } from '../server/testing/preflight.ts';

const folderWith = scratchFolders();

/** Each must change something. */
const changes: readonly (readonly [file: string, before: string | RegExp, after: string])[] = [
  ['numbers/main.phone-number.json', /"weight": 0\.9 \},(\s+.*)"weight": 0\.1/, '"weight": 0.5 },$1"weight": 0.5'],
  // the only way to a booking
  [
    'engines/front-desk.llm.json',
    /\{\s+"destination_state_name": "booking"[^]*?\},\s+(?=\{\s+"destination_state_name")/,
    '',
  ],
  ['engines/front-desk.llm.json', '"general_prompt": "', '"general_prompt": "Be brief. '],
  ['agents/front-desk/v2.agent.json', /\{[^{}]*"name": "appointment_booked"[^{}]*\},\s+/, ''],
  ['agents/front-desk/v2.agent.json', /"voice_speed": [\d.]+/, '"voice_speed": 9'],
  ['preflight.config.json', '{', '{\n  "rules": { "out-of-range": "off" },'],
];

test('five things at once, callers first', async () => {
  const folder = folderWith({});
  cpSync(new URL('clinic/', import.meta.url), folder, { recursive: true });
  committed(folder);
  for (const [file, before, after] of changes) {
    const path = join(folder, file),
      text = readFileSync(path, 'utf8'),
      changed = text.replace(before, after);
    expect(changed, file).not.toBe(text);
    writeFileSync(path, changed);
  }
  // docs/pull-requests.md shows a part of it
  const page = readFileSync(new URL('../docs/pull-requests.md', import.meta.url), 'utf8'),
    quoted = page.split('\n').flatMap(line => (/^> [^…]/.test(line) ? [line.slice(2)] : []));
  const { code, stdout } = await preflight(['ci', '--base', 'HEAD'], folder);
  expect(code).toBe(1);
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter(line => !stdout.split('\n').includes(line))).toEqual([]);
  await expect(stdout.replace(/\bHEAD \([0-9a-f]+\)/g, 'HEAD (8f07411cf8f3)')).toMatchFileSnapshot(
    'golden/pull-request.md',
  );
});
