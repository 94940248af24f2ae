// A very large workspace of agents with their versions, and of phone numbers and batches that refer to them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const versions = 8;
const sentence = 'Greet the caller by name, ask what the call is about, and repeat the answer in your own words before you act on it. ';

/**
 * Writes files into a folder, ten for each agent. The last version of the first agent has a mistake, `voice_speed` 9.
 * @param {string} folder
 * @param {number} files the number of files
 */
export function writeCrowd(folder, files) {
  for (let number = 0; number * (versions + 2) < files; number++) {
    const name = String(number).padStart(4, '0');
    const team = join(folder, `team-${name.slice(0, 2)}`, `agent-${name}`);
    const id = `agent_crowd${name}`;
    mkdirSync(team, { recursive: true });
    const write = (file, value) => writeFileSync(join(team, file), `${JSON.stringify(value, undefined, 2)}\n`);
    for (let version = 0; version < versions; version++) write(`v${version}.agent.json`, agent(id, number, version));
    write(`${id}.phone-number.json`, {
      phone_number: `+1415555${name}`,
      nickname: `Desk ${name}`,
      inbound_agents: [{ agent_id: id, agent_version: 'prod', weight: 1 }],
    });
    write(`${id}.batch-call.json`, {
      batch_call_id: `batch_crowd${name}`,
      name: `Reminders ${name}`,
      from_number: `+1415555${name}`,
      tasks: Array.from({ length: 5 }, (_, task) => ({
        to_number: `+1212555${String(1000 + task)}`,
        service_llm_dynamic_variables: { first_name: `Caller ${task}` },
      })),
    });
  }
}

const agent = (id, number, version) => ({
  agent_id: id,
  version,
  ...(version > 0 && { base_version: version - 1 }),
  is_published: version < versions - 1,
  ...(version === versions - 2 && { assigned_tags: ['prod'] }),
  last_modification_timestamp: 1765217400000 + version * 60_000,
  version_title: `Version ${version}`,
  channel: 'voice',
  agent_name: `Desk ${number}`,
  response_engine: { type: 'custom-llm', llm_websocket_url: `wss://desk-${number}.example.com/llm` },
  voice_id: '11labs-Adrian',
  voice_speed: number === 0 && version === versions - 1 ? 9 : 1,
  language: 'en-US',
  post_call_analysis_data: [{ type: 'string', name: 'summary', description: sentence.repeat(4).trim() }],
});
