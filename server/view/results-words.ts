import type { Plan } from '../core/generated/outputs.js';
import { isEqual, isArray, type Json } from '../core/json/json.ts';
import { count, listed, show } from '../core/wording.ts';
import { brief } from './contents-words.ts';

type Result = Plan['results'][number];

/** The number of lost results: `; 2 results of live versions are lost`; '' if no result is lost. */
export const resultsInShort = (lostCount: number): string =>
  lostCount === 0 ? '' : `; ${count(lostCount, 'result')} of live versions ${lostCount === 1 ? 'is' : 'are'} lost`;

/** The loss of a result, on one line. */
export function lossInWords({ effect, before, after, renamed }: Result): string {
  const [former, value] = [before, after] as Json[];
  switch (effect) {
    case 'removed':
      return renamed === null ? 'this field is no longer extracted' : `this field is now called ${show(renamed)}`;
    case 'type-changed':
      return `the type changes: ${brief(former!)} → ${value === null ? 'none' : brief(value!)}`;
    case 'values-removed': {
      const remainingValues = isArray(value) ? value : [];
      const goneValues = (former as readonly Json[]).filter(
        choice => !remainingValues.some(value => isEqual(value, choice)),
      );
      return `no longer a choice: ${listed(goneValues.map(brief), 'and', 4)}`;
    }
    case 'event-dropped':
      return 'the webhook no longer gets this event';
    case 'url-changed': {
      const [formerText, currentText] = [brief(former!), value === null ? 'none' : brief(value!)];
      return formerText === currentText ? 'another URL (not shown)' : `${formerText} → ${currentText}`;
    }
  }
}
