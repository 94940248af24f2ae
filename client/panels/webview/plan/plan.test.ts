import { describe, expect, test } from 'vitest';
import type { ShownChange } from '../../../../server/lsp/protocol.ts';
import { htmlOf, textOf } from '../html.ts';
import type { PlanData } from './plan-messages.ts';
import { planPage, planWords } from './plan-page.ts';

const change = (subject: string, more: Partial<ShownChange> = {}): ShownChange => ({
  effect: 'version',
  kind: 'tag',
  live: false,
  subject,
  words: 'v2 (published) → v3 (published)',
  accepted: '',
  isBreak: false,
  before: null,
  after: null,
  variables: [],
  count: 1,
  file: 'list.agent-list.json',
  pointer: '/0',
  places: [],
  first: 0,
  ...more,
});
const data = (changes: readonly ShownChange[], more: Partial<PlanData> = {}): PlanData => ({
  report: {
    headline: '1 live reference changes; 12 unchanged',
    compared: 'current files against main',
    unreadable: [],
    contents: [],
    changes,
    more: 0,
    result: { version: 1, base: null, unreadable: [], edits: [], assertions: [], unchanged: 12, assumptions: [] },
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
    expect([html.includes('change live breaks'), html.includes('badge missing')]).toEqual([isRed, isRed]);
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
      What callers notice
      1
      livetag prod
      another versionv2 (published) → v3 (published)
      greeting added: "Hi"
      What else changes
      2
      a weight
      breaksbreaks: v2 → nothing
      tag beta
      another versionv2 (published) → v3 (published)
      12 references unchanged."
    `);
  });
  test('what live versions say differently stands after the live references', () => {
    const { report, ...rest } = data([change('tag prod', { live: true })]);
    const row = { pointer: '/general_prompt', words: '+1 −1 lines', hunk: ['-Be kind.', '+Be brief.'], isThere: true };
    const title = 'LLM engine llm_1',
      contents = [{ title, reach: 'behind agent_desk version 2', isLive: true, file: '1.llm.json', rows: [row] }];
    const text = textOf(planPage({ ...rest, report: { ...report!, contents } }));
    expect(text).toMatch(
      /tag prod[^]*What live versions say or do differently\n1\n[^]*LLM engine llm_1[^]*behind agent_desk/,
    );
    expect(text).toMatch(/\/general_prompt \+1 −1 lines[^]*-Be kind\.[^]*\+Be brief\./);
    expect(textOf(planPage({ ...rest, report: { ...report!, changes: [], contents } }))).not.toContain(
      'Every reference',
    );
  });
  test('nothing changes', () =>
    expect(textOf(planPage(data([])))).toContain('Every reference to an agent selects the same version'));
  test('a problem is said, and what was there before stays', () => {
    const shown = data([change('tag prod')], { problem: 'there is no revision nope' });
    expect(planWords(shown)).toBe('there is no revision nope');
    expect(textOf(planPage(shown))).toMatch(/Not compared with main\nthere is no revision nope[^]*tag prod/);
    expect(textOf(planPage({ ...shown, report: null }))).not.toMatch(/Copy|Save/);
  });
  test('very many changes are not all drawn', () =>
    expect(textOf(planPage(data(Array.from({ length: 1000 }, (_, i) => change(`tag t${i}`)))))).toContain(
      'and 700 more, which the saved page has',
    ));
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
