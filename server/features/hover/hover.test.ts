import { describe, expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import type { Finding } from '../../core/finding.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { hovered } from '../../testing/hover-at.ts';
import { openSample } from '../../testing/samples.ts';
import { hoverAt, type RuleWords } from './hover.ts';

const words = (id: string): RuleWords | undefined =>
  id === 'gone'
    ? undefined
    : {
        summary: 'A short word.',
        why: '\n  The platform reads `a.b` first,\n  so it is lost. More follows.\n',
        page: id === 'pageless' ? '' : `rules/README.md#${id}`,
      };
const finding = (rule: string, target: Finding['target']): Finding => ({
  rule,
  severity: 'warning',
  file: 'a.agent.json',
  target,
  message: 'x',
  related: [],
});

describe('the hover at a finding', () => {
  const text = (body: string): string => `-- a.agent.json --\n${body}`;
  test('about a retired value does not repeat that fact: the editor already shows the message', () => {
    const linesOf = (findings: readonly string[]): string | undefined =>
      hovered(
        text('{ "voice_id": "11labs-A", "voice_model": "eleven_▮turbo_v2" }'),
        {},
        findings.map(rule => ({ finding: finding(rule, '/voice_model'), isBaselined: false })),
        words,
      );
    expect(linesOf([])).toContain('retired by the platform');
    expect(linesOf(['retired-value'])).not.toContain('retired by the platform');
  });
  test('explains each rule once, below the meaning of the place', () => {
    const findings = [
      finding('loud', '/volume'),
      finding('loud', '/volume'),
      finding('pageless', '/volume'),
      finding('gone', '/volume'),
      finding('elsewhere', '/voice_id'),
    ];
    expect(
      hovered(
        text('{ "voice_id": "11labs-A", "volume": 1.▮5 }'),
        {},
        findings.map((finding, i) => ({ finding, isBaselined: i === 2 })),
        words,
      ),
    ).toMatchInlineSnapshot(`
      "[1.5]
      **volume** · number

      Volume of the agent: 0 is silent, 2 is twice the normal volume.

      - default: 1
      - from 0 to 2
      - voice agents only

      Specification: Agent settings (request shape, also returned in the agent)

      ---

      - [\`loud\`](rules/README.md#loud): The platform reads \`a.b\` first, so it is lost.
      - \`pageless\` (in the baseline): The platform reads \`a.b\` first, so it is lost."
    `);
  });
  test('shows the path by which callers reach it', () => {
    const steps = [{ text: 'tag prod of agent_desk', file: 'x.agent-list.json', pointer: '/0/tags/prod' } as const];
    const live = [{ agent_id: 'agent_desk', agent_version: 1, through: steps }];
    expect(
      hovered(
        text('{ "voice_id": "11labs-A", "vol▮ume_": 1.5 }'),
        {},
        [{ finding: { ...finding('misspelled', { key: '/volume_' }), live }, isBaselined: false }],
        words,
      ),
    ).toContain('\n- live through tag prod of agent_desk');
  });
  test('consists only of the explanation if the place has no other hover', () => {
    expect(
      hovered(
        text('{ "voice_id": "11labs-A", "vol▮ume_": 1.5 }'),
        {},
        [{ finding: finding('misspelled', { key: '/volume_' }), isBaselined: false }],
        words,
      ),
    ).toMatchInlineSnapshot(`
      "["volume_"]
      - [\`misspelled\`](rules/README.md#misspelled): The platform reads \`a.b\` first, so it is lost."
    `);
  });
  test('about a missing field is shown at the bracket of the object', () => {
    expect(
      hovered(
        text('▮{ "voice_id": "11labs-A" }'),
        {},
        [{ finding: finding('missing', '/response_engine'), isBaselined: false }],
        words,
      ),
    ).toMatchInlineSnapshot(`
      "[{]
      - [\`missing\`](rules/README.md#missing): The platform reads \`a.b\` first, so it is lost."
    `);
  });
  test('about part of a string is shown only within that part', () => {
    const fixture = (body: string): string =>
      hovered(
        text(body),
        {},
        [{ finding: finding('part', { within: '/agent_name', start: 2, end: 4 }), isBaselined: false }],
        words,
      );
    expect([
      fixture('{ "voice_id": "11labs-A", "agent_name": "▮abcdef" }').includes('part'),
      fixture('{ "voice_id": "11labs-A", "agent_name": "abc▮def" }').includes('part'),
    ]).toEqual([false, true]);
  });
  test('about the whole text is shown even if the text contains no value', () => {
    const brokenFinding: Finding = { ...finding('syntax', ''), span: { start: 0, end: 2 } };
    expect(
      hovered(text('▮//'), {}, [{ finding: brokenFinding, isBaselined: false }], words).split('\n')[1],
    ).toMatchInlineSnapshot(
      `"- [\`syntax\`](rules/README.md#syntax): The platform reads \`a.b\` first, so it is lost."`,
    );
  });
});

const { workspace: clinic } = openSample('clinic');
const clinicHover = (document: Document, offset: number): ReturnType<typeof hoverAt> =>
  hoverAt({ workspace: clinic, savedWorkspace: clinic, document, offset }, [], () => undefined);
const inClinic = (file: string, before: string): string => {
  const document = clinic.document(file)!;
  return clinicHover(document, document.text.indexOf(before) + before.length)?.markdown ?? 'nothing';
};

describe('the hover in the clinic sample', () => {
  test('shows the name of the clinic in a prompt', () =>
    expect(inClinic('engines/front-desk.llm.json', 'front desk of {{clinic')).toMatchInlineSnapshot(`
    "**{{clinic_name}}** · dynamic variable

    | Tag | Version | Value | Set by |
    | --- | --- | --- | --- |
    | prod | 2 | "Juniper Street Clinic" | tag |
    | canary | 3 | "Juniper Street Clinic" | tag |
    | staging | 4 | "the clinic (rehearsal)" | tag |
    | summer | 4 | "Juniper Street Clinic" | tag |

    - set by \`default_dynamic_variables\`
    - used 6 times"
  `));
  test('shows the agent of a batch call', () =>
    expect(inClinic('batches/flu-clinic.batch-call.json', '"override_agent_id": "ag')).toMatchInlineSnapshot(`
      "**Reminders** · voice agent \`agent_reminders01\`

      Here: \`latest_published\` → version 1 (published)

      - versions: 0 and 1 published
      - tags: \`prod\` → v1 (published)
      - referenced by 1 arm of a phone number and 6 batch tasks

      \`override_agent_id\`: Agent that makes this one call instead of the outbound agent of from_number."
    `));
  test('shows what callers of a number, of one of its directions and of a tag reach', () => {
    const wordsOf = (...places: readonly [string, string]): string | undefined =>
      inClinic(...places)
        .split('\n')
        .find(line => line.includes('callers reach'));
    expect([
      wordsOf('numbers/main.phone-number.json', '"phone_number": "+1'),
      wordsOf('numbers/main.phone-number.json', '"phone_nu'),
      wordsOf('numbers/main.phone-number.json', '"outbound_ag'),
      wordsOf('agents/agents.agent-list.json', '"tags": {\n        "pr'),
    ]).toMatchInlineSnapshot(`
      [
        "Here: callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps.",
        "Here: callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps.",
        "Here: callers reach no tool, transfer or swap.",
        "- callers reach 14 tools, 3 MCP tools, 2 transfers and 2 swaps",
      ]
    `);
    expect(inClinic('numbers/main.phone-number.json', '"nickn')).not.toContain('callers reach');
  });
  test('shows the component of the night line', () =>
    expect(inClinic('flows/night-line.conversation-flow.json', '"component_id": "conv')).toMatchInlineSnapshot(`
    "**Take a message** · shared component \`conversation_flow_component_message01\`

    - 2 nodes
    - in \`components/take-message.flow-component.json\`

    \`component_id\`: The component that runs."
  `));
  test('has a limited length at every place, and contains no HTML and no overlong lines', () => {
    for (const document of clinic.documents) {
      const { nodes } = document.parsed;
      for (let node = 0; node < nodes.length; node++)
        for (const span of [nodes.keySpan(node), nodes.span(node)])
          if (span) {
            const hover = clinicHover(document, span.start + 1);
            if (!hover) continue;
            expect(hover.span.end).toBeLessThanOrEqual(document.text.length);
            expect(hover.markdown).not.toMatch(/undefined|\[object|NaN|(?<!\\|`[^`]*)<[a-z]|\n\n\n|^\s|\s$/);
            expect(hover.markdown.length).toBeLessThan(4000);
          }
    }
  });
});

describe('the hover in a configuration', () => {
  const fixture = (text: string): string => {
    const offset = text.indexOf('▮'),
      document = new Document('preflight.config.json', text.replace('▮', ''));
    const workspace = new Workspace([document]);
    return hoverAt({ workspace, savedWorkspace: workspace, document, offset }, [], words)?.markdown ?? 'nothing';
  };
  test('describes a rule', () =>
    expect(fixture('{ "rules": { "unset-▮variable": "off" } }')).toMatchInlineSnapshot(`
    "**unset-variable** · rule

    A short word.

    The platform reads \`a.b\` first, so it is lost. More follows.

    [\`unset-variable\`](rules/README.md#unset-variable)"
  `));
  test('describes a severity', () =>
    expect(fixture('{ "rules": { "unset-variable": "o▮ff" } }')).toMatchInlineSnapshot(`
    "**unset-variable** · rule

    \`off\`: the rule is not run.

    Severity of this rule's findings.

    - one of \`off\`, \`info\`, \`warning\`, \`warn\`, \`error\`"
  `));
  test('describes a group, as a key and as an item', () => {
    const text = fixture('{ "rules": { "group:st▮yle": "off" } }');
    expect(text).toBe(
      '**group:style** · group of rules\n\nAll rules of the group; [Explain Rule…](rules/README.md#group:style) lists them.',
    );
    expect(fixture('{ "select": ["group:st▮yle"] }')).toBe(text);
    expect(fixture('{ "select": ["unset-vari▮able"] }')).toContain('A short word.');
  });
  test('describes an assumption', () =>
    expect(fixture('{ "assumptions": { "publish▮-order": false } }')).toMatchInlineSnapshot(`
    "**publish-order** · assumption

    Of several published versions, the one with the largest \`last_modification_timestamp\` was published last.

    - made when \`latest_published\` selects among several published versions
    - because the specification is silent: Versioning 3 says "most recently published"; no shape has a time of publication"
  `));
  test('describes a suppressed rule', () =>
    expect(fixture('{ "suppress": [{ "rule": "unset▮-variable" }] }').split('\n')[0]).toMatchInlineSnapshot(
      `"**unset-variable** · rule"`,
    ));
});

describe('the hover of the number of a batch', () => {
  const batch = (outbound: string): string | undefined =>
    hovered(`
-- a.agent.json --
{ "agent_id": "agent_a", "version": 1, "is_published": true, "voice_id": "11labs-A" }
-- n.phone-number.json --
{ "phone_number": "+14155550100", "outbound_agents": ${outbound} }
-- b.batch-call.json --
{ "from_number": "+14155▮550100", "tasks": [] }
`)?.split('\n')[3];
  const arm = '{ "agent_id": "agent_a", "agent_version": 1, "weight": 0.5 }';
  test.each([
    [`[${arm}]`, 'Here: `agent_a@1` → version 1 (published).'],
    ['[]', 'Here: the number has no outbound agent.'],
    [`[${arm}, ${arm}]`, "Here: one of the number's 2 outbound agents, by weight."],
  ])('shows the caller: %s', (outbound, text) => expect(batch(outbound)).toBe(text));
});
