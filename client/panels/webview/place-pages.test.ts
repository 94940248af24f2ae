import { afterAll, expect, test } from 'vitest';
import type { PanelAnswer } from '../../../server/lsp/protocol.ts';
import { Clinic } from '../../../server/testing/lsp-sample.ts';
import { h } from '../../../server/view/element.ts';
import { htmlOf, textOf } from '../../../server/view/element.ts';
import type { PlaceData, PreviewControls } from './messages.ts';
import { viewElements } from '../../../server/view/html.ts';
import { drawControls } from './controls.ts';
import { previewPage } from './place-pages.ts';
import { wrapped } from '../../../server/testing/wrapped.ts';

const clinic = new Clinic();
afterAll(() => clinic.dispose());
const controls = { calls: 1000, seed: '0' };
const list = 'agents/agents.agent-list.json',
  number = 'numbers/main.phone-number.json';
const shownAs = ({ blocks }: PanelAnswer) => h('div', {}, ...viewElements(blocks, { draw: drawControls(controls) }));
/**
 * The lines of a preview.
 * @param keys the prefixes of the keys of the visible sections; an empty string for blocks outside of sections
 */
const linesOf = (preview: PanelAnswer | null, ...keys: readonly string[]): string[] => {
  const blocks = preview!.blocks.filter(block =>
    keys.some(key =>
      block.is === 'section' && key !== '' ? block.key.startsWith(key) : block.is !== 'section' && key === '',
    ),
  );
  return textOf(shownAs({ words: '', blocks }))
    .split('\n')
    .map(line => wrapped(line.replaceAll('\u00a0', ' ')));
};

test('a preview shows which version a tag selects, and why', async () => {
  const preview = await clinic.preview(list, '"prod"');
  expect(linesOf(preview, '', 'trace')).toMatchInlineSnapshot(`
    [
      "Front desk@prod",
      "tag prod, agents/agents.agent-list.json",
      "version 2 published live",
      "Live through tag prod of Front desk.",
      "Its variables come from the tag prod.",
      "Why",
      "tag prod is assigned to version 2",
      "the variables of tag prod apply",
    ]
  `);
  expect(preview!.words).toMatchInlineSnapshot(`"Front desk@prod. version 2 (published), live"`);
});

test('a preview shows the variables of a tag', async () => {
  expect(linesOf(await clinic.preview(list, '"prod"'), 'variables').slice(0, 12)).toMatchInlineSnapshot(`
    [
      "Variables",
      "12",
      "Variable | Value | Used",
      "clinic_name tag | Juniper Street Clinic |",
      "4 uses",
      "v2.agent.json:39",
      "front-desk.llm.json:13",
      "front-desk.llm.json:14",
      "front-desk.llm.json:150",
      "current_time_America/Los_Angeles system | set by the platform | front-desk.llm.json:14",
      "opening_hours tag | Monday to Friday, eight to five | front-desk.llm.json:14",
      "patient_name engine default | the caller | front-desk.llm.json:165",
    ]
  `);
});

test('a preview shows the missing variables of every tag', async () => {
  const brokenClinic = new Clinic('broken');
  try {
    expect(linesOf(await brokenClinic.preview(list, '"prod"'), 'matrix')).toMatchInlineSnapshot(`
      [
        "Every tag",
        "26 holes",
        "hole The prompt uses the variable and nothing here sets it; for callers of a number, it stays a placeholder.",
        "hole The prompt uses the variable and nothing here sets it; unless the call sets it, it stays a placeholder.",
        "Variable | prod live v2 · 4 holes · shown | canary live v3 · 5 holes | Live v5 · 4 holes | latest v5 · 5 holes | staging no
        ↪ version not complete | summer v5 · 4 holes | v3 v5 · 4 holes",
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
    brokenClinic.dispose();
  }
});

test('a preview shows weights as arms', async () => {
  expect(linesOf(await clinic.preview(number, '"inbound_agents"'), '', 'weights').slice(2)).toMatchInlineSnapshot(`
    [
      "Calls 1001,00010,000100,000Seed Draw again",
      "100,000 calls drawn with seed "0"",
      "inbound_agents of +14155550100",
      "2 arms",
      "Front desk@prod → version 2 published, weight 90 %",
      "90.23 % drawn (90,234), expected 90.00 %, outside the 95 % interval 90.05 % to 90.42 %",
      "Front desk@canary → version 3 published, weight 10 %",
      "9.77 % drawn (9,766), expected 10.00 %, outside the 95 % interval 9.58 % to 9.95 %",
      "outside: by chance, about one interval in 20 misses the share that the weight gives; try another seed",
      "outbound_agents of +14155550100",
      "1 arm",
      "Reminders@prod → version 1 published, weight 100 %",
      "100 % drawn (100,000)",
      "inbound_sms_agents of +14155550100",
      "1 arm",
      "Web chat@prod → version 0 published, weight 100 %",
      "100 % drawn (100,000)",
    ]
  `);
  const html = htmlOf(shownAs((await clinic.preview(number, '"inbound_agents"'))!));
  expect(wrapped(/<svg.*?<\/svg>/.exec(html)?.[0] ?? '')).toMatchInlineSnapshot(
    `
    "<svg class="share plain" role="img" width="100%" height="22" aria-label="90.23 % drawn (90,234), expected 90.00 %, outside
      ↪ the 95 % interval 90.05 % to 90.42 %, of 100,000 calls" focusable="false"><title>90.23 % drawn (90,234), expected
      ↪ 90.00 %, outside the 95 % interval 90.05 % to 90.42 %, of 100,000 calls</title><rect class="track" x="0" y="4"
      ↪ width="100%" height="14" rx="2"></rect><rect class="drawn" x="0" y="4" width="90.23%" height="14" rx="2"></rect><line
      ↪ class="expected" x1="90%" x2="90%" y1="0" y2="22"></line><line class="interval" x1="90.05%" x2="90.42%" y1="11"
      ↪ y2="11"></line><line class="interval" x1="90.05%" x2="90.05%" y1="7" y2="15"></line><line class="interval" x1="90.42%"
      ↪ x2="90.42%" y1="7" y2="15"></line></svg>"
  `,
  );
});

test('a preview shows a batch', async () => {
  const brokenClinic = new Clinic('broken');
  try {
    expect(linesOf(await brokenClinic.preview('batches/flu-clinic.batch-call.json', '{'), 'batch'))
      .toMatchInlineSnapshot(`
      [
        "Batch",
        "5 tasks",
        "5tasks",
        "3✓ resolved",
        "2✕ with no such agent or version",
        "1✕ with unset variables, read out as placeholders",
        "4? with unknown variables",
        "2! overrides without effect",
        "begins 1970-01-21 11:22:31.800 UTC (trigger_timestamp); dial time unknown: there is no time zone "PST"",
        "tasks | agent | gets",
        "2 | Reminders | version 1",
        "2 | Reminders | missing (production)",
        "1 | Front desk | version 4",
        "{{Clinic_Name}}",
        "unset in 1 task",
        "{{caller_name}}",
        "unset in 1 task",
        "{{opening_hour}}",
        "unset in 1 task",
        "{{reception_number}}",
        "unset in 1 task",
        "{{recption_number}}",
        "unset in 1 task",
      ]
    `);
  } finally {
    brokenClinic.dispose();
  }
});

test('a preview shows an alert rule', async () => {
  expect(linesOf(await clinic.preview('alerts/api-errors.alert-rule.json', '{'), 'alert')).toMatchInlineSnapshot(`
    [
      "Alert rule",
      "api_error_count > 10 over 30 min, evaluated every 5 min",
      "Notified: 1 webhook.",
    ]
  `);
});

test('a preview shows a draft as it would be published', async () => {
  expect(linesOf(await clinic.preview('requests/agent_frontdesk01.publish-agent-version.json', '{'), 'hypothetical'))
    .toMatchInlineSnapshot(`
      [
        "If version 4 were published",
        "becomes published",
        "No reference changes; 25 unchanged",
        "Before",
        "version 4 draft",
        "variables from the tag staging",
        "becomes published",
        "After",
        "version 4 published",
        "variables from the tag staging",
        "Assumed where the specification is silent",
        "2",
        "edits-come-last",
        "the steps of a plan happen after everything in this workspace, so a version that the plan makes or publishes has the newest
        ↪ time",
        "publish-touches-nothing-else",
        "publishing makes one version and its engine published; its number, its tags, and all other versions are unchanged",
      ]
    `);
});

test('a preview shows the states before and after an unsaved edit, with live references first', async () => {
  const otherClinic = new Clinic();
  try {
    await otherClinic.edit(list, '"version": 2', '"version": 3');
    const preview = await otherClinic.preview(list, '"prod"');
    expect(linesOf(preview, 'unsaved').slice(0, 36)).toMatchInlineSnapshot(`
      [
        "Saved → unsaved changes",
        "3 changes, 2 live",
        "All calls to tag prod of Front desk move; also changed: inbound calls of +14155550100; 3 references change, 2 of them live;
        ↪ 22 unchanged",
        "Before",
        "version 2 published",
        "variables from the tag prod",
        "another version",
        "After",
        "version 3 published",
        "variables from the tag prod",
        "Callers",
        "2",
        "tag prod of Front desk",
        "live tag100 % move: Front desk v2 → v3",
        "before",
        "after",
        "inbound calls of +14155550100",
        "phone number90 % move: Front desk v2 90 % → 0 %, v3 10 % → 100 %",
        "before",
        "after",
        "Live",
        "2",
        "tag prod of Front desk",
        "another versionv2 (published) → v3 (published)",
        "2 settings differ",
        "agents/agents.agent-list.json",
        "and inbound_agents of +14155550100 → Front desk@prod, at numbers/main.phone-number.json",
        "why",
        "was",
        "tag prod is assigned to version 2",
        "the variables of tag prod apply",
        "now",
        "tag prod is assigned to version 3",
        "the variables of tag prod apply",
        "Not live",
        "1",
      ]
    `);
  } finally {
    otherClinic.dispose();
  }
});

test('a preview links every place for mouse and keyboard', async () => {
  const html = htmlOf(shownAs((await clinic.preview(list, '"prod"'))!));
  expect([...html.matchAll(/<(\w+)[^>]* data-place=/g)].filter(([, tag]) => tag !== 'button')).toEqual([]);
  expect([...html.matchAll(/data-place="([^"]*)"/g)].length).toBeGreaterThan(10);
});

const page = (result: Partial<PlaceData<PreviewControls>>): string =>
  textOf(
    previewPage({
      answer: null,
      trouble: null,
      isBusy: false,
      controls,
      memory: { request: null, isPinned: false, controls },
      ...result,
    }),
  );

test('a preview explains why nothing is shown', async () => {
  expect(page({ trouble: 'waiting' })).toMatchInlineSnapshot(
    `
    "Pin
    Nothing to show yet
    Put the cursor on an agent, a tag, a reference, a phone number or a batch, in a file that Preflight recognizes."
  `,
  );
  expect(page({ trouble: 'starting' })).toMatchInlineSnapshot(
    `
    "Pin
    Preflight is starting
    The record under the cursor is shown in a moment."
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
    Nothing to show for this file
    Preflight does not recognize it: rename it (desk.agent.json), or add a glob to files in the configuration."
  `,
  );
  expect(page({ answer: await clinic.preview('agents/agents.agent-list.json', '{') })).toMatchInlineSnapshot(
    `
    "Pin
    agents/agents.agent-list.json
    nothing to preview here: the file has 5 records; put the cursor into one of them"
  `,
  );
});

test('a preview escapes the contents of a file', async () => {
  const hostile = new Clinic(),
    evil = '\\"><img src=x onerror=alert(1)><script>alert(2)</script>\'';
  try {
    await hostile.edit(list, '"agent_name": "Front desk"', `"agent_name": "${evil}"`);
    await hostile.edit(list, '"prod": {', `"${evil}": {`);
    await hostile.edit(
      list,
      '"clinic_name": "Juniper Street Clinic"',
      `"clinic_name": "${evil}", "${evil}": "${evil}"`,
    );
    await hostile.edit(number, '"agent_version": "prod"', `"agent_version": "${evil}"`);
    for (const preview of [
      await hostile.preview(list, '"tags"'),
      await hostile.preview(list, '"clinic_name"'),
      await hostile.preview(number, '"inbound_agents"'),
    ]) {
      const html = htmlOf(shownAs(preview!));
      expect(html).not.toMatch(/<img|<script/i);
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;');
    }
  } finally {
    hostile.dispose();
  }
});
