import type { Cursor } from '../cursor.ts';
import { equal, type Json } from '../json/json.ts';
import type { AppliesWhen } from '../shapes/table.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { held, isOverride } from './settings.ts';

/**
 * The setting that decides whether another one has an effect (`x-applies-when`): its place, present or not, its value,
 * and its label.
 */
interface Decider {
  readonly at: Cursor;
  readonly value: Json;
  readonly label: string;
}

/** The setting that decides about a setting; `undefined` if there is none, or its value is unknown. */
export function deciderOf(setting: Cursor, workspace: Workspace): Decider | undefined {
  const when = setting.marks['x-applies-when'];
  if (!when || !setting.parent) return undefined;
  if (when.engine !== undefined) return engineSetting(setting.parent, when.engine, workspace);
  const holder = when.parent ? setting.parent.parent : setting.parent;
  if (!holder || when.field === undefined) return undefined;
  const at = holder.get(when.field);
  const value = held(at);
  return value === undefined ? undefined : { at, value, label: when.field };
}

/** Whether a setting has an effect when the deciding one has this value. */
export function doesApply(value: Json, { is, not }: AppliesWhen): boolean {
  if (not) return !not.some(other => equal(value, other));
  // a value of the wrong type is a finding of its own
  return !is || is.some(option => equal(value, option)) || typeof value !== typeof is[0];
}

/** A setting of the engine that these agent settings run; in an override, the override's own value comes first. */
function engineSetting(settings: Cursor, field: string, workspace: Workspace): Decider | undefined {
  const agent = isOverride(settings) ? settings.below : settings;
  const engines = [
    ...(isOverride(settings) ? [settings.sibling('service_llm'), settings.sibling('conversation_flow')] : []),
    agent && workspace.engineOf(agent),
  ];
  for (const engine of engines) {
    const at = engine?.get(field);
    if (at?.exists && at.value !== null) return { at, value: at.value!, label: `${field} of the engine` };
  }
  return undefined;
}
