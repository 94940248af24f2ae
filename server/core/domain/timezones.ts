import { nearest } from '../wording.ts';
import { timeZoneNames } from './timezone-names.ts';
import { spokenZones } from './timezone-abbreviations.ts';

export { timeZoneNames };

/** The zone that differs from this text in case only. */
export function sameZone(text: string): string | undefined {
  const lower = text.toLowerCase();
  for (const name of timeZoneNames) if (name.toLowerCase() === lower) return name;
  return undefined;
}

/** The zone that was very likely meant: as people call it (`PST`, `Eastern Time`), by its city (`New York`), else by how it is spelled. */
export function nearestZone(text: string): string | undefined {
  // of offsets the zones have the sign the other way round: "GMT+2" is Etc/GMT-2
  if (/^(utc|gmt)?\s*[+-]\s*\d/i.test(text.trim())) return undefined;
  const spoken = text
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .replace(/\b(standard|daylight|summer|time)\b/g, '')
    .replace(/^us\/|[^a-z]/g, '');
  const zone = spokenZones().get(spoken);
  if (zone !== undefined) return zone;
  const city = `/${text.trim().toLowerCase().split('/').at(-1)!.replace(/\s+/g, '_')}`;
  const ofCity = [...timeZoneNames].filter(name => name.toLowerCase().endsWith(city));
  if (ofCity.length === 1) return ofCity[0];
  // an abbreviation is near to others in spelling only
  return text.length > 4 ? nearest(text, timeZoneNames) : undefined;
}
