import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* Exports of a team that keeps every version of its agents, made from the exports in the samples. */

const samples = join(import.meta.dirname, '../../samples/exports');
const exports = ['cleaning-receptionist', 'dental-front-desk', 'pharmacy-chat'].map(
  name => JSON.parse(readFileSync(join(samples, `${name}.json`), 'utf8')) as Record<string, unknown>,
);
/** Mistakes that teams leave in their exports. Each agent has one of them in all of its versions. */
const mistakes: readonly Record<string, unknown>[] = [
  { ambient_sound: 'office' },
  { data_storage_setting: 'everything', opt_out_sensitive_data_storage: false },
  { webhook_url: 'https://YOUR_N8N_INSTANCE.example/webhook' },
  { interruption_sensitivity: 9 },
  { enable_backchannel: false, backchannel_frequency: 0.5 },
];
const idOf = (n: number, kind: string): string => `${kind}_${(n * 2654435761 + 97).toString(16).padStart(28, '3')}`;

/**
 * Files of 30 agents with 5 versions each, engines included. All versions are published, or the last one is a draft.
 * @param alter returns additional fields of a version
 */
export function exportsOfYears(
  hasDrafts: boolean,
  alter: (agent: number, version: number) => Record<string, unknown> = () => ({}),
): Record<string, string> {
  const files: Record<string, string> = {};
  for (let agent = 0; agent < 30; agent++)
    for (let version = 0; version < 5; version++) {
      const sampleExport = exports[agent % exports.length]!,
        isPublished = version < 4 || !hasDrafts;
      const engine = { version, is_published: isPublished },
        llm = { ...engine, llm_id: idOf(agent, 'llm') },
        flow = { ...engine, conversation_flow_id: idOf(agent, 'conversation_flow') };
      const engineKey = 'conversationFlow' in sampleExport ? 'conversationFlow' : 'retellLlmData',
        engineIds = engineKey === 'conversationFlow' ? flow : llm;
      const value = {
        ...sampleExport,
        ...mistakes[agent % mistakes.length],
        agent_id: idOf(agent, 'agent'),
        version,
        base_version: version === 0 ? null : version - 1,
        is_published: isPublished,
        last_modification_timestamp: 1_750_000_000_000 + version * 86_400_000 + agent,
        response_engine: { ...(sampleExport['response_engine'] as object), ...engineIds, is_published: undefined },
        [engineKey]: {
          start_speaker: 'agent',
          ...(engineKey in sampleExport ? {} : { model: 'gpt-4.1', general_prompt: 'Be kind.' }),
          ...(sampleExport[engineKey] as object | undefined),
          ...engineIds,
        },
        ...alter(agent, version),
      };
      files[`agents/${String(sampleExport['agent_name']).split(' ')[0]!.toLowerCase()}-${agent}/v${version}.json`] =
        `${JSON.stringify(value, null, 2)}\n`;
    }
  return files;
}
