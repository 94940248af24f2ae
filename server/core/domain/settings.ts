import type { Cursor } from '../cursor.ts';
import { isArray, type Json } from '../json.ts';

/** Settings of an override lie over those of an agent, so what they leave out is not their default but unknown. */
export const isOverride = (settings: Cursor): boolean => settings.parent?.is('agent-override') ?? false;

/** The value that holds, the default where none is set; `undefined` where the file cannot tell. */
export function held(setting: Cursor): Json | undefined {
  return !setting.exists && setting.parent && isOverride(setting.parent) ? undefined : setting.effective();
}
export function heldNumber(setting: Cursor): number | undefined {
  const value = held(setting);
  return typeof value === 'number' ? value : undefined;
}

/** Placeholders that dashboards and people leave in: they set nothing. */
export const setsNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === false || value === 0
  || (typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && (isArray(value) ? value : Object.keys(value)).length === 0);

/** The locales of these agent settings; `undefined` where the file cannot tell. */
export function localesOf(settings: Cursor): string[] | undefined {
  const language = settings.get('language');
  const value = held(language);
  if (typeof value === 'string') {
    const stands = language.marks['x-deprecated-values'] ?? {};
    const meant = Object.hasOwn(stands, value) ? stands[value] : value;
    return (isArray(meant) ? meant : [meant]).filter(locale => typeof locale === 'string');
  }
  return isArray(value) && value.length > 0 ? value.filter(locale => typeof locale === 'string') : undefined;
}
/** `es` of `es-419`. */
export const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_]/)[0]!;

/** The channel that has this event. */
export function channelOfEvent(event: Cursor): 'voice' | 'chat' | undefined {
  const channels = (event.marks['x-channel-values'] ?? {}) as Readonly<Record<string, 'voice' | 'chat'>>;
  const name = event.string() ?? '';
  return Object.hasOwn(channels, name) ? channels[name] : undefined;
}

const chatEvents = (settings: Cursor): boolean => settings.get('webhook_events').items().some(event => channelOfEvent(event) === 'chat');
const hasSettingOf = (settings: Cursor, channel: string): boolean => settings.entries().some(setting => setting.marks['x-channel'] === channel && !setsNothing(setting.value));

/** Whether these settings are those of a voice or of a chat agent: as `channel` says, else by a voice, else by what only chat agents have. */
export function channelOf(settings: Cursor): 'voice' | 'chat' | undefined {
  const channel = settings.get('channel');
  if (channel.value === 'voice' || channel.value === 'chat') return channel.value;
  if (channel.string() || isOverride(settings)) return undefined;
  if (settings.get('voice_id').string()) return 'voice';
  return hasSettingOf(settings, 'chat') || chatEvents(settings) ? 'chat' : undefined;
}
