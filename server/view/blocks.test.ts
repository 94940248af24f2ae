import { describe, expect, test } from 'vitest';
import {
  assumed,
  badge,
  blocksOf,
  code,
  link,
  list,
  quietText,
  section,
  steps,
  strong,
  table,
  title,
  values,
  words,
  type Block,
} from './blocks.ts';
import { h, htmlOf, textOf } from './element.ts';
import { viewElements } from './html.ts';
import { viewMarkdown, type MarkdownOptions } from './markdown.ts';
import { page } from './page.ts';
import { paint } from './paint.ts';
import { viewText } from './text.ts';

const place = {
  uri: 'file:///a/desk.agent.json',
  range: { start: { line: 4, character: 0 }, end: { line: 4, character: 1 } },
};
const way = [
  { text: 'tag prod is assigned to version 2', spec: 'Versioning 3' },
  { text: 'it has no variables', spec: null },
];
const blocks: readonly Block[] = blocksOf(
  title('1 live reference changes'),
  words('files against main', 'quiet'),
  words('one.llm.json cannot be read', 'alarm'),
  section(
    'live',
    'Live',
    [
      list('Live', [
        {
          badge: badge('changed', '~', 'another version'),
          liveReason: 'callers hear it',
          head: link('tag prod', place),
          words: ['v1 → ', strong('v2')],
          times: 2,
          lines: [code('list.agent-list.json /0/tags/prod')],
          blocks: blocksOf(values([{ name: code('greeting'), words: '"Hi" → "Hello"', note: 'used once' }])),
          details: { title: 'why', blocks: [{ is: 'sides', sides: [{ title: 'now', blocks: [steps(way)] }] }] },
        },
      ]),
    ],
    { count: '1' },
  ),
  section(
    'rest',
    'The rest',
    [
      table(
        'Tasks',
        ['task', { title: 'calls', align: 'right' }],
        [{ cells: ['a', '7'] }, { cells: ['bcd', '12'], isBad: true }],
      ),
      {
        is: 'figures',
        figures: [
          { ...badge('plain', '', 'tasks'), value: 1200 },
          { ...badge('bad', '✕', 'missing'), value: 1 },
        ],
      },
      {
        is: 'bars',
        noun: 'calls',
        total: 1000,
        bars: [
          {
            name: 'desk',
            count: 694,
            share: 0.694,
            interval: [0.665, 0.722],
            expected: 0.7,
            note: quietText('a note'),
          },
        ],
      },
      values([{ name: code('/prompt'), words: '+2 −1 lines', hunk: ['-Be kind.', '+Be brief.', '+Be kind.'] }], true),
      steps(way),
      { is: 'slot', name: 'draw' },
    ],
    { open: 'page' },
  ),
  assumed(['publish-order']),
);
const inTerminal = (blocks: readonly Block[], columns = 80): string =>
  viewText(blocks, { paint: paint(false), columns });

describe('blocks', () => {
  test('are printed in a terminal', () =>
    expect(inTerminal(blocks)).toMatchInlineSnapshot(`
      "1 live reference changes
      files against main
      one.llm.json cannot be read

      Live
        ~ tag prod ×2 (live): v1 → v2
            list.agent-list.json /0/tags/prod
            greeting  "Hi" → "Hello"
                      used once
            now  tag prod is assigned to version 2 [Versioning 3]; it has no variables

      The rest
        task  calls
        a         7
        bcd      12
          1,200 tasks
        ✕ 1 missing
        desk
        ████████████████▋         69.4 % drawn (694), expected 70 %, within the 95 %
                                  interval 66.5 % to 72.2 %
          a note
        /prompt  +2 −1 lines
          -Be kind.
          +Be brief.
          +Be kind.
        1. tag prod is assigned to version 2 [Versioning 3]
        2. it has no variables

      Assumed where the specification is silent
        publish-order  of several published versions, the one with the largest
                       \`last_modification_timestamp\` was published last
      "
    `));
  test('are written in a comment', () =>
    expect(viewMarkdown(blocks, { level: 3, titlePrefix: 'Preflight: ' })).toMatchInlineSnapshot(`
      "### Preflight: 1 live reference changes

      files against main

      > ⚠️ one.llm.json cannot be read

      #### Live

      - 🔵 **tag prod** ×2 (live): v1 → **v2**<br>\`list.agent-list.json /0/tags/prod\`

        - \`greeting\`: "Hi" → "Hello"; used once

        <details><summary>why</summary>

        - now: tag prod is assigned to version 2 \\[Versioning 3\\]; it has no variables

        </details>

      <details><summary>The rest</summary>

      | task | calls |
      | --- | ---: |
      | a | 7 |
      | bcd | 12 |

      - 1,200 tasks
      - ✕ 1 missing

      - desk: 69.4 % drawn (694), expected 70 %, within the 95 % interval 66.5 % to 72.2 %<br>a note

      - \`/prompt\`: +2 −1 lines
        <details><summary>what changes</summary>

        \`\`\`diff
        -Be kind.
        +Be brief.
        +Be kind.
        \`\`\`

        </details>


      1. tag prod is assigned to version 2 (Versioning 3)
      2. it has no variables

      </details>

      <details><summary>Assumed where the specification is silent (1)</summary>

      - \`publish-order\`: of several published versions, the one with the largest \`last_modification_timestamp\` was published last

      </details>
      "
    `));
  test('are read out on a page', () =>
    expect(textOf(h('div', {}, ...viewElements(blocks, { draw: h('p', {}, 'controls') })))).toMatchInlineSnapshot(`
      "1 live reference changes
      files against main
      one.llm.json cannot be read
      Live
      1
      livetag prod×2
      another versionv1 → v2
      list.agent-list.json /0/tags/prod
      greeting
      "Hi" → "Hello"; used once
      why
      now
      tag prod is assigned to version 2
      it has no variables
      The rest
      task | calls
      a | 7
      bcd | 12
      1,200tasks
      1✕ missing
      desk
      69.4 % drawn (694), expected 70 %, within the 95 % interval 66.5 % to 72.2 %
      a note
      /prompt
      +2 −1 lines
      what changes
      -Be kind.
      +Be brief.
      +Be kind.
      tag prod is assigned to version 2
      it has no variables
      controls
      Assumed where the specification is silent
      1
      publish-order
      of several published versions, the one with the largest last_modification_timestamp was published last"
    `));
  test('show a place as a button, or as plain text if the place is unknown', () => {
    const drawn = (to: typeof place | null): string => htmlOf(h('div', {}, ...viewElements([words(link('x', to))])));
    expect(drawn(place)).toMatch(
      /<button type="button" class="place" title="Go to desk.agent.json:5" data-place="\{[^"]*">x</,
    );
    expect(drawn(null)).toBe('<div><p class="words plain">x</p></div>');
  });
  test('do not fold a changed line on a page', () =>
    expect(
      htmlOf(h('div', {}, ...viewElements(blocksOf(values([{ name: '', words: '', hunk: ['-a', '+b'] }], true))))),
    ).not.toContain('what changes'));
  test('have a name for a screen reader if they are folded, scrolled or drawn', () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({ cells: [`task ${i}`, ''] }));
    const html = htmlOf(h('div', {}, ...viewElements([...blocks, table('Many', ['task', ''], rows)])));
    expect(html).toContain('<div class="scrolling" tabindex="0" role="region" aria-label="Many">');
    expect(html).toMatch(
      /<svg class="share plain" role="img"[^>]* aria-label="69.4.% drawn \(694\)[^"]*of 1,000 calls"/u,
    );
    expect(html).toContain('<ol class="items" aria-label="Live">');
    expect(html.match(/<summary>/g)).toHaveLength(5);
  });
});

describe('foreign text', () => {
  const hostile = '<img src=x onerror=alert(1)> `a` **b** @team #1 [x](y) | \u001b[31m\u202e\n::error::';
  const blocks: readonly Block[] = [
    title(hostile),
    words([hostile, code(hostile), strong(hostile), quietText(hostile), { badge: badge('bad', '✕', hostile) }]),
    list(hostile, [
      { head: hostile, words: hostile, lines: [code(hostile)], details: { title: 'why', blocks: [words(hostile)] } },
    ]),
    table(hostile, [hostile, 'b'], [{ cells: [hostile, code(hostile)] }]),
    ...blocksOf(values([{ name: code(hostile), words: hostile, hunk: [`+${hostile}`] }])),
    section('s', hostile, [steps([{ text: hostile, spec: null }])]),
  ];
  test('is harmless in a terminal', () => expect(inTerminal(blocks)).not.toMatch(/[\u001b\u202e]|^::/m));
  test('is harmless in markdown, and mentions no user', () => {
    const markdown = viewMarkdown(blocks).replace(/```[^]*?```|`` [^\n]*? ``/g, '');
    expect(markdown).not.toMatch(/<img|[^\\]\*\*b|@team|#1|[^\\]\]\(y|[\u001b\u202e]/);
  });
  test('never ends a table', () => {
    const rows = viewMarkdown([table('', [hostile, 'b'], [{ cells: [hostile, code(hostile)] }])])
      .trim()
      .split('\n');
    expect(rows.map(row => row.replace(/\\\|/g, '').split('|').length)).toEqual([4, 4, 4]);
  });
  test('is escaped on a page', () => expect(page('plan', blocks)).not.toMatch(/<img|[\u001b\u202e]/));
});

describe('a comment', () => {
  const many = (most: number, options: MarkdownOptions = {}): string => {
    const items = Array.from({ length: 400 }, (_, i) => ({
      head: `tag ${i}`,
      details: { title: 'why', blocks: [words('because '.repeat(20))] },
    }));
    return viewMarkdown([title('many'), section('a', 'Live', [list('', items)])], { limit: most, ...options });
  };
  test('drops details first, then entries, and states the number of omitted entries', () => {
    expect(many(Number.MAX_SAFE_INTEGER)).not.toContain('more would');
    const cut = many(20_000, { rest: 'preflight plan' });
    expect(cut.length).toBeLessThan(20_000);
    expect(cut).toMatch(/\n\d+ more would make this too long; `preflight plan` shows them\.\n$/);
    const [details, entries] = [cut.match(/<details>/g)!.length, cut.match(/^- /gm)!.length];
    expect([details > 10, entries > details, entries < 400]).toEqual([true, true, true]);
    expect(cut.match(/<\/details>/g)).toHaveLength(details);
  });
});

describe('a terminal', () => {
  test('shows the cells of a wide table below the first one', () => {
    const wideBlock = table('', ['agent', 'calls', 'because'], [{ cells: ['a'.repeat(60), 'b'.repeat(50), 'c d'] }]);
    expect(inTerminal([wideBlock])).toBe(`${'a'.repeat(60)}\n  calls  ${'b'.repeat(50)}\n  because  c d\n`);
  });
  test('never breaks a path', () => {
    const path = 'agents/front desk.agent.json /tags/prod';
    expect(inTerminal([words(['a '.repeat(30), code(path), ' b'])], 40)).toContain(path);
  });
  test('styles adjacent runs of the same style together', () => {
    const colouredText = viewText([words(['a ', strong('b c'), ' d'])], { paint: paint(true), columns: 80 });
    expect(colouredText).toBe('a \u001b[1mb c\u001b[22m d\n');
  });
});
