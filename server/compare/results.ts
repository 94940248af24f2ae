import type { Cursor } from '../core/cursor.ts';
import { liveVersions, pathTo, type ServingVersion } from '../core/domain/live-versions.ts';
import { redact } from '../core/domain/redacted.ts';
import { maskSecrets } from '../core/secrets.ts';
import { eventsOf, counterpartEvent } from '../core/domain/settings.ts';
import { TOLERANCE } from '../core/domain/weights.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { isChat } from '../core/domain/version-records.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { isEqual, isArray, type Json } from '../core/json/json.ts';
import { lazy } from '../core/memory.ts';
import { childEntry, entryOf, marksOf, rootOf } from '../core/shapes/table.ts';
import { compareTexts } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { entryPairs, shareOf } from './callers.ts';
import type { Entry, EntryArm } from './entries.ts';

/** A version of an agent. */
interface VersionNamed {
  readonly agentId: string;
  readonly version: number;
}
/** A result that calls of a live version produced for other systems, and no longer produce. */
export interface LostResult extends VersionNamed {
  /** The version that produced the result for the same callers; the same version if its record was edited. */
  readonly formerVersion: VersionNamed;
  /** The name of the analysis field or of the event, or `webhook_url`. */
  readonly field: string;
  readonly effect: PlanOutput['results'][number]['effect'];
  /** The lost value in its output form: the item, the type, the choices, the URL. */
  readonly before: Json;
  /** The value that replaces the lost value; undefined if there is none. */
  readonly after: Json | undefined;
  /** The name of a new field that differs only in its name: most likely the field was renamed. */
  readonly newName: string | undefined;
  /**
   * The file of the record of the live version; `pointer` is the place in it, for a removed item the list that
   * contained it.
   */
  readonly file: string;
  readonly pointer: string;
  readonly livePath: LiveVersion['through'];
}

/**
 * The results that readers of the webhook or the analysis lose. Each version that serves callers now is compared with
 * its former record, and with the versions whose callers it takes over. Spec: Agent settings; Events 1, 2, 3.
 */
export function resultsBetween(before: Workspace, after: Workspace): readonly LostResult[] {
  if (before === after) return [];
  const currentVersions = liveVersions(after),
    results = new Map<string, LostResult>();
  for (const [formerVersion, currentVersion] of takeovers(before, after)) {
    const [formerPart, record] = [recordOf(formerVersion, before), recordOf(currentVersion, after)],
      liveVersion = currentVersions.get(currentVersion.agentId)?.get(currentVersion.version);
    if (
      !formerPart ||
      !record ||
      !liveVersion ||
      isSame(formerPart, record) ||
      ![formerPart, record].every(cursor => cursor.document.readable)
    )
      continue;
    for (const loss of lostBetween(writerAt(formerPart, before), writerAt(record, after))) {
      const key = JSON.stringify([currentVersion.agentId, currentVersion.version, loss.field, loss.effect]);
      if (!results.has(key))
        results.set(key, {
          ...loss,
          agentId: currentVersion.agentId,
          version: currentVersion.version,
          formerVersion: { agentId: formerVersion.agentId, version: formerVersion.version },
          file: record.document.file,
          livePath: pathTo(liveVersion, after),
        });
    }
  }
  return [...results.values()];
}

const isSame = (before: Cursor, after: Cursor): boolean =>
  before.pointer === after.pointer && before.document === after.document;

type Takeover = readonly [was: VersionNamed, is: VersionNamed];
const keyOf = ({ agentId, version }: VersionNamed): string => JSON.stringify([agentId, version]);

/**
 * Pairs of a former version and the live version that gets its callers, sorted by the agent and number of the live
 * version. A version that stays live is paired with itself.
 */
function takeovers(before: Workspace, after: Workspace): Takeover[] {
  const [formerLive, currentLive] = [liveOf(before), liveOf(after)],
    keys = new Set(formerLive.map(keyOf)),
    currentKeys = new Set(currentLive.map(keyOf));
  const pairs: Takeover[] = currentLive
    .filter(liveVersion => keys.has(keyOf(liveVersion)))
    .map(liveVersion => [liveVersion, liveVersion]);
  for (const { before: formerEntry, after: currentEntry } of entryPairs(before, after))
    if (formerEntry && currentEntry && currentEntry.kind !== 'batch')
      pairs.push(...takeoversIn(formerEntry, currentEntry));
  // a version that callers reach only through swaps has no entry of its own
  for (const version of currentLive)
    if (version.last && !keys.has(keyOf(version)))
      for (const formerVersion of formerLive)
        if (formerVersion.agentId === version.agentId && !currentKeys.has(keyOf(formerVersion)))
          pairs.push([formerVersion, version]);
  return pairs.sort(([, a], [, b]) => compareTexts(a.agentId, b.agentId) || a.version - b.version);
}
const liveOf = (workspace: Workspace): ServingVersion[] =>
  [...liveVersions(workspace).values()].flatMap(versions => [...versions.values()]);

/**
 * The callers of a removed version get the versions whose share grows; the callers of a version whose share shrinks get
 * only new versions.
 */
function* takeoversIn(before: Entry, after: Entry): Iterable<Takeover> {
  const growth = (target: string): number => shareOf(after, target) - shareOf(before, target);
  for (const formerArm of before.arms)
    for (const arm of after.arms) {
      const isGaining = formerArm.to !== arm.to && growth(arm.to) > TOLERANCE,
        hasCallers =
          shareOf(after, formerArm.to) === 0 || (shareOf(before, arm.to) === 0 && growth(formerArm.to) < -TOLERANCE);
      if (isGaining && hasCallers && isVersion(formerArm) && isVersion(arm)) yield [formerArm, arm];
    }
}
const isVersion = (arm: EntryArm): arm is EntryArm & VersionNamed => arm.agentId !== null && arm.version !== null;

type ResultLoss = Pick<LostResult, 'field' | 'effect' | 'before' | 'after' | 'newName' | 'pointer'>;
/** A record of an agent's version, with facts from other files. */
interface Writer {
  readonly at: Cursor;
  readonly channel: 'voice' | 'chat';
  /** The URL for agents without a URL of their own; undefined if it is unknown. */
  readonly accountUrl: string | undefined;
}
const writerAt = (cursor: Cursor, workspace: Workspace): Writer => ({
  at: cursor,
  channel: isChat(cursor, workspace) ? 'chat' : 'voice',
  accountUrl: workspace.facts.accountWebhookUrl,
});

function* lostBetween(before: Writer, after: Writer): Iterable<ResultLoss> {
  yield* lostFields(before, after);
  const events = eventsIn(after),
    cursor = after.at.get('webhook_events');
  for (const field of eventsIn(before))
    if (!events.includes(field))
      yield {
        field,
        effect: 'event-dropped',
        before: field,
        after: undefined,
        newName: undefined,
        pointer: cursor.pointer,
      };
  const [formerUrl, currentUrl] = [urlOf(before), urlOf(after)];
  if (formerUrl.url === undefined || formerUrl.url === currentUrl.url) return;
  yield {
    field: 'webhook_url',
    effect: 'url-changed',
    before: formerUrl.shownUrl,
    after: currentUrl.url === undefined ? undefined : currentUrl.shownUrl,
    newName: undefined,
    pointer: after.at.get('webhook_url').pointer,
  };
}

/** The lists of analysis items of agent settings, with their channels. */
const lists = lazy(() =>
  Object.entries(entryOf(rootOf('agent-settings')).props ?? {}).flatMap(([key, entry]) => {
    const { 'x-event': event, 'x-channel': channel } = marksOf(entry);
    return event === undefined ? [] : [{ key, channel }];
  }),
);

/** The items of the lists that are filled on the agent's channel, by name. */
function fieldsIn({ at, channel: ownChannel }: Writer): Map<string, { readonly item: Cursor; readonly list: string }> {
  return new Map(
    lists()
      .filter(({ channel }) => channel === ownChannel)
      .flatMap(({ key }) =>
        at
          .get(key)
          .items()
          .flatMap(item => {
            const name = item.get('name').string();
            return name ? [[name, { item, list: key }] as const] : [];
          }),
      ),
  );
}

/** Whether an item is one of the platform's own fields, which are extracted even if they are not listed. */
const isPreset = (item: Cursor): boolean => item.get('type').value === 'system-presets';

function* lostFields(before: Writer, after: Writer): Iterable<ResultLoss> {
  const [formerFields, currentFields] = [fieldsIn(before), fieldsIn(after)];
  for (const [field, { item, list }] of formerFields) {
    if (isPreset(item)) continue;
    const current = currentFields.get(field)?.item;
    if (!current) {
      const newName = [...currentFields].find(
        ([name, field]) => !formerFields.has(name) && isRenamed(item, field.item),
      )?.[0];
      const { pointer } = after.at.get(list);
      yield { field, effect: 'removed', before: redact(item), after: undefined, newName: newName, pointer };
      continue;
    }
    const [formerType, isType] = [item.get('type'), current.get('type')];
    if (formerType.string() !== undefined && !isEqual(formerType.value, isType.value))
      yield lossOf(field, 'type-changed', formerType, isType);
    else if (choicesOf(item).some(choice => !choicesOf(current).includes(choice)))
      yield lossOf(field, 'values-removed', item.get('choices'), current.get('choices'));
  }
}

const lossOf = (
  field: string,
  effect: ResultLoss['effect'],
  formerCursor: Cursor,
  currentCursor: Cursor,
): ResultLoss => ({
  field,
  effect,
  before: redact(formerCursor),
  after: currentCursor.exists ? redact(currentCursor) : undefined,
  newName: undefined,
  pointer: currentCursor.pointer,
});

const isRenamed = (item: Cursor, field: Cursor): boolean => {
  const withoutName = ({ value }: Cursor): Json => ({ ...(value as object), name: '' });
  return isEqual(withoutName(item), withoutName(field));
};
const choicesOf = (item: Cursor): (string | undefined)[] =>
  item
    .get('choices')
    .items()
    .map(choice => choice.string());

/** The events that the webhook receives. By default, a chat has the counterparts of the default events of a call. */
function eventsIn({ at, channel }: Writer): readonly string[] {
  const events = at.get('webhook_events');
  const names = (value: Json | undefined): string[] =>
    isArray(value) ? value.filter(name => typeof name === 'string') : [];
  if (events.isArray) return eventsOf(channel, names(events.value));
  const defaultEvents = names(marksOf(childEntry(rootOf('agent-settings'), 'webhook_events')).default);
  return channel === 'chat' ? defaultEvents.flatMap(name => counterpartEvent('chat', name) ?? []) : defaultEvents;
}

/** The URL that receives the events, and its output form; the URL is undefined if unknown. */
function urlOf({ at, accountUrl: account }: Writer): { readonly url: string | undefined; readonly shownUrl: Json } {
  const ownUrl = at.get('webhook_url');
  return ownUrl.string()
    ? { url: ownUrl.string(), shownUrl: redact(ownUrl) }
    : { url: account, shownUrl: account === undefined ? null : maskSecrets(account) };
}
