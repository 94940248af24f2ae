// A file far larger than any that people write by hand, and a file of normal size beside it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes both files. Each has a mistake near its start, `voice_speed` 9.
 * @param {string} folder an existing folder
 * @param {number} characters the minimum size of the large file
 */
export function writeOversized(folder, characters) {
  const item = number => ({
    type: 'string',
    name: `answer_${number}`,
    description: `What the caller said when they were asked for the ${number}th time, in their words.`,
  });
  const agent = (id, items) => ({
    agent_id: id,
    agent_name: 'Desk',
    channel: 'voice',
    response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://desk.example.com/llm' },
    voice_id: '11labs-Adrian',
    voice_speed: 9,
    post_call_analysis_data: Array.from({ length: items }, (_, number) => item(number)),
  });
  const text = value => `${JSON.stringify(value, undefined, 2)}\n`;
  const each = text([item(100_000)]).length + 4;
  writeFileSync(join(folder, 'archive.agent.json'), text(agent('agent_archive01', Math.ceil(characters / each))));
  writeFileSync(join(folder, 'desk.agent.json'), text(agent('agent_desk01', 1)));
}
