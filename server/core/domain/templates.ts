/** One `{{name}}` in a string. Offsets are UTF-16 units of the decoded string, end exclusive, braces included. */
export interface TemplateUse {
  /** Without surrounding spaces; it may contain inner spaces, slashes and letters of any script. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const template = /\{\{([^{}\r\n]*)\}\}/g;
const none: readonly TemplateUse[] = [];

/** Every `{{name}}` in a text, in order. `{{}}` has no name and does not count. */
export function templatesIn(text: string): readonly TemplateUse[] {
  if (!text.includes('{{')) return none;
  const uses: TemplateUse[] = [];
  for (const match of text.matchAll(template)) {
    const name = match[1]!.trim();
    if (name !== '') uses.push({ name, start: match.index, end: match.index + match[0].length });
  }
  return uses;
}

/** Whether every brace of a text belongs to a `{{name}}`, so that none can be a typo. */
export function bracesAreWell(text: string): boolean {
  let at = 0;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
    const close = text.indexOf('}', open);
    if (
      text[open + 1] !== '{' ||
      text[close + 1] !== '}' ||
      text.lastIndexOf('{', close) > open + 1 ||
      lineEnd.test(text.slice(open, close))
    )
      return false;
    at = close + 2;
  }
  return true;
}
const lineEnd = /[\r\n]/;

const meanings: Readonly<Record<string, string>> = {
  current_agent_state: 'the state that the conversation is in',
  previous_agent_state: 'the state that the conversation was in before',
  current_time: 'date and time at that moment',
  current_calendar: 'a calendar at that moment',
  current_hour: 'the hour at that moment',
  session_type: 'the kind of the conversation',
  session_duration: 'how long the conversation has lasted',
  direction: 'whether the call is inbound or outbound',
  user_number: 'the phone number of the person',
  agent_number: 'the phone number of the agent',
  call_id: 'the id of the call',
  chat_id: 'the id of the chat',
};
/** Variables that the platform sets in every conversation. */
export const systemVariables: readonly string[] = Object.keys(meanings);
const system: ReadonlySet<string> = new Set(systemVariables);
const zoned = /^(current_(?:time|calendar)_)(.+)$/;

export const isSystemVariable = (name: string): boolean => system.has(name) || zoned.test(name);

/** The zone in `current_time_<zone>` or `current_calendar_<zone>`, and its offset in the name. */
export function zoneOf(name: string): { readonly zone: string; readonly start: number } | undefined {
  const match = zoned.exec(name);
  return match ? { zone: match[2]!, start: match[1]!.length } : undefined;
}

/** The contents of a variable that the platform sets; `undefined` for all others. */
export function systemVariableMeaning(name: string): string | undefined {
  if (system.has(name)) return meanings[name];
  const zone = zoneOf(name)?.zone;
  return (
    zone && `${meanings[name.startsWith('current_time_') ? 'current_time' : 'current_calendar']} in the zone ${zone}`
  );
}
