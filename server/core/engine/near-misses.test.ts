// Mistakes of a few characters in a valid file. Exactly these characters must have a finding.
import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { lint, RuleSet } from './lint.ts';
import { reportFindings } from './report.ts';

const set = new RuleSet(rules);

/** All findings in the first file, as `warning rule text`, with the text under the carets. */
function linesOf(files: string): string[] {
  const workspace = workspaceOf(files),
    [document] = workspace.documents;
  return reportFindings(lint(document!, workspace, set), () => document).map(({ severity, rule, range }) => {
    const offsetAt = ({ line, column }: { readonly line: number; readonly column: number }): number =>
      document!.lines.offsetAt({ line: line - 1, character: column - 1 });
    return `${severity} ${rule} ${document!.text.slice(offsetAt(range.start), offsetAt(range.end))}`;
  });
}
const replaceOnce = (files: string, former: string, text: string): string => {
  if (files.split(former).length !== 2) throw new Error(`${former} is there ${files.split(former).length - 1} times`);
  return files.replace(former, () => text);
};

const transfers = `-- desk.llm.json --
{ "llm_id": "llm_desk", "general_prompt": "You answer.", "general_tools": [
  { "type": "transfer_call", "name": "cold", "description": "To the front.",
    "transfer_destination": { "type": "predefined", "number": "+14155550142", "extension": "12#" },
    "transfer_option": { "type": "cold_transfer", "cold_transfer_mode": "sip_invite",
      "show_transferee_as_caller": true, "transfer_ring_duration_ms": 40000 } },
  { "type": "transfer_call", "name": "warm", "description": "To the ward.",
    "transfer_destination": { "type": "inferred", "prompt": "Who is on duty?" },
    "transfer_option": { "type": "warm_transfer", "agent_detection_timeout_ms": 60000, "on_hold_music": "ringtone",
      "enable_bridge_audio_cue": false, "ivr_option": { "type": "prompt", "prompt": "Ask for the ward." },
      "opt_out_human_detection": true, "private_handoff_option": { "type": "prompt", "prompt": "Say why." },
      "public_handoff_option": { "type": "static_message", "message": "You are connected." } } },
  { "type": "transfer_call", "name": "mediated", "description": "To a doctor.",
    "transfer_destination": { "type": "predefined", "number": "+14155550143" },
    "transfer_option": { "type": "agentic_warm_transfer", "agentic_transfer_config": {
      "transfer_agent": { "agent_id": "agent_floor", "agent_version": 2 },
      "transfer_timeout_ms": 30000, "action_on_timeout": "cancel_transfer" } } }
] }
-- floor.agent.json --
{ "agent_id": "agent_floor", "version": 2, "service_llm": { "general_tools": [{ "type": "bridge_transfer", "name": "b" }] } }
`;
const mocks = `-- late.test-case.json --
{ "name": "Late", "user_prompt": "You are late.", "metrics": ["It was booked."],
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
  "dynamic_variables": { "name": "Mina" },
  "tool_mocks": [
    { "tool_name": "find_slot", "input_match_rule": { "type": "partial_match", "args": { "day": "Monday" } },
      "output": "[9, 10]", "result": true },
    { "tool_name": "book_slot", "input_match_rule": { "type": "any" }, "output": "{}" }
  ] }
-- desk.llm.json --
{ "llm_id": "llm_desk", "general_prompt": "You answer {{name}}.", "general_tools": [
  { "type": "custom", "name": "find_slot", "method": "GET", "url": "https://a.example.com/slots" },
  { "type": "book_appointment_sched", "name": "book_slot", "sched_api_key": "{{key}}", "event_type_id": 1 } ] }
`;

test('the files without mistakes have no finding', () => {
  expect(linesOf(transfers)).toEqual([]);
  expect(linesOf(mocks)).toEqual([]);
});

describe('a change in a transfer', () => {
  test.each([
    ['"type": "cold_transfer"', '"type": "cold_transfr"', 'warning unrecognized-value "cold_transfr"'],
    ['"type": "warm_transfer"', '"type": "hot_handoff"', 'info unrecognized-value "hot_handoff"'],
    ['"sip_invite"', '"sip-invite"', 'warning unrecognized-value "sip-invite"'],
    ['"sip_invite"', '"sip_refer"', 'warning ignored-setting "show_transferee_as_caller": true'],
    ['"show_transferee_as_caller"', '"show_transferee_as_callr"', 'warning unknown-field "show_transferee_as_callr"'],
    ['40000', '4000', 'warning out-of-range 4000'],
    ['40000', '90001', 'warning out-of-range 90001'],
    ['40000', '"40000"', 'warning wrong-type "40000"'],
    ['60000', '6000', 'warning out-of-range 6000'],
    ['30000', '300001', 'warning out-of-range 300001'],
    ['"ringtone"', '"ring_tone"', 'warning unrecognized-value "ring_tone"'],
    ['"ringtone"', '"jazz"', 'info unrecognized-value "jazz"'],
    ['"enable_bridge_audio_cue": false', '"enable_bridge_audio_cue": "no"', 'warning wrong-type "no"'],
    ['"opt_out_human_detection"', '"opt_out_human_detecton"', 'warning unknown-field "opt_out_human_detecton"'],
    ['"type": "static_message"', '"type": "static_mesage"', 'warning unrecognized-value "static_mesage"'],
    ['{ "type": "prompt", "prompt": "Say why." }', '"Say why."', 'warning wrong-type "Say why."'],
    ['"+14155550142"', '"+1 415 555 0142"', 'warning malformed-phone-number "+1 415 555 0142"'],
    ['"12#"', '"12 #"', 'warning invalid-format "12 #"'],
    ['"type": "inferred"', '"type": "infered"', 'warning unrecognized-value "infered"'],
    ['"prompt": "Who is on duty?"', '"promt": "Who is on duty?"', 'warning unknown-field "promt"'],
    ['"agent_floor", "agent_v', '"agent_flor", "agent_v', 'warning unknown-agent "agent_flor"'],
    ['"agent_version": 2', '"agent_version": 3', 'warning unresolved-agent-version 3'],
    ['"agent_version": 2', '"agent_version": -1', 'warning out-of-range -1'],
    ['"agent_version": 2', '"agent_version": "Prod"', 'warning invalid-format "Prod"'],
    ['"agent_version": 2', '"agent_versoin": 2', 'warning unknown-field "agent_versoin"'],
    ['"action_on_timeout"', '"action_on_time_out"', 'warning unknown-field "action_on_time_out"'],
    ['"action_on_timeout": "cancel_transfer"', '"action_on_timeout": "cancel"', 'warning unrecognized-value "cancel"'],
    ['"action_on_timeout": "cancel_transfer"', '"loud": 1', 'info unknown-field "loud"'],
    ['"bridge_transfer"', '"end_call"', 'warning undecided-transfer "agent_floor"'],
  ])('is reported if it is a mistake: %s → %s', (former, text, finding) =>
    expect(linesOf(replaceOnce(transfers, former, text)).map(line => line.replace(/: [^ ]*$/, ''))).toEqual([
      finding.replace(/: [^ ]*$/, ''),
    ]),
  );
  test.each([
    [
      'keys of other types, and null',
      '"cold_transfer_mode": "sip_invite"',
      '"enable_bridge_audio_cue": true, "on_hold_music": null',
    ],
    ['a number from a variable', '"+14155550142", "extension": "12#"', '"{{front}}", "extension": "{{keys}}"'],
    ['an empty extension', '"12#"', '""'],
    ['a bound', '40000', '90000'],
    ['no public words', '{ "type": "static_message", "message": "You are connected." }', 'null'],
    ["notes of one's own", '"transfer_timeout_ms": 30000', '"_why": "they asked"'],
  ])('is not reported if it is valid: %s', (_, former, text) =>
    expect(linesOf(replaceOnce(transfers, former, text))).toEqual([]),
  );
});

describe('a change in a mock', () => {
  test.each([
    ['"tool_name": "find_slot"', '"tool_name": "find_slots"', ['warning unknown-mocked-tool "find_slots"']],
    ['"tool_name": "find_slot"', '"tool_nam": "find_slot"', ['warning unknown-field "tool_nam"']],
    ['"tool_name": "find_slot"', '"tool_name": 7', ['warning wrong-type 7']],
    ['"tool_name": "find_slot"', '"tool_name": "find slot"', ['warning unknown-mocked-tool "find slot"']],
    ['"type": "partial_match"', '"type": "partial_macth"', ['warning unrecognized-value "partial_macth"']],
    ['"type": "partial_match"', '"type": "any"', ['warning ignored-setting "args"']],
    ['"type": "partial_match"', '"tpye": "partial_match"', ['warning unknown-field "tpye"']],
    ['"type": "partial_match"', '"type": "exact"', ['info unrecognized-value "exact"']],
    ['"args"', '"arg"', ['warning unknown-field "arg"']],
    ['"args"', '"arguments_of_it"', ['warning missing-expected-field {', 'info unknown-field "arguments_of_it"']],
    ['"type": "any"', '"type": "partial_match", "args": { "a": 1 }', ['warning unmocked-side-effect [']],
    ['"tool_name": "book_slot"', '"tool_name": "find_slot"', ['warning unmocked-side-effect [']],
    [
      '"input_match_rule": { "type": "any" }',
      '"input_match_rul": { "type": "any" }',
      ['warning unknown-field "input_match_rul"'],
    ],
    ['"input_match_rule": { "type": "any" }', '"input_match_rule": "any"', ['warning wrong-type "any"']],
    ['"output": "{}"', '"output": "{"', ['info mock-output-not-json "{"']],
    ['"output": "{}"', '"output": "booked"', ['info mock-output-not-json "booked"']],
    ['"output": "{}"', '"output": {}', ['warning wrong-type {']],
    ['"output": "{}"', '"ouput": "{}"', ['warning unknown-field "ouput"']],
    ['"output": "{}"', `"output": "[${'1,'.repeat(7500)}1]"`, ['warning wrong-length']],
    ['"result": true', '"result": "true"', ['warning wrong-type "true"']],
    ['"result": true', '"reslt": true', ['warning unknown-field "reslt"']],
    ['"tool_mocks"', '"tool_mock"', ['warning unknown-field "tool_mock"']],
    ['"name": "Mina"', '"name": 7', ['warning non-string-variable 7']],
  ])('is reported if it is a mistake: %s → %s', (former, text, findings) =>
    expect(
      linesOf(replaceOnce(mocks, former, text)).map((line, i) =>
        findings[i] && line.startsWith(findings[i]!) ? findings[i] : line,
      ),
    ).toEqual(findings),
  );
  test.each([
    ['no arguments at all match every call', '{ "type": "any" }', '{ "type": "partial_match", "args": {} }'],
    ['text within the JSON', '"{}"', '"\\"booked\\""'],
    ['no result', '"result": true', '"result": null'],
  ])('is not reported if it is valid: %s', (_, former, text) =>
    expect(linesOf(replaceOnce(mocks, former, text))).toEqual([]),
  );
});

const number = `-- main.phone-number.json --
{ "phone_number": "+14155550100", "phone_number_type": "custom", "phone_number_pretty": "(415) 555-0100",
  "nickname": "Main", "area_code": 415, "allowed_inbound_country_list": ["US"],
  "allowed_outbound_country_list": ["CA", "DE"], "fallback_number": "+14155550199",
  "inbound_webhook_url": "https://a.example.com/calls", "inbound_sms_webhook_url": "https://a.example.com/texts",
  "sip_outbound_trunk_config": { "termination_uri": "trunk.example.com", "auth_username": "desk", "transport": "TLS" },
  "last_modification_timestamp": 1767225600000, "inbound_agents": null, "outbound_agents": null,
  "inbound_sms_agents": null, "outbound_sms_agents": null }
`;

describe('a phone number', () => {
  test('with every field has no finding', () => expect(linesOf(number)).toEqual([]));
  test.each([
    [
      '"phone_number": "+14155550100"',
      '"phone_number": "(415) 555-0100"',
      'warning malformed-phone-number "(415) 555-0100"',
    ],
    ['"phone_number": "+14155550100"', '"phone_number": "+1415555010"', 'warning malformed-phone-number "+1415555010"'],
    ['"phone_number": "+14155550100"', '"phone_number": 14155550100', 'warning wrong-type 14155550100'],
    ['"phone_number_type": "custom"', '"phone_number_type": "costum"', 'warning unrecognized-value "costum"'],
    ['"phone_number_type": "custom"', '"phone_number_type": "vonage"', 'info unrecognized-value "vonage"'],
    ['"phone_number_type": "custom"', '"phone_numbr_type": "custom"', 'warning unknown-field "phone_numbr_type"'],
    ['"phone_number_type": "custom"', '"phone_number_type": 5', 'warning wrong-type 5'],
    ['"phone_number_pretty"', '"phone_number_prety"', 'warning unknown-field "phone_number_prety"'],
    ['"nickname"', '"nick_name"', 'warning unknown-field "nick_name"'],
    ['"area_code": 415', '"area_code": "415"', 'warning wrong-type "415"'],
    ['["US"]', '["us"]', 'warning invalid-format "us"'],
    ['["US"]', '["USA"]', 'warning invalid-format "USA"'],
    ['["US"]', '"US"', 'warning wrong-type "US"'],
    [
      '"allowed_outbound_country_list"',
      '"allowed_outbound_county_list"',
      'warning unknown-field "allowed_outbound_county_list"',
    ],
    ['"+14155550199"', '"+1415555019"', 'warning malformed-phone-number "+1415555019"'],
    ['"+14155550199"', '"+14155550100"', 'warning chained-fallback-number "+14155550100"'],
    ['"fallback_number"', '"fall_back_number"', 'warning unknown-field "fall_back_number"'],
    ['"https://a.example.com/calls"', '"a.example.com/calls"', 'warning malformed-url "a.example.com/calls"'],
    ['"https://a.example.com/texts"', '"http://a.example.com/texts"', 'warning unencrypted-url'],
    ['"inbound_sms_webhook_url"', '"inbound_sms_webhok_url"', 'warning unknown-field "inbound_sms_webhok_url"'],
    [
      '"sip_outbound_trunk_config": {',
      '"sip_outbound_trunk_conf": {',
      'warning unknown-field "sip_outbound_trunk_conf"',
    ],
    ['"auth_username"', '"auth_user_name"', 'warning unknown-field "auth_user_name"'],
    ['"termination_uri": "trunk', '"termination_url": "trunk', 'warning unknown-field "termination_url"'],
    ['"inbound_agents": null', '"inbound_agent_id": "agent_desk"', 'warning retired-field "inbound_agent_id"'],
    ['"nickname": "Main"', '"colour": "red"', 'info unknown-field "colour"'],
  ])('with a mistake has a finding: %s → %s', (former, text, finding) =>
    expect(linesOf(replaceOnce(number, former, text)).map(line => (line.startsWith(finding) ? finding : line))).toEqual(
      [finding],
    ),
  );
});
