import { inDialectOf } from '../core/domain/in-dialect.ts';
import type { Cursor } from '../core/cursor.ts';
import { redact } from '../core/domain/redacted.ts';
import type { SimulateBatch } from '../core/generated/outputs.js';
import { type Json } from '../core/json/json.ts';
import { childEntry, entryOf, marksOf, rootOf, type ShapeName } from '../core/shapes/table.ts';

/**
 * The parts of an override, each with the shape of the overridden settings. Spec: Agent override request (per call).
 */
const blocks = {
  agent: 'agent-settings',
  service_llm: 'service-llm-override',
  conversation_flow: 'conversation-flow-override',
} as const satisfies Record<string, ShapeName>;
type Block = keyof typeof blocks;
const blockNames = Object.keys(blocks) as Block[];

/** The effect of an override on one setting, in output form; both values are without credentials. */
type Override = SimulateBatch['tasks'][number]['overrides'][number];
/** A setting of a call in output form, with all remarks on the setting. */
type MergedSetting = NonNullable<SimulateBatch['tasks'][number]['settings']>[number];

/** The settings of a call without its override. */
export interface OverrideBase {
  /** The record of the agent's version; `undefined` if the record is not in this workspace. */
  readonly record: Cursor | undefined;
  readonly engine: Cursor | undefined;
  /** The type of the engine: `service-llm`, `conversation-flow`, `custom-llm` …; `undefined` if unknown. */
  readonly engineType: string | undefined;
}

const engineFor = (block: Block): string | undefined =>
  marksOf(childEntry(rootOf('agent-override'), block))['x-engine'] as string | undefined;
const supportedIn = (block: Block): Readonly<Record<string, number>> => entryOf(rootOf(blocks[block])).props ?? {};
const names: Readonly<Record<string, string>> = {
  'service-llm': 'an LLM engine',
  'conversation-flow': 'a conversation flow',
  'custom-llm': 'an engine of its own',
};

/**
 * The type of the engine of a call: the type in the override, if it replaces the engine, or else the type of the
 * agent's engine.
 */
export const engineTypeWith = (override: Cursor, { engineType }: OverrideBase): string | undefined =>
  override.get('agent').get('response_engine').get('type').string() ?? engineType;

function effectOf(cursor: Cursor, block: Block, engineType: string | undefined): Pick<Override, 'outcome' | 'because'> {
  const settings = supportedIn(block);
  if (!Object.hasOwn(settings, cursor.key) || marksOf(settings[cursor.key]!)['x-response-only'])
    return { outcome: 'ignored', because: `${cursor.key} cannot be overridden for one call` };
  const needs = engineFor(block);
  if (needs === undefined || needs === engineType) return { outcome: cursor.isNull ? 'removed' : 'set', because: null };
  if (engineType === undefined)
    return {
      outcome: 'unknowable',
      because: `it is for ${names[needs]}, and which engine the agent runs on is not known`,
    };
  return {
    outcome: 'ignored',
    because: `it is for ${names[needs]}, and the agent runs on ${names[engineType] ?? engineType}`,
  };
}

const givenIn = (override: Cursor, block: Block): Cursor[] =>
  override
    .get(block)
    .entries()
    .filter(({ key }) => !key.startsWith('_'));

/** The number of an override's settings without effect, computed without the details of `overridesIn`. */
export function ignoredIn(override: Cursor, base: OverrideBase): number {
  if (!override.isObject) return 0;
  const engineType = engineTypeWith(override, base);
  return blockNames.reduce(
    (sum, block) =>
      sum + givenIn(override, block).filter(cursor => effectOf(cursor, block, engineType).outcome === 'ignored').length,
    0,
  );
}

/**
 * The effect of an override (a place of shape `agent-override`) on each of its settings. `null` removes a setting, so
 * that the value of the agent does not apply either.
 */
export function overridesIn(override: Cursor, base: OverrideBase): readonly Override[] {
  if (!override.isObject) return [];
  const engineType = engineTypeWith(override, base);
  return blockNames.flatMap(block => {
    const supportedSettings = supportedIn(block),
      cursor = block === 'agent' ? base.record : base.engine;
    return givenIn(override, block).map((place): Override => {
      const byDefault = Object.hasOwn(supportedSettings, place.key)
        ? marksOf(supportedSettings[place.key]!).default
        : undefined;
      return {
        pointer: place.pointer,
        setting: inDialectOf(override.document, `${block}.${place.key}`),
        ...beforeOf(cursor, place.key, byDefault),
        after: redact(place),
        ...effectOf(place, block, engineType),
      };
    });
  });
}

/**
 * The value of a setting without the override, with its source.
 * @param cursor the part of the agent that contains the setting
 */
function beforeOf(
  cursor: Cursor | undefined,
  key: string,
  byDefault: Json | undefined,
): Pick<Override, 'before' | 'before_from'> {
  if (cursor === undefined) return { before: null, before_from: 'unknown' };
  const formerCursor = cursor.get(key);
  if (formerCursor.exists && !formerCursor.isNull) return { before: redact(formerCursor), before_from: 'version' };
  return { before: byDefault ?? null, before_from: byDefault === undefined ? 'unset' : 'default' };
}

/**
 * The settings of a call, each from the override, or else from the version, or else the default. Of the settings of
 * the engine, only those that an override can change are included.
 */
export function mergedSettings(override: Cursor, base: OverrideBase): MergedSetting[] {
  const values = new Map(
    overridesIn(override, base)
      .filter(({ outcome }) => outcome === 'set' || outcome === 'removed')
      .map(batch => [batch.setting, batch]),
  );
  const engineType = engineTypeWith(override, base);
  const mergedSettings: MergedSetting[] = [];
  for (const block of blockNames) {
    const needs = engineFor(block),
      cursor = block === 'agent' ? base.record : base.engine;
    if (needs !== undefined && needs !== engineType) continue;
    for (const [key, entry] of Object.entries(supportedIn(block))) {
      const marks = marksOf(entry),
        setting = inDialectOf(override.document, `${block}.${key}`),
        overrideValue = values.get(setting),
        formerCursor = cursor?.get(key);
      if (marks['x-response-only'] || marks['x-channel'] === 'chat') continue;
      const byDefault = marks.default;
      if (overrideValue?.outcome === 'set')
        mergedSettings.push({ setting, value: overrideValue.after, source: 'override' });
      else if (overrideValue) mergedSettings.push({ setting, value: byDefault ?? null, source: 'removed' });
      else if (formerCursor?.exists && !formerCursor.isNull)
        mergedSettings.push({ setting, value: redact(formerCursor), source: 'version' });
      else if (cursor && byDefault !== undefined && !marks.deprecated)
        mergedSettings.push({ setting, value: byDefault, source: 'default' });
    }
  }
  return mergedSettings;
}

/**
 * The milliseconds for which a call rings before it is given up; `undefined` if the agent is not in this workspace.
 * Spec: Agent settings, ring_duration_ms.
 */
export function ringOf(override: Cursor, { record }: OverrideBase): number | undefined {
  const cursor = override.get('agent').get('ring_duration_ms');
  const ring = cursor.exists ? cursor.effective() : record?.get('ring_duration_ms').effective();
  return typeof ring === 'number' && ring >= 0 ? ring : undefined;
}
