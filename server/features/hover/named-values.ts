import type { Cursor } from '../../core/cursor.ts';
import { nearestZone, zoneIgnoringCase, timeZoneNames } from '../../core/domain/timezones.ts';
import { providerOfVoice, providerSource } from '../../core/domain/voices.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { blocks, bullets, code, plainMarkdown } from './markdown.ts';
import { wordsOf } from './field.ts';

/** The hover of a voice: its provider, and the source of that fact. */
export function voiceHover(id: string, workspace: Workspace): string {
  const provider = providerOfVoice(id, workspace);
  if (provider === undefined)
    return blocks(
      `**${plainMarkdown(id)}** · voice of an unknown provider`,
      'Its id does not reveal the provider; set it in `voices` of preflight.config.json.',
    );
  const isByConfiguration = providerSource(id, workspace) !== '';
  return blocks(
    `**${plainMarkdown(id)}** · voice of ${plainMarkdown(provider)}`,
    isByConfiguration ? 'Set in `voices` of preflight.config.json.' : 'The prefix of its id names the provider.',
  );
}

/** The hover of a time zone: its UTC offsets in winter and summer of the current year. */
export function timezoneHover(name: string, { facts }: Workspace): string {
  if (!timeZoneNames.has(name)) {
    const zone = zoneIgnoringCase(name) ?? nearestZone(name);
    return blocks(
      `**${plainMarkdown(name)}** · not a time zone of the IANA database`,
      zone === undefined ? undefined : `Did you mean ${code(zone)}?`,
    );
  }
  const year = facts.today.slice(0, 4);
  const january = offsetOf(name, `${year}-01-15`),
    july = offsetOf(name, `${year}-07-15`),
    spokenText = spokenName(name);
  const inTheYear = january === july ? [`${january} all year`] : [`${january} in January`, `${july} in July`];
  const offsets = january === undefined || july === undefined ? undefined : inTheYear;
  return blocks(
    `**${plainMarkdown(name)}** · time zone${spokenText === undefined ? '' : `, ${plainMarkdown(spokenText)}`}`,
    offsets && bullets(offsets),
  );
}

const partOf = (zone: string, style: 'longOffset' | 'longGeneric', day: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style })
      .formatToParts(new Date(`${day}T12:00:00Z`))
      .find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    // the time zone tables of this machine lack a zone of the IANA database
    return undefined;
  }
};
const offsetOf = (zone: string, day: string): string | undefined =>
  partOf(zone, 'longOffset', day)?.replace('GMT', 'UTC').replace(/^UTC$/, 'UTC+00:00');
/** The name of a zone, for example `Pacific Time`; undefined if the name only repeats the offset. */
const spokenName = (zone: string): string | undefined => {
  const name = partOf(zone, 'longGeneric', '2024-01-15');
  return name === undefined || /\d/.test(name) ? undefined : name;
};

/** The name of a locale, if the schemas describe it. */
export function localeHover(locale: string, cursor: Cursor): string | undefined {
  const names = wordsOf(cursor.entry)['x-values'] ?? {};
  return Object.hasOwn(names, locale) && /^[a-z]{2,3}-/.test(locale)
    ? `**${plainMarkdown(locale)}** · ${plainMarkdown(names[locale]!)}`
    : undefined;
}
