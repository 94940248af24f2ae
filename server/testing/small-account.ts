/* An agent and its engine, as records and as files. */

export const llm = {
  llm_id: 'llm_a',
  version: 0,
  model: 'gpt-4.1',
  general_prompt: 'Be kind.',
  begin_message: 'Hello.',
  general_tools: [{ type: 'end_call', name: 'bye', description: 'Ends the call.' }],
};
export const agent = {
  agent_id: 'agent_a',
  version: 0,
  is_published: false,
  last_modification_timestamp: 5,
  agent_name: 'Front desk',
  voice_id: '11labs-Myra',
  language: 'en-US',
  response_engine: { type: 'service-llm', llm_id: 'llm_a', version: 0 },
};
export const pretty = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
export const desk = { 'agents/front-desk/v0.agent.json': pretty(agent), 'engines/front-desk.llm.json': pretty(llm) };

/** The JSON texts of values, by file name. */
export const texts = (files: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]));
