import type { Cursor } from '../cursor.ts';
import { childEntry, entryOf, marksOf, rootOf } from '../shapes/table.ts';

/** The names of the analysis items that the platform fills on its own, for calls and for chats. */
export const presets = (): readonly string[] =>
  (['call-preset-analysis-data', 'chat-preset-analysis-data'] as const).flatMap(
    shape => marksOf(childEntry(rootOf(shape), 'name'))['x-known-values'] ?? [],
  );

/** The names that the platform predefines for a list of analysis data. */
export function presetsOf(list: Cursor): readonly string[] {
  const preset = entryOf(entryOf(list.entry).items ?? -1).variants?.of['system-presets'];
  return preset === undefined ? [] : (marksOf(childEntry(preset, 'name'))['x-known-values'] ?? []);
}

/** Whether an analysis item with this name is built into the platform, for calls or for chats. */
export const isPreset = (name: string): boolean => presets().includes(name);

/** The preset of the other channel with the same meaning: `call_summary` for `chat_summary`. */
export function presetOfOtherChannel(name: string, ownPresets: readonly string[]): string | undefined {
  const topic = name.replace(/^[a-z]+_/, '');
  return isPreset(name) && !ownPresets.includes(name)
    ? ownPresets.find(preset => preset.endsWith(`_${topic}`))
    : undefined;
}
