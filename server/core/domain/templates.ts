/**
 * A use of a variable, `{{name}}`, in a string. Offsets are UTF-16 units of the decoded string, braces included; the
 * end is exclusive.
 */
export interface TemplateUse {
  /** The name without surrounding spaces; it may contain inner spaces, slashes and letters of any script. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const template = /\{\{([^{}\r\n]*)\}\}/g;
const noUses: readonly TemplateUse[] = [];

/** Every `{{name}}` in a text, in order. Empty braces, `{{}}`, do not count. */
export function templatesIn(text: string): readonly TemplateUse[] {
  if (!text.includes('{{')) return noUses;
  const uses: TemplateUse[] = [];
  for (const match of text.matchAll(template)) {
    const name = match[1]!.trim();
    if (name !== '') uses.push({ name, start: match.index, end: match.index + match[0].length });
  }
  return uses;
}

/** Whether every brace of a text belongs to a `{{name}}`, so that none can be a typo. */
export function hasBalancedBraces(text: string): boolean {
  let offset = 0;
  for (let brace = text.indexOf('{'); brace >= 0; brace = text.indexOf('{', offset)) {
    const close = text.indexOf('}', brace);
    if (
      text[brace + 1] !== '{' ||
      text[close + 1] !== '}' ||
      text.lastIndexOf('{', close) > brace + 1 ||
      lineEnd.test(text.slice(brace, close))
    )
      return false;
    offset = close + 2;
  }
  return true;
}
const lineEnd = /[\r\n]/;

const platform: Readonly<Record<string, readonly [meaning: string, example: string]>> = {
  current_agent_state: ['the state that the conversation is in', 'greeting'],
  previous_agent_state: ['the state that the conversation was in before', 'greeting'],
  current_time: ['date and time at that moment', 'Thursday, January 15, 2026 at 10:30:00 AM PST'],
  current_calendar: ['a calendar at that moment', 'Thursday, January 15, 2026 PST (Today)'],
  current_hour: ['the hour at that moment', '10'],
  session_type: ['the kind of the conversation', 'voice'],
  session_duration: ['how long the conversation has lasted', '1 minute 20 seconds'],
  direction: ['whether the call is inbound or outbound', 'inbound'],
  user_number: ['the phone number of the person', '+14155550123'],
  agent_number: ['the phone number of the agent', '+14155550100'],
  call_id: ['the id of the call', 'call_1a2b3c'],
  chat_id: ['the id of the chat', 'chat_1a2b3c'],
};
/** Variables that the platform sets in every conversation. */
export const systemVariables: ReadonlySet<string> = new Set(Object.keys(platform));
const zonedName = /^(current_(?:time|calendar)_)(.+)$/;

export const isSystemVariable = (name: string): boolean => systemVariables.has(name) || zonedName.test(name);

/** The zone in `current_time_<zone>` or `current_calendar_<zone>`, and the offset of the zone in the name. */
export function zoneOf(name: string): { readonly zone: string; readonly start: number } | undefined {
  const match = zonedName.exec(name);
  return match ? { zone: match[2]!, start: match[1]!.length } : undefined;
}

/** The meaning of a variable that the platform sets; undefined for any other variable. */
export function systemVariableMeaning(name: string): string | undefined {
  const zone = zoneOf(name)?.zone,
    [meaningOf] = platformFacts(name) ?? [];
  return zone === undefined ? meaningOf : `${meaningOf} in the zone ${zone}`;
}
/** An example value of a variable that the platform sets, in its zone. */
export function systemVariableExample(name: string): string | undefined {
  const example = platformFacts(name)?.[1],
    zone = zoneOf(name)?.zone;
  if (zone === undefined || example === undefined) return example;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }),
      parts = format.formatToParts(Date.UTC(2026, 0, 15, 18, 30));
    return example.replace('PST', parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone);
  } catch {
    return example.replace('PST', zone);
  }
}

const platformFacts = (name: string): (typeof platform)[string] | undefined =>
  platform[systemVariables.has(name) ? name : (zonedName.exec(name)?.[1]?.slice(0, -1) ?? '')];
