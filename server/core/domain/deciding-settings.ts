import type { Cursor } from '../cursor.ts';
import { isEqual, type Json } from '../json/json.ts';
import type { AppliesWhen } from '../shapes/table.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { effectiveValue, isOverride } from './settings.ts';

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

/** Whether a setting has an effect when the deciding one has this value. */
export function doesApply(value: Json, { is, not }: AppliesWhen): boolean {
  if (not) return !not.some(otherValue => isEqual(value, otherValue));
  // a value of the wrong type is a finding of its own
  return !is || is.some(option => isEqual(value, option)) || typeof value !== typeof is[0];
}

/** A setting of the engine that these agent settings run; in an override, the override's own value comes first. */
function engineSetting(settings: Cursor, field: string, workspace: Workspace): Decider | undefined {
  const agent = isOverride(settings) ? settings.below : settings;
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
