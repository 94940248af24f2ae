import { late } from '../late.ts';

/** What people say for a zone, and the zone that is nearly always meant by it. Where two are meant as often (`IST`), none is given. */
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

/** Zones by what people call them: in lower case, letters only. */
export const spokenZones: () => ReadonlyMap<string, string> = late(
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
