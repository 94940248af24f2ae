import { describe, expect, test } from 'vitest';
import { pathMatcher } from '../../core/configuration/globs.ts';
import { actionsIn, applied } from '../../testing/acting.ts';
import { globOf } from './accept.ts';
import type { ActionContext } from './actions.ts';

/** The titles offered at the carets, with their kinds; * marks the preferred ones. */
const titles = (fixture: string, more: Partial<ActionContext> = {}): string[] =>
  actionsIn(fixture, more).actions.map(({ title, kind, preferred, disabled }) => `${kind}${preferred ? '*' : ''}: ${title}${disabled ? ` – ${disabled}` : ''}`);

/** The files that an action changes, as they are after it; what a person fills in stands between ‹ and ›. */
function does(fixture: string, title: string, more: Partial<ActionContext> = {}): string {
  const { actions, texts } = actionsIn(fixture, more);
  const action = actions.find(one => one.title === title);
  if (!action) throw new Error(`there is no "${title}" among ${actions.map(one => one.title).join(', ')}`);
  const after = applied(texts, action.edits);
  return `\n${action.edits.map(({ file }) => {
    const { start = 0, end = 0 } = action.select?.file === file ? action.select.span : {};
    const text = after[file]!;
    return `-- ${file} --\n${action.select?.file === file ? `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}` : text}`;
  }).join('')}`;
}

const multi = `-- desk.agent.json --
{
  "agent_name": "Desk",
  "language": "mu▮lti"
}
`;
const flow = `-- booking.conversation-flow.json --
{
  "start_node_id": "greting▮",
  "nodes": [
    { "id": "greeting", "type": "conversation", "instruction": { "type": "prompt", "text": "Greet." },
      "edges": [
        { "id": "e1", "destination_node_id": "ask_date", "transition_condition": { "type": "prompt", "prompt": "Wants one" } },
        { "id": "e2", "destination_node_id": "greting", "transition_condition": { "type": "prompt", "prompt": "Else" } },
        { "id": "e3", "destination_node_id": "greetin", "transition_condition": { "type": "prompt", "prompt": "Again" } }
      ]
    }
  ]
}
`;
const alert = `-- queue.alert-rule.json --
▮{
  "name": "Queue is long",
  "metric_type": "concurrency_used",
  "threshold_type": "absolute",
  "threshold_value": 20,
  "frequency": "5m"
}
`;
const filters = `-- outages.alert-rule.json --
{
  "name": "Outages",
  "metric_type": "call_count",
  "filter": {
    "disconne▮ction_reasons": ["error_asr"],
    "error_code": [429],
    "agent": []
  }
}
`;
const typos = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod"], "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- night.agent-weights.json --
[{ "agent_id": "agent_dsek", "weight": 1 }]
-- split.agent-weights.json --
[
  { "agent_id": "agent_▮dsek", "weight": 0.5 },
  { "agent_id": "agent_dsek", "weight": 0.25 },
  { "agent_id": "agent_elsewhere", "weight": 0.25 }
]
`;
const tags = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod"], "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- night.agent.json --
{ "agent_id": "agent_night", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- split.agent-weights.json --
[
  { "agent_id": "agent_desk", "agent_version": "p▮rd", "weight": 0.5 },
  { "agent_id": "agent_desk", "agent_version": "prd", "weight": 0.25 },
  { "agent_id": "agent_night", "agent_version": "prd", "weight": 0.25 }
]
-- team.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1760000000000, "tags": { "prod": { "version": 3 } } }]
`;
const tools = `-- booking.flow-component.json --
{
  "name": "Booking",
  "nodes": [
    { "id": "look_up", "type": "function", "tool_id": "tool_lok_up▮", "tool_type": "local", "wait_for_result": true },
    { "id": "again", "type": "function", "tool_id": "tool_lok_up", "tool_type": "local", "wait_for_result": true }
  ],
  "tools": [{ "type": "custom", "name": "find_patient", "tool_id": "tool_look_up", "url": "https://api.example.com/patients", "method": "GET" }]
}
`;
const with_ = (fixture: string, config: string, name = 'preflight.config.json'): string => `${fixture}-- ${name} --\n${config}`;

describe('offered', () => {
  test('at a finding', () => expect(titles(multi)).toMatchInlineSnapshot(`
    [
      "quickfix*: Write the 10 values that it stands for",
      "source.fixAll.preflight: Fix all that is safe in this file",
      "quickfix: Suppress deprecated-value here, with a reason",
      "quickfix: Ignore this deprecated-value in the baseline",
      "quickfix: Turn off deprecated-value in this file",
      "quickfix: Turn off deprecated-value everywhere",
      "quickfix: Explain deprecated-value",
    ]
  `));
  test('at a reference that finds nothing', () => expect(titles(flow)).toMatchInlineSnapshot(`
    [
      "quickfix: Use "greeting" (to be checked)",
      "quickfix.all: Use "greeting" in both places (to be checked)",
      "quickfix.all: Fix all 3 findings of unknown-node in this file (to be checked)",
      "quickfix: Add a node "greting", to be filled in",
      "quickfix: Suppress unknown-node here, with a reason",
      "quickfix: Ignore this unknown-node in the baseline",
      "quickfix: Turn off unknown-node in this file",
      "quickfix: Turn off unknown-node everywhere",
      "quickfix: Explain unknown-node",
    ]
  `));
  test('at missing fields', () => expect(titles(alert)).toMatchInlineSnapshot(`
    [
      "quickfix: Add \`comparator\`, to be filled in",
      "quickfix: Add \`window\`, to be filled in",
      "quickfix: Add the 2 missing fields, to be filled in",
      "quickfix: Suppress missing-field at /comparator, with a reason",
      "quickfix: Suppress missing-field at /window, with a reason",
      "quickfix: Suppress unnotified-alert here, with a reason",
      "quickfix: Ignore missing-field at /comparator in the baseline",
      "quickfix: Ignore missing-field at /window in the baseline",
      "quickfix: Ignore this unnotified-alert in the baseline",
      "quickfix: Turn off missing-field in this file",
      "quickfix: Turn off missing-field everywhere",
      "quickfix: Turn off unnotified-alert in this file",
      "quickfix: Turn off unnotified-alert everywhere",
      "quickfix: Explain missing-field",
      "quickfix: Explain unnotified-alert",
    ]
  `));
  test('at a deprecated field', () => expect(titles(filters)).toMatchInlineSnapshot(`
    [
      "quickfix: Use \`disconnection_reason\` (to be checked)",
      "quickfix.all: Fix both findings of deprecated-field in this file (to be checked)",
      "quickfix: Suppress deprecated-field here, with a reason",
      "quickfix: Ignore this deprecated-field in the baseline",
      "quickfix: Turn off deprecated-field in this file",
      "quickfix: Turn off deprecated-field everywhere",
      "quickfix: Explain deprecated-field",
    ]
  `));
  test('at an id that is in no file', () => expect(titles(typos)).toMatchInlineSnapshot(`
    [
      "quickfix: Use "agent_desk" (to be checked)",
      "quickfix.all: Use "agent_desk" in all 3 places, in 2 files (to be checked)",
      "quickfix: Suppress unknown-agent here, with a reason",
      "quickfix: Ignore this unknown-agent in the baseline",
      "quickfix: Turn off unknown-agent in this file",
      "quickfix: Turn off unknown-agent everywhere",
      "quickfix: Explain unknown-agent",
    ]
  `));
  test('at a tag that its agent has not', () => expect(titles(tags)).toMatchInlineSnapshot(`
    [
      "quickfix: Use "prod" (to be checked)",
      "quickfix.all: Use "prod" in both places (to be checked)",
      "quickfix: Suppress unresolved-agent-version here, with a reason",
      "quickfix: Ignore this unresolved-agent-version in the baseline",
      "quickfix: Turn off unresolved-agent-version in this file",
      "quickfix: Turn off unresolved-agent-version everywhere",
      "quickfix: Explain unresolved-agent-version",
    ]
  `));
  test('at a tool that is not listed', () => expect(titles(tools)).toMatchInlineSnapshot(`
    [
      "quickfix: Use "tool_look_up" (to be checked)",
      "quickfix.all: Use "tool_look_up" in both places (to be checked)",
      "quickfix: Suppress unknown-tool here, with a reason",
      "quickfix: Ignore this unknown-tool in the baseline",
      "quickfix: Turn off unknown-tool in this file",
      "quickfix: Turn off unknown-tool everywhere",
      "quickfix: Explain unknown-tool",
    ]
  `));
  test('in the line of a finding, where none is touched', () => expect(titles(multi.replace('▮', '').replace('  "lang', '▮  "lang'))).toEqual(titles(multi)));
  test('for a range', () => expect(titles(filters.replace('▮', '').replace('"name"', '▮"name"').replace('[429]', '[429▮]')).filter(title => !/Suppress|Ignore|Turn|Explain/.test(title))).toMatchInlineSnapshot(`
    [
      "quickfix: Use \`disconnection_reason\` (to be checked)",
      "quickfix: Remove error_code (to be checked)",
      "quickfix: Use \`status_code\` (to be checked)",
      "quickfix.all: Fix both findings of deprecated-field in this file (to be checked)",
    ]
  `));
  test('away from any finding: the file as a whole', () => expect(titles(multi.replace('▮', '').replace('"Desk"', '"De▮sk"'))).toMatchInlineSnapshot(`
    [
      "source.fixAll.preflight: Fix all that is safe in this file",
    ]
  `));
  test('in a file without findings: nothing', () => expect(titles('-- a.agent.json --\n{ "agent_name": "▮Desk" }\n')).toEqual([]));
  test('in a workspace that is not trusted: only what reads', () => expect(titles(multi, { trusted: false })).toEqual(['quickfix: Explain deprecated-value']));
  test('in broken text: what mends it, and nothing that rests on its places', () => expect(titles('-- a.agent.json --\n{ "language": "multi",▮ }\n')).toMatchInlineSnapshot(`
    [
      "quickfix*: Remove the comma",
      "source.fixAll.preflight: Fix all that is safe in this file",
      "quickfix: Suppress invalid-json here, with a reason",
      "quickfix: Ignore this invalid-json in the baseline",
      "quickfix: Turn off invalid-json in this file",
      "quickfix: Turn off invalid-json everywhere",
      "quickfix: Explain invalid-json",
    ]
  `));
  test('of the kinds that are asked for', () => {
    expect(titles(multi, { only: ['source'] })).toEqual(['source.migrate: Migrate the deprecated field or value in this file (to be checked)', 'source.fixAll.preflight: Fix all that is safe in this file']);
    expect(titles(multi, { only: ['source.fixAll'] })).toEqual(['source.fixAll.preflight: Fix all that is safe in this file']);
    expect(titles(multi, { only: ['source.fixAll.preflight'] })).toEqual(['source.fixAll.preflight: Fix all that is safe in this file']);
    expect(titles(multi, { only: ['source.organizeImports'] })).toEqual([]);
    expect(titles(multi, { only: ['refactor'] })).toEqual([]);
    expect(titles(flow, { only: ['quickfix.all'] })).toMatchInlineSnapshot(`
      [
        "quickfix.all: Use "greeting" in both places (to be checked)",
        "quickfix.all: Fix all 3 findings of unknown-node in this file (to be checked)",
      ]
    `);
  });
  test('without edits, when the asker asks later', () => {
    const { actions } = actionsIn(multi, { asksLater: true });
    expect(actions.filter(({ later }) => later).map(({ title, later, edits }) => ({ title, later, edits }))).toEqual([{ title: 'Fix all that is safe in this file', later: { fix: 'safe' }, edits: [] }]);
  });
});

describe('a fix', () => {
  test('of one finding', () => expect(does(multi, 'Write the 10 values that it stands for')).toMatchInlineSnapshot(`
    "
    -- desk.agent.json --
    {
      "agent_name": "Desk",
      "language": ["en-US", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"]
    }
    "
  `));
  test('that is to be checked', () => expect(does(flow, 'Use "greeting" (to be checked)')).toMatchInlineSnapshot(`
    "
    -- booking.conversation-flow.json --
    {
      "start_node_id": "greeting",
      "nodes": [
        { "id": "greeting", "type": "conversation", "instruction": { "type": "prompt", "text": "Greet." },
          "edges": [
            { "id": "e1", "destination_node_id": "ask_date", "transition_condition": { "type": "prompt", "prompt": "Wants one" } },
            { "id": "e2", "destination_node_id": "greting", "transition_condition": { "type": "prompt", "prompt": "Else" } },
            { "id": "e3", "destination_node_id": "greetin", "transition_condition": { "type": "prompt", "prompt": "Again" } }
          ]
        }
      ]
    }
    "
  `));
  test('wherever the same slip was made', () => expect(does(flow, 'Use "greeting" in both places (to be checked)')).toMatchInlineSnapshot(`
    "
    -- booking.conversation-flow.json --
    {
      "start_node_id": "greeting",
      "nodes": [
        { "id": "greeting", "type": "conversation", "instruction": { "type": "prompt", "text": "Greet." },
          "edges": [
            { "id": "e1", "destination_node_id": "ask_date", "transition_condition": { "type": "prompt", "prompt": "Wants one" } },
            { "id": "e2", "destination_node_id": "greeting", "transition_condition": { "type": "prompt", "prompt": "Else" } },
            { "id": "e3", "destination_node_id": "greetin", "transition_condition": { "type": "prompt", "prompt": "Again" } }
          ]
        }
      ]
    }
    "
  `));
  test('of all that is deprecated', () => expect(does(filters, 'Migrate all 2 deprecated fields and values in this file (to be checked)', { only: ['source'] })).toMatchInlineSnapshot(`
    "
    -- outages.alert-rule.json --
    {
      "name": "Outages",
      "metric_type": "call_count",
      "filter": {
        "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr"] },
        "status_code": { "type": "enum", "op": "in", "value": ["429"] },
        "agent": []
      }
    }
    "
  `));
  test('of all that is deprecated, where it is of several rules', () => {
    const both = '-- tests.agent.json --\n{\n  "lang▮uage": "multi",\n  "opt_out_sensitive_data_storage": false,\n  "data_storage_setting": "everything"\n}\n';
    expect(does(both.replace('lang▮uage', 'language').replace('mul', 'm▮ul'), 'Migrate all 2 deprecated fields and values in this file (to be checked)')).toMatchInlineSnapshot(`
      "
      -- tests.agent.json --
      {
        "language": ["en-US", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"],
        "data_storage_setting": "everything"
      }
      "
    `);
  });
  test('of all of a rule', () => expect(does(filters, 'Fix both findings of deprecated-field in this file (to be checked)')).toMatchInlineSnapshot(`
    "
    -- outages.alert-rule.json --
    {
      "name": "Outages",
      "metric_type": "call_count",
      "filter": {
        "disconnection_reason": { "type": "enum", "op": "in", "value": ["error_asr"] },
        "status_code": { "type": "enum", "op": "in", "value": ["429"] },
        "agent": []
      }
    }
    "
  `));
  test('of all that is safe', () => expect(does(multi.replace('"Desk"', '"Desk",\n  "fallback_voice_ids": ["a", "b",]'), 'Fix all that is safe in this file')).toMatchInlineSnapshot(`
    "
    -- desk.agent.json --
    {
      "agent_name": "Desk",
      "fallback_voice_ids": ["a", "b"],
      "language": ["en-US", "es-ES", "fr-FR", "de-DE", "hi-IN", "ru-RU", "pt-PT", "ja-JP", "it-IT", "nl-NL"]
    }
    "
  `));
  test('of broken text', () => expect(does('-- a.agent.json --\n{ "agent_name": "multi",▮ }\n', 'Remove the comma')).toMatchInlineSnapshot(`
    "
    -- a.agent.json --
    { "agent_name": "multi" }
    "
  `));
});

describe('a reference', () => {
  test('to an agent', () => expect(does(typos, 'Use "agent_desk" (to be checked)')).toMatchInlineSnapshot(`
    "
    -- split.agent-weights.json --
    [
      { "agent_id": "agent_desk", "weight": 0.5 },
      { "agent_id": "agent_dsek", "weight": 0.25 },
      { "agent_id": "agent_elsewhere", "weight": 0.25 }
    ]
    "
  `));
  test('to an agent, in every file', () => expect(does(typos, 'Use "agent_desk" in all 3 places, in 2 files (to be checked)')).toMatchInlineSnapshot(`
    "
    -- night.agent-weights.json --
    [{ "agent_id": "agent_desk", "weight": 1 }]
    -- split.agent-weights.json --
    [
      { "agent_id": "agent_desk", "weight": 0.5 },
      { "agent_id": "agent_desk", "weight": 0.25 },
      { "agent_id": "agent_elsewhere", "weight": 0.25 }
    ]
    "
  `));
  test('to a tag, of that agent only', () => expect(does(tags, 'Use "prod" in both places (to be checked)')).toMatchInlineSnapshot(`
    "
    -- split.agent-weights.json --
    [
      { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
      { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.25 },
      { "agent_id": "agent_night", "agent_version": "prd", "weight": 0.25 }
    ]
    "
  `));
  test('to a tool, of that flow', () => expect(does(tools, 'Use "tool_look_up" in both places (to be checked)')).toMatchInlineSnapshot(`
    "
    -- booking.flow-component.json --
    {
      "name": "Booking",
      "nodes": [
        { "id": "look_up", "type": "function", "tool_id": "tool_look_up", "tool_type": "local", "wait_for_result": true },
        { "id": "again", "type": "function", "tool_id": "tool_look_up", "tool_type": "local", "wait_for_result": true }
      ],
      "tools": [{ "type": "custom", "name": "find_patient", "tool_id": "tool_look_up", "url": "https://api.example.com/patients", "method": "GET" }]
    }
    "
  `));
  test('to a node that has still to be written', () => expect(does(flow.replace('▮', '').replace('"ask_date', '"ask▮_date'), 'Add a node "ask_date", to be filled in')).toMatchInlineSnapshot(`
    "
    -- booking.conversation-flow.json --
    {
      "start_node_id": "greting",
      "nodes": [
        { "id": "greeting", "type": "conversation", "instruction": { "type": "prompt", "text": "Greet." },
          "edges": [
            { "id": "e1", "destination_node_id": "ask_date", "transition_condition": { "type": "prompt", "prompt": "Wants one" } },
            { "id": "e2", "destination_node_id": "greting", "transition_condition": { "type": "prompt", "prompt": "Else" } },
            { "id": "e3", "destination_node_id": "greetin", "transition_condition": { "type": "prompt", "prompt": "Again" } }
          ]
        },
        {
          "id": "ask_date",
          "type": "conversation",
          "instruction": {
            "type": "prompt",
            "text": "‹›"
          }
        }
      ]
    }
    "
  `));
});

describe('missing fields', () => {
  test('whose values are few', () => expect(does(alert.replace('  "threshold_type": "absolute",\n', ''), 'Add `threshold_type`: "absolute"')).toMatchInlineSnapshot(`
    "
    -- queue.alert-rule.json --
    {
      "name": "Queue is long",
      "metric_type": "concurrency_used",
      "threshold_value": 20,
      "frequency": "5m",
      "threshold_type": "absolute"
    }
    "
  `));
  test('whose value is a word of its own', () => expect(does('-- intake.flow-component.json --\n{\n  "name": "Intake",\n  "nodes": [\n    ▮{ "id": "ask", "type": "conversation" }\n  ]\n}\n', 'Add `instruction`, to be filled in')).toMatchInlineSnapshot(`
    "
    -- intake.flow-component.json --
    {
      "name": "Intake",
      "nodes": [
        { "id": "ask", "type": "conversation", "instruction": { "type": "‹prompt›", "text": "" } }
      ]
    }
    "
  `));
  test('all of an object', () => expect(does(alert, 'Add the 2 missing fields, to be filled in')).toMatchInlineSnapshot(`
    "
    -- queue.alert-rule.json --
    {
      "name": "Queue is long",
      "metric_type": "concurrency_used",
      "threshold_type": "absolute",
      "threshold_value": 20,
      "frequency": "5m",
      "comparator": "‹›",
      "window": ""
    }
    "
  `));
});

describe('a suppression', () => {
  const title = 'Suppress deprecated-value here, with a reason';
  test('writes the first configuration', () => expect(does(multi, title)).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "suppress": [
        {
          "rule": "deprecated-value",
          "file": "desk.agent.json",
          "at": "/language",
          "reason": "‹say why this is accepted›"
        }
      ]
    }
    "
  `));
  test('fills an empty one', () => expect(does(with_(multi, '\n'), title)).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "suppress": [
        {
          "rule": "deprecated-value",
          "file": "desk.agent.json",
          "at": "/language",
          "reason": "‹say why this is accepted›"
        }
      ]
    }
    "
  `));
  test('is added behind the others, beside remarks', () => expect(does(with_(multi, '{\n  // ours\n  "suppress": [\n    { "rule": "x", "file": "y", "at": "", "reason": "z" } // known\n  ]\n}\n'), title)).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      // ours
      "suppress": [
        { "rule": "x", "file": "y", "at": "", "reason": "z" }, // known
        {
          "rule": "deprecated-value",
          "file": "desk.agent.json",
          "at": "/language",
          "reason": "‹say why this is accepted›"
        }
      ]
    }
    "
  `));
  test('is added where only a remark is', () => expect(does(with_(multi, '{\n  "suppress": [\n    // { "rule": "x" }\n  ]\n}\n'), title)).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "suppress": [
        // { "rule": "x" }
        {
          "rule": "deprecated-value",
          "file": "desk.agent.json",
          "at": "/language",
          "reason": "‹say why this is accepted›"
        }
      ]
    }
    "
  `));
  test('selects by key', () => expect(does(flow.replace('▮', '').replace('"ask_date', '"ask▮_date'), 'Suppress unknown-node here, with a reason')).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "suppress": [
        {
          "rule": "unknown-node",
          "file": "booking.conversation-flow.json",
          "at": "/nodes[id=greeting]/edges[id=e1]/destination_node_id",
          "reason": "‹say why this is accepted›"
        }
      ]
    }
    "
  `));
  test('of a configuration with another form is refused', () => expect(titles(with_(multi, '{ "suppress": {}, "rules": [], "overrides": "x" }')).filter(one => one.includes('–'))).toMatchInlineSnapshot(`
    [
      "quickfix: Suppress deprecated-value here, with a reason – preflight.config.json has another form than expected here",
      "quickfix: Turn off deprecated-value in this file – preflight.config.json has another form than expected here",
      "quickfix: Turn off deprecated-value everywhere – preflight.config.json has another form than expected here",
    ]
  `));
  test('of a broken configuration is refused', () => expect(titles(with_(multi, '{ "suppress": [')).filter(one => one.includes('Suppress'))).toMatchInlineSnapshot(`
    [
      "quickfix: Suppress deprecated-value here, with a reason – preflight.config.json cannot be read as it is; mend it first",
    ]
  `));
  test('without use can be removed', () => {
    const config = '{\n  "liveTags": ["prod"],\n  "suppress": [\n    { "rule": "deprecated-value", "file": "desk.agent.json", "at": "/langu▮age", "reason": "x" }\n  ]\n}\n';
    expect(does(with_('-- desk.agent.json --\n{ "agent_name": "Desk" }\n', config), 'Remove the suppression')).toMatchInlineSnapshot(`
      "
      -- preflight.config.json --
      {
        "liveTags": ["prod"],
        "suppress": []
      }
      "
    `);
  });
});

describe('turning a rule off', () => {
  test('in a file', () => expect(does(with_(multi, '{}\n'), 'Turn off deprecated-value in this file')).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "overrides": [
        {
          "files": ["./desk.agent.json"],
          "rules": {
            "deprecated-value": "off"
          }
        }
      ]
    }
    "
  `));
  test('in a file that has an override already', () => expect(does(with_(multi, '{ "overrides": [{ "files": ["./desk.agent.json"], "rules": { "unknown-field": "off" } }] }\n'), 'Turn off deprecated-value in this file')).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    { "overrides": [{ "files": ["./desk.agent.json"], "rules": { "unknown-field": "off", "deprecated-value": "off" } }] }
    "
  `));
  test('in a file with a name like a glob', () => expect(does(multi.replace('desk.agent', 'a/[x]{y}.agent'), 'Turn off deprecated-value in this file')).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "overrides": [
        {
          "files": ["a/\\\\[x\\\\]\\\\{y\\\\}.agent.json"],
          "rules": {
            "deprecated-value": "off"
          }
        }
      ]
    }
    "
  `));
  test('everywhere', () => expect(does(with_(multi, '{\n  "rules": {\n    "deprecated-value": "error"\n  }\n}\n'), 'Turn off deprecated-value everywhere')).toMatchInlineSnapshot(`
    "
    -- preflight.config.json --
    {
      "rules": {
        "deprecated-value": "off"
      }
    }
    "
  `));
  test('everywhere is not offered where an override has the last word', () => {
    expect(titles(with_(multi, '{ "overrides": [{ "files": ["*"], "rules": { "deprecated-value": "error" } }] }\n')).filter(one => one.includes('Turn off'))).toEqual(['quickfix: Turn off deprecated-value in this file']);
  });
});

test('the glob of a file selects that file alone', () => {
  const names = ['desk.agent.json', 'a/desk.agent.json', 'a/[x]{y}.agent.json', '!a.json', 'a/!(b).json', '*.json', 'a/b?.json', 'a (1).json', 'a/@b+c|d.json', 'ü/x y.json', '#a.json', 'a/x.json/y.json', 'a\\b.json'];
  for (const name of names) expect([name, names.filter(pathMatcher([globOf(name)]))]).toEqual([name, [name]]);
});

describe('the baseline', () => {
  const title = 'Ignore this deprecated-value in the baseline';
  test('is begun', () => expect(does(multi, title)).toMatchInlineSnapshot(`
    "
    -- preflight.baseline.json --
    {
      "version": 1,
      "findings": [
        {"rule":"deprecated-value","file":"desk.agent.json","at":"/language"}
      ]
    }
    "
  `));
  test('is added to in its order', () => {
    const entry = (file: string): string => `    {"rule":"unknown-field","file":"${file}","at":"/x"}`;
    const baseline = `{\n  "version": 1,\n  "findings": [\n${entry('a.agent.json')},\n${entry('z.agent.json')}\n  ]\n}\n`;
    expect(does(with_(multi, baseline, 'preflight.baseline.json'), title)).toMatchInlineSnapshot(`
      "
      -- preflight.baseline.json --
      {
        "version": 1,
        "findings": [
          {"rule":"unknown-field","file":"a.agent.json","at":"/x"},
          {"rule":"deprecated-value","file":"desk.agent.json","at":"/language"},
          {"rule":"unknown-field","file":"z.agent.json","at":"/x"}
        ]
      }
      "
    `);
    const crlf = baseline.replaceAll('\n', '\r\n');
    expect(does(with_(multi, crlf, 'preflight.baseline.json'), title)).toBe(does(with_(multi, baseline, 'preflight.baseline.json'), title).replace(/(?<=json --\n)[^]*/, text => text.replaceAll('\n', '\r\n')));
  });
  test('that cannot be read is left alone', () => expect(titles(with_(multi, '{', 'preflight.baseline.json')).filter(one => one.includes('Ignore'))).toMatchInlineSnapshot(`
    [
      "quickfix: Ignore this deprecated-value in the baseline – preflight.baseline.json cannot be read as it is; "preflight lint --write-baseline" writes a new one",
    ]
  `));
  test('does not hold a finding twice', () => {
    expect(titles(with_(multi, '{"version":1,"findings":[{"rule":"deprecated-value","file":"desk.agent.json","at":"/language"}]}', 'preflight.baseline.json')).filter(one => !one.includes('Turn off'))).toMatchInlineSnapshot(`
      [
        "quickfix*: Write the 10 values that it stands for",
        "quickfix: Suppress deprecated-value here, with a reason",
        "quickfix: Explain deprecated-value",
      ]
    `);
  });
});

test('explaining is a command', () => {
  expect(actionsIn(multi).actions.filter(({ command }) => command).map(({ title, command, edits }) => ({ title, command, edits }))).toEqual([
    { title: 'Explain deprecated-value', command: { name: 'explain', argument: 'deprecated-value' }, edits: [] },
  ]);
});
