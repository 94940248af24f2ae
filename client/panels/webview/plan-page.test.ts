import { describe, expect, test } from 'vitest';
import {
  badge,
  blocksOf,
  code,
  link,
  list,
  section,
  title,
  values,
  words,
  type Item,
} from '../../../server/view/blocks.ts';
import { htmlOf, textOf } from '../../../server/view/element.ts';
import type { PlanData } from './messages.ts';
import { planPage, planWords } from './plan-page.ts';

const change: Item = {
  badge: badge('bad', '!', 'breaks'),
  head: link('tag prod', null),
  words: 'breaks: v2 → nothing',
  lines: [code('list.agent-list.json /0')],
};
const data = (fields: Partial<PlanData> = {}, item: Item = change): PlanData => ({
  report: {
    words: '1 live reference changes; 12 unchanged',
    blocks: [
      title('1 live reference changes; 12 unchanged'),
      words('current files against main', 'quiet'),
      section('live', 'Live', [list('Live', [item])], { count: '1' }),
    ],
  },
  comparedState: 'main',
  question: null,
  isBusy: false,
  problem: null,
  request: null,
  ...fields,
});

describe('the plan', () => {
  test('shows the answer of the server below the buttons, with losses in red', () => {
    expect(textOf(planPage(data()))).toMatchInlineSnapshot(`
      "Compare with…Compare againCopy as MarkdownSave as Page…
      1 live reference changes; 12 unchanged
      current files against main
      Live
      1
      tag prod
      breaksbreaks: v2 → nothing
      list.agent-list.json /0"
    `);
    expect(htmlOf(planPage(data()))).toMatch(/<li class="item bad">.*<span class="badge bad">/);
    expect(planWords(data())).toBe('1 live reference changes; 12 unchanged');
  });
  test('begins with the question, if there is a question', () =>
    expect(textOf(planPage(data({ question: 'If tag prod moved to version 4' })))).toMatch(
      /\nIf tag prod moved to version 4\n1 live reference changes/,
    ));
  test('links back to the previous plan', () => {
    const request = { uri: 'file:///a', base: null },
      html = (from?: typeof request): string =>
        htmlOf(planPage(data({ request: { ...request, ...(from && { from }) } })));
    expect(html(request)).toContain('data-act="back"');
    expect(html()).not.toContain('data-act="back"');
  });
  test('shows a problem and keeps the previous answer', () => {
    const planData = data({ problem: 'there is no revision nope' });
    expect(planWords(planData)).toBe('there is no revision nope');
    expect(textOf(planPage(planData))).toMatch(/Not compared with main\nthere is no revision nope[^]*tag prod/);
    expect(textOf(planPage({ ...planData, report: null }))).not.toMatch(/Copy|Save/);
  });
  test('escapes hostile names', () => {
    const item: Item = {
      head: '<img src=x onerror=alert(1)>',
      words: '<script>',
      blocks: blocksOf(values([{ name: code('"><b>'), words: '<i>' }])),
    };
    expect(htmlOf(planPage(data({}, item)))).not.toMatch(/<img|<script|<b>|<i>/);
  });
});
