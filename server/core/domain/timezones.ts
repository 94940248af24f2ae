import { nearest } from '../wording.ts';
import { timeZoneNames } from './timezone-names.ts';
import { lazy } from '../memory.ts';

export { timeZoneNames };

/** The zone whose name differs from a text only in case. */
export function zoneIgnoringCase(text: string): string | undefined {
  const lowerText = text.toLowerCase();
  for (const name of timeZoneNames) if (name.toLowerCase() === lowerText) return name;
  return undefined;
}

/** The zone most likely meant: by common name (`PST`, `Eastern Time`), by city (`New York`), or by similar spelling. */
export function nearestZone(text: string): string | undefined {
  // the zones of offsets have the opposite sign: "GMT+2" is Etc/GMT-2
  if (/^(utc|gmt)?\s*[+-]\s*\d/i.test(text.trim())) return undefined;
  const zoneName = text
    .toLowerCase()
    .replace(/\([^()]*\)/, '')
    .replace(/\b(standard|daylight|summer|time)\b/g, '')
    .replace(/^us\/|[^a-z]/g, '');
  const zone = spokenZones().get(zoneName);
  if (zone !== undefined) return zone;
  const city = `/${text.trim().toLowerCase().split('/').at(-1)!.replace(/\s+/g, '_')}`;
  const zonesOfCity = [...timeZoneNames].filter(name => name.toLowerCase().endsWith(city));
  if (zonesOfCity.length === 1) return zonesOfCity[0];
  // short names are not corrected, because similar abbreviations are different zones
  const similarZone = text.length > 4 ? nearest(text, timeZoneNames) : undefined;
  return similarZone !== undefined && hasSimilarCity(text, similarZone) ? similarZone : undefined;
}

/** Whether the cities of two zones are similar. Otherwise the names are similar only because of their region. */
function hasSimilarCity(text: string, zone: string): boolean {
  const [city, otherCity] = [text, zone].map(name => name.split('/').at(-1)!);
  return city === otherCity || nearest(city!, [otherCity!]) !== undefined;
}

/** Lines with a zone and its common names, without ambiguous names such as `IST`. */
const zones = `
  America/New_York: et edt eastern    America/Chicago: ct cst cdt central    America/Denver: mt mdt mountain
  America/Phoenix: arizona    America/Los_Angeles: pt pst pdt pacific    America/Anchorage: akt akst akdt alaska
  Pacific/Honolulu: hdt hawaii    America/Halifax: adt atlantic    America/St_Johns: ndt newfoundland
  America/Sao_Paulo: brt brst    America/Argentina/Buenos_Aires: art    Europe/London: bst uk    Europe/Lisbon: west
  Europe/Berlin: cest    Europe/Athens: eest    Europe/Moscow: msk    Europe/Istanbul: trt    Africa/Johannesburg: sast
  Africa/Nairobi: eat    Africa/Lagos: wat    Africa/Maputo: cat    Asia/Tokyo: jst    Asia/Seoul: kst
  Asia/Singapore: sgt    Asia/Hong_Kong: hkt    Asia/Manila: pht    Asia/Bangkok: ict    Asia/Jakarta: wib
  Asia/Karachi: pkt    Australia/Sydney: aest aedt    Australia/Adelaide: acst acdt    Australia/Perth: awst
  Pacific/Auckland: nzst nzdt
`;

/** The zones by common name: lower case, letters only. */
const spokenZones: () => ReadonlyMap<string, string> = lazy(
  () =>
    new Map(
      [...zones.matchAll(/(\S+): ((?:[a-z]+ ?)+)/g)].flatMap(([, zone, names]) =>
        names!
          .trim()
          .split(' ')
          .map(name => [name, zone!] as const),
      ),
    ),
);
