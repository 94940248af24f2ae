import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { pointerOf } from '../finding.ts';
import { lint, RuleSet } from './lint.ts';

const set = new RuleSet(rules);
const TASK = '/tasks/0/agent_override/agent';

interface Answer {
  readonly agent?: object;
  readonly engine?: object;
  readonly override?: object;
  readonly task?: object;
}
/** The findings in the agent's part of an override, in a batch with one task. */
function linesOf({ agent = {}, engine = {}, override = {}, task = {} }: Answer): string[] {
  const text = JSON.stringify({
    from_number: '+14155550100',
    tasks: [{ to_number: '+12137774445', agent_override: { agent: override }, ...desk, ...task }],
  });
  const workspace = workspaceOf(
    [
      `-- desk.agent.json --\n${JSON.stringify({ agent_id: 'agent_desk', version: 1, response_engine: runsOn, ...agent })}`,
      `-- desk.llm.json --\n${JSON.stringify({ llm_id: 'llm_desk', general_prompt: 'Help.', ...engine })}`,
      `-- friday.batch-call.json --\n${text}\n`,
    ].join('\n'),
  );
  return lint(workspace.document('friday.batch-call.json')!, workspace, set)
    .filter(({ rule }) => rule !== 'unset-variable')
    .map(({ severity, rule, target, related }) => {
      const pointer = pointerOf(target);
      const location = pointer.startsWith(TASK) ? pointer.slice(TASK.length) : `out of place: ${pointer}`;
      return `${severity} ${rule} ${location} (${related.map(place => `${place.file}${pointerOf(place.target)}`).join(', ')})`;
    });
}
const desk = { override_agent_id: 'agent_desk', override_agent_version: 1 };
const runsOn = { type: 'service-llm', llm_id: 'llm_desk' };

test('the voices of an override are checked against those of the agent', () => {
  const agent = { voice_id: '11labs-Adrian', fallback_voice_ids: ['openai-Alloy'] };
  expect(linesOf({ agent, override: { fallback_voice_ids: ['11labs-Grace'] } })).toEqual([
    'error fallback-voice-same-provider /fallback_voice_ids/0 (desk.agent.json/voice_id)',
  ]);
  expect(linesOf({ agent, override: { voice_id: 'openai-Nova' } })).toEqual([
    'error fallback-voice-same-provider /voice_id (desk.agent.json/fallback_voice_ids/0)',
  ]);
  expect(linesOf({ agent, override: { voice_id: 'openai-Alloy' } })).toEqual([
    'error fallback-voice-repeated /voice_id (desk.agent.json/fallback_voice_ids/0)',
  ]);
  expect(linesOf({ agent, override: { voice_id: 'cartesia-Elena' } })).toEqual([]);
  expect(
    linesOf({ agent: { voice_id: '11labs-A', voice_model: 'eleven_v3' }, override: { voice_id: 'openai-B' } }),
  ).toEqual(['warning voice-model-of-other-provider /voice_id (desk.agent.json/voice_model)']);
});

test('a speech recognition mode without its configuration is found, in the override or in the agent', () => {
  const config = { provider: 'azure', endpointing_ms: 300 };
  expect(linesOf({ override: { stt_mode: 'custom' } })).toEqual([
    `error custom-stt-without-config /custom_stt_config (friday.batch-call.json${TASK}/stt_mode, desk.agent.json)`,
  ]);
  expect(
    linesOf({ agent: { stt_mode: 'custom', custom_stt_config: config }, override: { custom_stt_config: null } }),
  ).toEqual(['error custom-stt-without-config /custom_stt_config (desk.agent.json/stt_mode)']);
  expect(linesOf({ agent: { stt_mode: 'fast' }, override: { custom_stt_config: config } })).toEqual([
    'warning ignored-setting /custom_stt_config (desk.agent.json/stt_mode)',
  ]);
  expect(linesOf({ agent: { custom_stt_config: config }, override: { stt_mode: 'custom' } })).toEqual([]);
  expect(linesOf({ override: { stt_mode: 'custom', custom_stt_config: config } })).toEqual([]);
});

test('settings of an override without effect are found if the agent or its engine switches them off', () => {
  const agent = { enable_backchannel: false };
  expect(linesOf({ agent, override: { backchannel_frequency: 0.5 } })).toEqual([
    'warning ignored-setting /backchannel_frequency (desk.agent.json/enable_backchannel)',
  ]);
  expect(linesOf({ override: { signed_url_expiration_ms: 60000 } })).toEqual([
    'warning ignored-setting /signed_url_expiration_ms (desk.agent.json)',
  ]);
  expect(linesOf({ agent, override: { backchannel_frequency: 0.5, enable_backchannel: true } })).toEqual([]);
  expect(linesOf({ engine: { start_speaker: 'user' }, override: { begin_message_delay_ms: 500 } })).toEqual([
    'warning ignored-setting /begin_message_delay_ms (desk.llm.json/start_speaker)',
  ]);
  const task = { agent_override: { agent: { begin_message_delay_ms: 500 }, service_llm: { start_speaker: 'agent' } } };
  expect(linesOf({ engine: { start_speaker: 'user' }, task })).toEqual([]);
});

test('a vocabulary and a language that cannot be combined are found', () => {
  expect(linesOf({ agent: { language: 'es-419' }, override: { vocab_specialization: 'medical' } })).toEqual([
    'warning vocabulary-of-other-language /vocab_specialization (desk.agent.json/language)',
  ]);
  expect(linesOf({ agent: { vocab_specialization: 'medical' }, override: { language: 'es-419' } })).toEqual([
    'warning vocabulary-of-other-language /language (desk.agent.json/vocab_specialization)',
  ]);
  expect(
    linesOf({ agent: { language: 'es-419' }, override: { vocab_specialization: 'medical', language: 'en-GB' } }),
  ).toEqual([]);
});

test('a problem of the agent alone or of the override alone is not reported again', () => {
  const agent = {
    voice_id: '11labs-A',
    fallback_voice_ids: ['11labs-B'],
    stt_mode: 'custom',
    backchannel_words: ['uh'],
  };
  expect(linesOf({ agent, override: { voice_speed: 1.1 } })).toEqual([]);
  expect(linesOf({ override: { enable_backchannel: false, backchannel_frequency: 0.5 } })).toEqual([
    `warning ignored-setting /backchannel_frequency (friday.batch-call.json${TASK}/enable_backchannel)`,
  ]);
  expect(
    linesOf({
      agent: { enable_backchannel: true, backchannel_words: ['uh'] },
      override: { enable_backchannel: false },
    }),
  ).toEqual([]);
});

test('nothing is reported for an agent that is unknown or not resolved', () => {
  const override = { stt_mode: 'custom' };
  expect(linesOf({ override, task: { override_agent_version: 7 } })).not.toContainEqual(
    expect.stringContaining('custom-stt'),
  );
  expect(linesOf({ override, task: { override_agent_id: 'agent_away' } })).not.toContainEqual(
    expect.stringContaining('custom-stt'),
  );
});

test('each of many overrides is reported', () => {
  const task = (agent: object) => ({ to_number: '+12137774445', ...desk, agent_override: { agent } });
  const workspace = workspaceOf(
    `-- desk.agent.json --\n{ "agent_id": "agent_desk", "version": 1 }\n-- friday.batch-call.json --\n${JSON.stringify({
      from_number: '+14155550100',
      tasks: [
        task({ voice_speed: 1.1 }),
        task({ agent_name: 'Ana', stt_mode: 'custom' }),
        task({ agent_name: 'Ben', stt_mode: 'custom' }),
        task({ stt_mode: 'fast' }),
        task({ backchannel_frequency: 0.4 }),
        task({ backchannel_frequency: 0.4, enable_backchannel: true }),
      ],
    })}\n`,
  );
  const findings = lint(workspace.document('friday.batch-call.json')!, workspace, set).filter(({ rule }) =>
    ['custom-stt-without-config', 'ignored-setting'].includes(rule),
  );
  expect(findings.map(({ target }) => pointerOf(target))).toEqual([
    '/tasks/1/agent_override/agent/custom_stt_config',
    '/tasks/2/agent_override/agent/custom_stt_config',
    '/tasks/4/agent_override/agent/backchannel_frequency',
  ]);
});
