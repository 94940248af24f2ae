import { zoneOf } from './templates.ts';

const meanings: Readonly<Record<string, string>> = {
  current_agent_state: 'the state that the conversation is in',
  previous_agent_state: 'the state that the conversation was in before',
  current_time: 'date and time at that moment, in the time zone of the agent',
  current_calendar: 'a calendar of the days to come, in the time zone of the agent',
  current_hour: 'the hour at that moment, in the time zone of the agent',
  session_type: 'the kind of conversation: a call or a chat',
  session_duration: 'how long the conversation has lasted',
  direction: 'whether the call is inbound or outbound',
  user_number: 'the phone number of the person',
  agent_number: 'the phone number of the agent',
  call_id: 'the id of the call',
  chat_id: 'the id of the chat',
};

/** What a variable holds that the platform sets; `undefined` for all others. */
export function systemVariableMeaning(name: string): string | undefined {
  if (Object.hasOwn(meanings, name)) return meanings[name];
  const zoned = zoneOf(name);
  if (!zoned) return undefined;
  return name.startsWith('current_time_') ? `date and time at that moment in the zone ${zoned.zone}` : `a calendar of the days to come in the zone ${zoned.zone}`;
}
