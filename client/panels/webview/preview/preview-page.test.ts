import { afterAll, expect, test } from 'vitest';
import type { Preview } from '../../../../server/lsp/protocol.ts';
import { Clinic } from '../../../../server/testing/lsp-sample.ts';
import { h } from '../element.ts';
import { htmlOf, textOf } from '../html.ts';
import type { PlaceShown, PreviewControls } from '../messages.ts';
import { previewContent, previewPage, previewWords } from './preview-page.ts';
import { wrapped } from '../../../../server/testing/wrapped.ts';

const clinic = new Clinic();
afterAll(() => clinic.dispose());
const controls = { calls: 1000, seed: '0' };
const list = 'agents/agents.agent-list.json',
  number = 'numbers/main.phone-number.json';
const linesOf = (preview: Preview | null, ...sections: readonly (keyof Preview)[]): string[] => {
  const empty: Preview = {
    subject: 'nothing',
    title: '',
    detail: '',
    place: null,
    explanation: null,
    notes: [],
    resolution: null,
    variables: null,
    matrix: null,
    unsaved: null,
    hypothetical: null,
    simulations: { done: [], not: [], pointer: null },
    alert: null,
    assumptions: [],
  };
  const part: Preview = Object.assign({}, empty, Object.fromEntries(sections.map(name => [name, preview![name]])));
  return textOf(h('div', {}, ...previewContent(part, controls)))
    .split('\n')
    .map(line => wrapped(line.replaceAll('\u00a0', ' ')));
};

test('what a tag resolves to, and why', async () => {
  const preview = await clinic.preview(list, '"prod"');
  expect(linesOf(preview, 'title', 'detail', 'resolution')).toMatchInlineSnapshot(`
    [
      "agent_frontdesk01@prod",
      "tag prod, agents/agents.agent-list.json",
      "Front desk",
      "Version 2publishedlive",
      "Live through tag prod of agent_frontdesk01.",
      "Its variables come from the tag prod.",
      "Why",
      "tag prod is assigned to version 2Versioning 3",
      "the variables of tag prod applyVersioning 4",
    ]
  `);
  expect(previewWords(preview!)).toMatchInlineSnapshot(`"agent_frontdesk01@prod. Version 2, published"`);
});

test('variables of a tag', async () => {
  expect(linesOf(await clinic.preview(list, '"prod"'), 'variables').slice(0, 12)).toMatchInlineSnapshot(`
    [
      "Variables",
      "12",
      "Variable | Value | Used",
      "clinic_name",
      "tag",
      "| Juniper Street Clinic |",
      "4 uses",
      "v2.agent.json:39",
      "front-desk.llm.json:13",
      "front-desk.llm.json:14",
      "front-desk.llm.json:150",
      "current_time_America/Los_Angeles",
    ]
  `);
});

test('holes of every tag', async () => {
  const broken = new Clinic('broken');
  try {
    expect(linesOf(await broken.preview(list, '"prod"'), 'matrix')).toMatchInlineSnapshot(`
      [
        "Every tag",
        "26 holes",
        "hole The prompt uses the variable and nothing sets it, so the placeholder is read out.",
        "Variable | prodlivev2 · 4 holes · shown | canarylivev3 · 5 holes | Livev5 · 4 holes | latestv5 · 5 holes | stagingno
        ↪ versionnot complete | summerv5 · 4 holes | v3v5 · 4 holes",
        "Clinic_Name | hole | hole | hole | hole | ? unknown | hole | hole",
        "caller_name | hole | hole | hole | hole | ? unknown | hole | hole",
        "clinic_name | Juniper Street Clinic | Juniper Street Clinic | Juniper Street Clinic | Juniper Street Clinic | ? unknown |
        ↪ Juniper Street Clinic | Juniper Street Clinic",
        "opening_hour | hole | hole | hole | hole | ? unknown | hole | hole",
        "opening_hours | Monday to Friday, eight to five | – | Monday to Friday, eight to five | – | ? unknown | Monday to Friday,
        ↪ eight to five | Monday to Friday, eight to five",
        "reception_number | +14155550110 | hole | +14155550110 | hole | ? unknown | +14155550110 | +14155550110",
        "recption_number | hole | hole | hole | hole | ? unknown | hole | hole",
      ]
    `);
  } finally {
    broken.dispose();
  }
});

test('weights as arms', async () => {
  expect(linesOf(await clinic.preview(number, '"inbound_agents"'), 'simulations').slice(0, 14)).toMatchInlineSnapshot(`
    [
      "Calls 1001,00010,000100,000Seed Draw again",
      "inbound_agents of +14155550100",
      "2 arms",
      "agent_frontdesk01@prodVersion 2 publishedweight 0.9",
      "90.23 % drawn (90,234), expected 90.00 %, outside the 95 % interval 90.05 % to 90.42 %",
      "agent_frontdesk01@canaryVersion 3 publishedweight 0.1",
      "9.77 % drawn (9,766), expected 10.00 %, outside the 95 % interval 9.58 % to 9.95 %",
      "The list sums to 1; 100,000 calls drawn with the seed 0.",
      "outbound_agents of +14155550100",
      "1 arm",
      "agent_reminders01@prodVersion 1 publishedweight 1",
      "100 % drawn (100,000)",
      "The list sums to 1; 100,000 calls drawn with the seed 0.",
      "inbound_sms_agents of +14155550100",
    ]
  `);
  const html = htmlOf(h('div', {}, ...previewContent((await clinic.preview(number, '"inbound_agents"'))!, controls)));
  expect(wrapped(/<svg.*?<\/svg>/.exec(html)?.[0] ?? '')).toMatchInlineSnapshot(
    `
    "<svg class="bar resolved" role="img" width="100%" height="22" aria-label="90,234 of 100,000 calls, 90.23 %; expected 90.00 %,
      ↪ outside the 95 % interval 90.05 % to 90.42 %" focusable="false"><title>90,234 of 100,000 calls, 90.23 %; expected
      ↪ 90.00 %, outside the 95 % interval 90.05 % to 90.42 %</title><rect class="track" x="0" y="4" width="100%" height="14"
      ↪ rx="2"></rect><rect class="drawn" x="0" y="4" width="90.23%" height="14" rx="2"></rect><line class="expected" x1="90%"
      ↪ x2="90%" y1="0" y2="22"></line><line class="interval" x1="90.05%" x2="90.42%" y1="11" y2="11"></line><line
      ↪ class="interval" x1="90.05%" x2="90.05%" y1="7" y2="15"></line><line class="interval" x1="90.42%" x2="90.42%" y1="7"
      ↪ y2="15"></line></svg>"
  `,
  );
});

test('a batch', async () => {
  const broken = new Clinic('broken');
  try {
    expect(linesOf(await broken.preview('batches/second-round.batch-call.json', '{'), 'simulations'))
      .toMatchInlineSnapshot(`
        [
          "Batch",
          "1 task",
          "1task",
          "1✕ no such agent or version",
          "1? variables unknown",
          "Dialing: over, began 2025-10-13 20:30 America/Los_Angeles (trigger_timestamp); dialed at 2025-10-14 00:09",
          "Agent | Gets | Tasks",
          "Reminders | production missing | 1",
        ]
      `);
  } finally {
    broken.dispose();
  }
});

test('an alert rule', async () => {
  expect(linesOf(await clinic.preview('alerts/api-errors.alert-rule.json', '{'), 'alert')).toMatchInlineSnapshot(`
    [
      "Alert rule",
      "api_error_count > 10 over 30 min, evaluated every 5 min",
      "Notified: 1 webhook.",
    ]
  `);
});

test('a draft that would be published', async () => {
  expect(linesOf(await clinic.preview('requests/agent_frontdesk01.publish-agent-version.json', '{'), 'hypothetical'))
    .toMatchInlineSnapshot(`
      [
        "If version 4 were published",
        "becomes published",
        "No reference changes; 25 unchanged",
        "Before",
        "Version 4draft",
        "variables from the tag staging",
        "becomes published",
        "After",
        "Version 4published",
        "variables from the tag staging",
        "Assumptions",
        "2",
        "The specification is silent here; the results above depend on these.",
        "edits-come-last what a plan does happens after everything in this workspace, so a version that it makes or publishes has the
        ↪ newest time",
        "publish-touches-nothing-else publishing makes one version published; its number, its tags, and all other versions are
        ↪ unchanged",
      ]
    `);
});

test('an unsaved edit, before and after, those first that callers come through', async () => {
  const other = new Clinic();
  try {
    await other.edit(list, '"version": 2', '"version": 3');
    const preview = await other.preview(list, '"prod"');
    expect(linesOf(preview, 'unsaved').slice(0, 36)).toMatchInlineSnapshot(`
      [
        "Saved → unsaved changes",
        "3 changes, 2 live",
        "2 live references change and 1 other; 22 unchanged",
        "Before",
        "Version 2published",
        "variables from the tag prod",
        "another version",
        "After",
        "Version 3published",
        "variables from the tag prod",
        "livetag prod of Front desk (agent_frontdesk01)",
        "another versionv2 (published) → v3 (published)",
        "why",
        "Before",
        "tag prod is assigned to version 2Versioning 3",
        "the variables of tag prod applyVersioning 4",
        "After",
        "tag prod is assigned to version 3Versioning 3",
        "the variables of tag prod applyVersioning 4",
        "liveinbound_agents of +14155550100 → agent_frontdesk01@prod",
        "another versionv2 (published) → v3 (published)",
        "why",
        "Before",
        "tag prod is assigned to version 2Versioning 3",
        "the variables of tag prod applyVersioning 4",
        "After",
        "tag prod is assigned to version 3Versioning 3",
        "the variables of tag prod applyVersioning 4",
        "weight 1 of a list → agent_frontdesk01@prod",
        "another versionv2 (published) → v3 (published)",
        "why",
        "Before",
        "tag prod is assigned to version 2Versioning 3",
        "the variables of tag prod applyVersioning 4",
        "After",
        "tag prod is assigned to version 3Versioning 3",
      ]
    `);
    expect(preview!.unsaved!.changes.length).toBeGreaterThan(2);
    const marks = [
      ...htmlOf(h('div', {}, ...previewContent(preview!, controls))).matchAll(/<li class="(change(?: live)?)">/g),
    ].map(match => match[1]);
    expect(marks).toEqual(['change live', 'change live', ...preview!.unsaved!.changes.slice(2).map(() => 'change')]);
  } finally {
    other.dispose();
  }
});

test('every place is one that can be gone to by mouse and by keys', async () => {
  const html = htmlOf(h('div', {}, ...previewContent((await clinic.preview(list, '"prod"'))!, controls)));
  expect([...html.matchAll(/<(\w+)[^>]* data-place=/g)].filter(([, tag]) => tag !== 'button')).toEqual([]);
  expect([...html.matchAll(/data-place="([^"]*)"/g)].length).toBeGreaterThan(10);
});

const page = (shown: Partial<PlaceShown<Preview, PreviewControls>>): string =>
  textOf(
    previewPage({
      answer: null,
      trouble: null,
      busy: false,
      controls,
      kept: { asked: null, isPinned: false, controls },
      ...shown,
    }),
  );

test('why nothing is shown', async () => {
  expect(page({ trouble: 'waiting' })).toMatchInlineSnapshot(
    `
    "Pin
    Nothing to show yet
    Put the cursor on an agent, a tag, a reference, a phone number or a batch, in a file that Preflight knows."
  `,
  );
  expect(page({ trouble: 'starting' })).toMatchInlineSnapshot(
    `
    "Pin
    Preflight is starting
    What is under the cursor is shown in a moment."
  `,
  );
  expect(page({ trouble: 'stopped' })).toMatchInlineSnapshot(
    `
    "Pin
    Preflight does not run
    The server has stopped and was not restarted. The output says why.
    Restart PreflightShow output"
  `,
  );
  expect(page({ trouble: 'failed' })).toMatchInlineSnapshot(
    `
    "Pin
    Preflight could not answer
    The output says why. Preflight tries again at the next change.
    Restart PreflightShow output"
  `,
  );
  expect(page({ trouble: 'elsewhere' })).toMatchInlineSnapshot(
    `
    "Pin
    Nothing to show of this file
    Preflight does not know this file, or there is nothing in it that this panel could show."
  `,
  );
  expect(page({ answer: await clinic.preview('agents/agents.agent-list.json', '{') })).toMatchInlineSnapshot(
    `
    "Pin
    agents/agents.agent-list.json
    nothing to preview here: put the cursor into one of the records"
  `,
  );
});

test('what a file holds is text, whatever it looks like', async () => {
  const hostile = new Clinic(),
    bad = '\\"><img src=x onerror=alert(1)><script>alert(2)</script>\'';
  try {
    await hostile.edit(list, '"agent_name": "Front desk"', `"agent_name": "${bad}"`);
    await hostile.edit(list, '"prod": {', `"${bad}": {`);
    await hostile.edit(list, '"clinic_name": "Juniper Street Clinic"', `"clinic_name": "${bad}", "${bad}": "${bad}"`);
    await hostile.edit(number, '"agent_version": "prod"', `"agent_version": "${bad}"`);
    for (const preview of [
      await hostile.preview(list, '"tags"'),
      await hostile.preview(list, '"clinic_name"'),
      await hostile.preview(number, '"inbound_agents"'),
    ]) {
      const html = htmlOf(h('div', {}, ...previewContent(preview!, controls)));
      expect(html).not.toMatch(/<img|<script/i);
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;');
    }
  } finally {
    hostile.dispose();
  }
});
