import { liveInWords } from '../core/domain/live-places.ts';
import { firstFew } from '../core/wording.ts';
import type { JudgedReport } from './report.ts';

/** Lines that are listed; beyond these only their number is. */
const MOST = 20;

/** What a change does to its own judge, one line each: files that are no longer checked, and settings. */
export function judgedLines(judged: JudgedReport | undefined): readonly string[] {
  if (!judged) return [];
  const { unchecked, settings, trusted } = judged;
  const files = unchecked.map(
      ({ file, by, live }) =>
        `no longer checked: ${file} (${by.file}:${by.line} ${by.text})` +
        (live.length > 0 ? `, ${liveInWords(live)}` : ''),
    ),
    altered = settings.map(({ text, file, line, effect }) => `settings: ${file}:${line} ${text}: ${effect}`);
  return [
    ...(trusted ? ['judged by the new settings alone (--trust-settings)'] : []),
    ...firstFew(files, MOST, 'files that are no longer checked'),
    ...firstFew(altered, MOST, 'altered settings'),
  ];
}
