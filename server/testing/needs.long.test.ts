import { expect, test } from 'vitest';
import { docsOf } from '../core/engine/rule-docs.ts';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import type { Json } from '../core/json/json.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { changedAnywhere } from './changed.ts';
import { fixtureOf } from './fixture.ts';
import { expectSameFindings } from './quick-looks.ts';

/** Values that rules' preconditions match, and values that they do not. */
const values: readonly Json[] = [
  null,
  false,
  0,
  3,
  1e9,
  '',
  ' x ',
  'x',
  '{{x}}',
  '{{ x }',
  'latest',
  'v3',
  'voice',
  'chat',
  'ipa',
  'system-presets',
  'call_summary',
  'https://localhost/x',
  'https://a.b@10.0.0.1:80/webhook-test/x?api_key=9f8e7d6c5b',
  'http://x',
  'America/New_York',
  'US/Nowhere',
  [],
  ['x'],
  ['x', 'x'],
  ['call_ended', 'chat_ended'],
  [{ name: 'x' }, { name: 'x' }],
  {},
  { Authorization: 'Bearer 7d41c09be2' },
];

/** This many of them are tried, spread over the file. */
const MOST = 24;

test('in files that somebody has changed in one place', () => {
  let looked = 0;
  for (const rule of rules)
    for (const { files } of docsOf(rule).examples.invalid.slice(0, 2)) {
      const { documents, facts } = fixtureOf(files).workspace;
      for (const document of documents) {
        if (!document.valid || !document.kind || document.value === undefined) continue;
        const all = [...changedAnywhere(document.value, () => values)],
          step = Math.max(1, Math.ceil(all.length / MOST));
        for (let i = looked % step; i < all.length; i += step) {
          looked++;
          const text = JSON.stringify(all[i]);
          expectSameFindings(
            () =>
              new Workspace(
                documents.map(one =>
                  one === document
                    ? new Document(one.file, text, 0, one.given)
                    : new Document(one.file, one.text, 0, one.given),
                ),
                facts,
              ),
          );
        }
      }
    }
  expect(looked).toBeGreaterThan(2000);
});
