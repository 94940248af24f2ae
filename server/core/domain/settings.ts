import type { Cursor } from '../cursor.ts';
import { lazy } from '../memory.ts';
import { isChatAgent, nestedEngines } from '../kinds.ts';
import { childEntry, entryOf, marksOf, rootOf, type AppliesWhen } from '../shapes/table.ts';
import { isArray, type Json, isEqual } from '../json/json.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Whether settings belong to an override: a setting that the override leaves out has the value of the agent, not the
 * default.
 */
export const isOverride = (settings: Cursor): boolean => settings.parent?.is('agent-override') ?? false;

/**
 * Whether these are only a part of an agent's settings, so that absent settings are unknown: an override without its
 * agent, or the body of an update request, which has neither engine nor voice.
 */
export const isPartOfSettings = (settings: Cursor): boolean =>
  !settings.baseCursor &&
  (isOverride(settings) || (settings.is('agent-settings') && !wholeKeys().some(key => settings.get(key).exists)));
const wholeKeys = lazy(() => ['response_engine', 'voice_id', ...nestedEngines().map(([key]) => key)]);

/**
 * The effective value of a setting: the value in the file, otherwise the default; undefined if the file does not
 * determine the value.
 */
export function effectiveValue(setting: Cursor): Json | undefined {
  return !setting.exists && setting.parent && isPartOfSettings(setting.parent) ? undefined : setting.effective();
}
export function effectiveNumber(setting: Cursor): number | undefined {
  const value = effectiveValue(setting);
  return typeof value === 'number' ? value : undefined;
}

/** Whether a value counts as unset: a placeholder from a dashboard or a person. */
export const setsNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  (typeof value === 'string'
    ? value.trim() === ''
    : typeof value === 'object' && (isArray(value) ? value : Object.keys(value)).length === 0);

/** The locales of these agent settings; `undefined` if the file does not determine them. */
export function localesOf(settings: Cursor): string[] | undefined {
  const language = settings.get('language');
  const value = effectiveValue(language);
  if (typeof value === 'string') {
    const replacements = language.marks['x-deprecated-values'] ?? {};
    return onlyLocales(Object.hasOwn(replacements, value) ? replacements[value] : value);
  }
  return isArray(value) ? onlyLocales(value) : undefined;
}
/** The value as a list of locales; undefined if one item is no locale: `English` may be any of several locales. */
function onlyLocales(value: Json | undefined): string[] | undefined {
  const locales = (isArray(value) ? value : [value]).filter(
    (locale): locale is string => typeof locale === 'string' && /^(?:[a-z]{2,3}(?![a-z])|multi$)/i.test(locale),
  );
  return locales.length > 0 ? locales : undefined;
}
/**
 * The locales of these agent settings, with their languages. Cached, because every entry of a dictionary needs them.
 */
export function spokenBy(
  settings: Cursor,
): { readonly locales: readonly string[]; readonly languages: ReadonlySet<string> } | undefined {
  return settings.remember(spokenBy, () => {
    const locales = localesOf(settings);
    return locales && { locales, languages: new Set(locales.map(languageOf)) };
  });
}
/** The language of a locale: `es` of `es-419`. */
export const languageOf = (locale: string): string => locale.toLowerCase().split(/[-_]/)[0]!;

/** The channel of each event, according to the schema. */
export const channelsOfEvents: () => ReadonlyMap<string, 'voice' | 'chat'> = lazy(() => {
  const events = childEntry(rootOf('agent-settings'), 'webhook_events');
  return new Map(
    Object.entries((marksOf(childEntry(events, 0))['x-channel-values'] ?? {}) as Record<string, 'voice' | 'chat'>),
  );
});

/** The channel that has this event. */
export const channelOfEvent = (event: Cursor): 'voice' | 'chat' | undefined =>
  channelsOfEvents().get(event.string() ?? '');

/** The other channel's name for an event: `chat_ended` for `call_ended`; `undefined` if it has no counterpart. */
export function counterpartEvent(channel: 'voice' | 'chat', event: string): string | undefined {
  const topicOf = (name: string): string | undefined => /^(?:call|chat)_(.+)/.exec(name)?.[1];
  const topic = topicOf(event);
  if (topic === undefined) return undefined;
  for (const [name, ofChannel] of channelsOfEvents()) if (ofChannel === channel && topicOf(name) === topic) return name;
  return undefined;
}

/** The event for a channel: the event itself if it belongs to the channel or to none, otherwise its counterpart. */
export const eventOn = (channel: 'voice' | 'chat', event: string): string | undefined =>
  (channelsOfEvents().get(event) ?? channel) === channel ? event : counterpartEvent(channel, event);

/** The events of a channel and those of no channel; all events if the channel is unknown. */
export const eventsOf = (channel: 'voice' | 'chat' | undefined, names: readonly string[]): readonly string[] =>
  names.filter(name => channel === undefined || (channelsOfEvents().get(name) ?? channel) === channel);

const settingsByChannel = new Map<string, readonly string[]>();
/** The settings that only agents of this channel have, according to the schema. */
export function settingsOfChannel(channel: 'voice' | 'chat'): readonly string[] {
  let names = settingsByChannel.get(channel);
  if (!names)
    settingsByChannel.set(
      channel,
      (names = Object.entries(entryOf(rootOf('agent-settings')).props ?? {})
        .filter(([, entry]) => marksOf(entry)['x-channel'] === channel)
        .map(([name]) => name)),
    );
  return names;
}

/** The channel of agent settings; undefined if the settings do not determine it (few settings, an override). */
export function channelOf(settings: Cursor): 'voice' | 'chat' | undefined {
  const channel = settings.get('channel');
  if (channel.value === 'voice' || channel.value === 'chat') return channel.value;
  if (channel.string() || (isOverride(settings) && !settings.baseCursor)) return undefined;
  if (isChatAgent(settings.value)) return 'chat';
  return settings.get('voice_id').string() ? 'voice' : undefined;
}

/**
 * The setting that decides whether another setting has an effect (`x-applies-when`): its place, present or not, its
 * value, and its label.
 */
interface Decider {
  readonly at: Cursor;
  readonly value: Json;
  readonly label: string;
}

/** The setting that decides whether a setting has an effect; `undefined` if there is none, or its value is unknown. */
export function deciderOf(setting: Cursor, workspace: Workspace): Decider | undefined {
  const condition = setting.marks['x-applies-when'];
  if (!condition || !setting.parent) return undefined;
  if (condition.engine !== undefined) return engineSetting(setting.parent, condition.engine, workspace);
  const holder = condition.parent ? setting.parent.parent : setting.parent;
  if (!holder || condition.field === undefined) return undefined;
  const cursor = holder.get(condition.field);
  const value = effectiveValue(cursor);
  return value === undefined ? undefined : { at: cursor, value, label: condition.field };
}

/** Whether a setting has an effect when its deciding setting has this value. */
export function doesApply(value: Json, { is, not }: AppliesWhen): boolean {
  if (not) return !not.some(otherValue => isEqual(value, otherValue));
  // a value of the wrong type counts as fitting, because another rule reports it
  return !is || is.some(option => isEqual(value, option)) || typeof value !== typeof is[0];
}

/** A setting of the engine that these agent settings run; in an override, the override's own value comes first. */
function engineSetting(settings: Cursor, field: string, workspace: Workspace): Decider | undefined {
  const agent = isOverride(settings) ? settings.baseCursor : settings;
  const engines = [
    ...(isOverride(settings) ? [settings.sibling('service_llm'), settings.sibling('conversation_flow')] : []),
    agent && workspace.engineOf(agent),
  ];
  for (const engine of engines) {
    const cursor = engine?.get(field);
    if (cursor?.exists && cursor.value !== null)
      return { at: cursor, value: cursor.value!, label: `${field} of the engine` };
  }
  return undefined;
}
