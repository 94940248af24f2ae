import { resolve } from 'node:path';
import { isArray, isObject, parseJson, property, type Json, type JsonObject } from '../../core/json/json.ts';

/** A tool call that an agent is about to make. */
export type HookCall = { readonly cwd: string } & (
  { readonly command: string } | { readonly tool: string; readonly values: JsonObject }
);
/** The parsed input of a hook: a call, an event that is no call, or the reason why the input cannot be read. */
type HookInput =
  { readonly call: HookCall | undefined; readonly format: keyof typeof formats } | { readonly problem: string };

const objectIn = (value: Json | undefined): JsonObject | undefined => {
  const readValue = typeof value === 'string' ? parseJson(value) : value;
  return isObject(readValue) ? readValue : undefined;
};
const shellCall = (command: Json | undefined, cwd: string): HookCall | string =>
  typeof command === 'string' ? { command, cwd } : 'command: expected a string';
const toolCall = (tool: string, input: Json | undefined, cwd: string): HookCall | string => {
  const values = objectIn(input ?? {});
  return values ? { tool, values, cwd } : 'tool_input: expected an object';
};

/**
 * A reader of one kind of event. It returns the call, undefined if the event is no call that could be guarded, or the
 * mistake in the input as a text.
 */
type Reading = (input: JsonObject, cwd: string) => HookCall | string | undefined;
const formats = {
  /** Claude Code: https://code.claude.com/docs/en/hooks (PreToolUse input: cwd, tool_name, tool_input) */
  PreToolUse: (input, cwd) => {
    const tool = input['tool_name'];
    if (typeof tool !== 'string') return 'tool_name: expected a string';
    if (tool === 'Bash') return shellCall(property(input['tool_input'], 'command'), cwd);
    const [, name] = /^mcp__.+?__(.+)$/s.exec(tool) ?? [];
    return name === undefined ? undefined : toolCall(name.split('__').at(-1)!, input['tool_input'], cwd);
  },
  /** Cursor: https://cursor.com/docs/agent/hooks (command, cwd) */
  beforeShellExecution: (input, cwd) => shellCall(input['command'], cwd),
  /** Cursor: https://cursor.com/docs/agent/hooks (tool_name, tool_input as JSON text) */
  beforeMCPExecution: (input, cwd) => {
    const tool = input['tool_name'];
    return typeof tool === 'string' ? toolCall(tool, input['tool_input'], cwd) : 'tool_name: expected a string';
  },
} as const satisfies Readonly<Record<string, Reading>>;

/**
 * Reads the input of a hook.
 * @param defaultFolder the folder of the call if the input has none
 */
export function readHook(text: string, defaultFolder: string): HookInput {
  let input: Json;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch {
    return { problem: 'standard input is not JSON' };
  }
  const event = property(input, 'hook_event_name');
  if (!isObject(input) || typeof event !== 'string') return { problem: 'hook_event_name: expected a string' };
  if (!Object.hasOwn(formats, event)) return { call: undefined, format: 'PreToolUse' };
  const format = event as keyof typeof formats,
    roots = input['workspace_roots'];
  const cwd = [input['cwd'], isArray(roots) ? roots[0] : undefined].find(
    value => typeof value === 'string' && value !== '',
  );
  const call = formats[format](input, resolve(defaultFolder, (cwd as string | undefined) ?? ''));
  return typeof call === 'string' ? { problem: call } : { call, format };
}
