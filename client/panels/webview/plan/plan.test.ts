import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../../server/lsp/protocol.ts';
import { htmlOf, textOf } from '../../../../server/view/element.ts';
import type { PlanData } from './plan-messages.ts';
import { planPage, planWords } from './plan-page.ts';

const change = (subject: string, more: Partial<Cause> = {}): Cause => ({
  effect: 'version',
  live: false,
  words: 'v2 (published) → v3 (published)',
  accepted: '',
  differs: '',
  diff: '',
  isDraft: false,
  isBreak: false,
  before: null,
  after: null,
  variables: [],
  subjects: [
    {
      subject,
      kind: 'tag',
      count: 1,
      file: 'list.agent-list.json',
      pointer: '/0',
      places: ['list.agent-list.json /0'],
    },
  ],
  ...more,
});
const data = (changes: readonly Cause[], more: Partial<PlanData> = {}): PlanData => ({
  report: {
    headline: '1 live reference changes; 12 unchanged',
    compared: 'current files against main',
    unreadable: [],
    contents: [],
    callers: [],
    reach: [],
    causes: changes,
    refused: [],
    more: 0,
    result: {
      version: 1,
      base: null,
      unreadable: [],
      edits: [],
      assertions: [],
      unchanged: 12,
      assumptions: [],
      results: [],
    },
    places: {},
    assumptions: [],
  },
  against: 'main',
  question: null,
  busy: false,
  problem: null,
  asked: null,
  ...more,
});

describe('the plan', () => {
  test.each([
    ['removed', true, true],
    ['becomes-unknown', true, true],
    ['removed', false, false],
    ['version', true, false],
  ] as const)('a reference that callers lose is red: %s, live %s', (effect, live, isRed) => {
    const html = htmlOf(planPage(data([change('a weight', { effect, live })])));
    expect([html.includes('item bad'), html.includes('badge bad')]).toEqual([isRed, isRed]);
  });
  test('what callers notice first, then the rest', () => {
    expect(
      textOf(
        planPage(
          data([
            change('tag beta'),
            change('tag prod', { live: true, variables: [{ name: 'greeting', words: 'added: "Hi"' }] }),
            change('a weight', { effect: 'breaks', words: 'breaks: v2 → nothing' }),
          ]),
        ),
      ),
    ).toMatchInlineSnapshot(`
      "Compare with…Compare againCopy as MarkdownSave as Page…
      1 live reference changes; 12 unchanged
      current files against main
      Live
      1
      tag prod
      another versionv2 (published) → v3 (published)
      list.agent-list.json /0
      greeting
      added: "Hi"
      Not live
      2
      tag beta
      another versionv2 (published) → v3 (published)
      list.agent-list.json /0
      a weight
      breaksbreaks: v2 → nothing
      list.agent-list.json /0"
    `);
  });
  test('what live versions say differently stands after the live references', () => {
    const { report, ...rest } = data([change('tag prod', { live: true })]);
    const row = {
      pointer: '/general_prompt',
      at: '/general_prompt',
      words: '+1 −1 lines',
      hunk: ['-Be kind.', '+Be brief.'],
      isThere: true,
    };
    const title = 'LLM engine llm_1',
      contents = [{ title, reach: 'behind agent_desk version 2', isLive: true, file: '1.llm.json', rows: [row] }];
    const text = textOf(planPage({ ...rest, report: { ...report!, contents } }));
    expect(text).toMatch(
      /tag prod[^]*Contents, under the same number or name\n1\n[^]*LLM engine llm_1[^]*behind agent_desk/,
    );
    expect(text).toMatch(/\/general_prompt\n\+1 −1 lines[^]*-Be kind\.[^]*\+Be brief\./);
    expect(textOf(planPage({ ...rest, report: { ...report!, causes: [], contents } }))).not.toContain(
      'Every reference',
    );
  });
  test('a problem is said, and what was there before stays', () => {
    const shown = data([change('tag prod')], { problem: 'there is no revision nope' });
    expect(planWords(shown)).toBe('there is no revision nope');
    expect(textOf(planPage(shown))).toMatch(/Not compared with main\nthere is no revision nope[^]*tag prod/);
    expect(textOf(planPage({ ...shown, report: null }))).not.toMatch(/Copy|Save/);
  });
  test('what is not listed is counted', () => {
    const { report, ...rest } = data([change('tag prod')]);
    expect(textOf(planPage({ ...rest, report: { ...report!, more: 1700 } }))).toContain('and 1,700 more references');
  });
  test('hostile names are text', () => {
    const html = htmlOf(
      planPage(
        data([
          change('<img src=x onerror=alert(1)>', {
            live: true,
            words: '<script>',
            variables: [{ name: '"><b>', words: '<i>' }],
          }),
        ]),
      ),
    );
    expect(html).not.toMatch(/<img|<script|<b>|<i>/);
  });
});
