import { outcomeOf, titles } from '../../testing/actions-at.ts';
import { testCases } from '../../testing/cases.ts';

testCases(new URL('cases/', import.meta.url), {
  do: (files, title) => outcomeOf(files, title).trimStart(),
  offers: (files, only) => titles(files, only === '' ? {} : { onlyKinds: [only] }).join('\n'),
});
