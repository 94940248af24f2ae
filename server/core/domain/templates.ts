
/** One `{{name}}` in a string. Offsets are UTF-16 units of the decoded string, end exclusive, braces included. */
export interface TemplateUse {
  /** Without the spaces around it; it may hold inner spaces, slashes and letters of any script. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const template = /\{\{([^{}\r\n]*)\}\}/g;
const none: readonly TemplateUse[] = [];

/** Every `{{name}}` in a text, in order. `{{}}` names nothing and is none. */
export function templatesIn(text: string): readonly TemplateUse[] {
  if (!text.includes('{{')) return none;
  const uses: TemplateUse[] = [];
  for (const match of text.matchAll(template)) {
    const name = match[1]!.trim();
    if (name !== '') uses.push({ name, start: match.index, end: match.index + match[0].length });
  }
  return uses;
}

/** Variables that the platform sets in every conversation. */
export const systemVariables: readonly string[] = [
  'current_agent_state', 'previous_agent_state', 'current_time', 'current_calendar', 'current_hour', 'session_type', 'session_duration',
  'direction', 'user_number', 'agent_number', 'call_id', 'chat_id',
];
const system: ReadonlySet<string> = new Set(systemVariables);
const zoned = /^(current_(?:time|calendar)_)(.+)$/;

export const isSystemVariable = (name: string): boolean => system.has(name) || zoned.test(name);

/** The zone of `current_time_<zone>` and `current_calendar_<zone>`, and where in the name it begins. */
export function zoneOf(name: string): { readonly zone: string; readonly start: number } | undefined {
  const match = zoned.exec(name);
  return match ? { zone: match[2]!, start: match[1]!.length } : undefined;
}
