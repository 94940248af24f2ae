// Writes server/core/domain/timezone-names.ts: the names of IANA time zones with all aliases. Run by hand when IANA
// adds a zone (a few times in ten years): `node server/build/timezones.mjs [tzdata.zi]`. Both sources are needed: Intl
// has only one name per zone, which differs between releases; tzdata.zi has the aliases, but may be older than Intl.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2] ?? '/usr/share/zoneinfo/tzdata.zi';
const lines = readFileSync(file, 'utf8').split('\n');
const release = /^# version (\S+)/.exec(lines[0])?.[1] ?? 'of an unknown release';
const names = new Set(Intl.supportedValuesOf('timeZone'));
for (const line of lines) {
  const [type, first, second] = line.split(' ');
  if (type === 'Z') names.add(first);
  if (type === 'L') names.add(first).add(second);
}
names.delete('Factory'); // a placeholder in the database that is not a time zone

const rows = [];
for (const name of [...names].sort()) {
  const last = rows.at(-1);
  if (last !== undefined && last.length + name.length < 118) rows[rows.length - 1] = `${last} ${name}`;
  else rows.push(name);
}
writeFileSync(
  new URL('../core/domain/timezones.ts', import.meta.url),
  `// Made by server/build/timezones.mjs: zones and links of the IANA time zone database ${release} (public domain), and those of
// Intl in Node ${process.versions.node} (${process.versions.tz}). Not edited by hand.
const names = \`
${rows.map(row => `  ${row}`).join('\n')}
\`;

/** The names of all IANA time zones, aliases included; case counts. */
export const timeZoneNames: ReadonlySet<string> = new Set(names.trim().split(/\\s+/));
`,
);
