import type { Cursor } from '../core/cursor.ts';
import { liveVersions, wayTo, type Live } from '../core/domain/live-versions.ts';
import { redacted } from '../core/domain/redacted.ts';
import { masked } from '../core/secrets.ts';
import { eventsOf, sameEventOn } from '../core/domain/settings.ts';
import { TOLERANCE } from '../core/domain/weights.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { isChat } from '../core/domain/version-records.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { equal, isArray, type Json } from '../core/json/json.ts';
import { lazy } from '../core/lazy.ts';
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
/** Something that calls of a live version left behind for other systems, and no longer do. */
export interface LostResult extends VersionNamed {
  /** The version that left it behind for the same callers; the same one if its record was edited. */
  readonly former: VersionNamed;
  /** Name of the analysis field or the event, or `webhook_url`. */
  readonly field: string;
  readonly effect: PlanOutput['results'][number]['effect'];
  /** What is lost, in the form for output: the item, the type, the choices, the URL. */
  readonly before: Json;
  /** The value in its place; undefined if there is none. */
  readonly after: Json | undefined;
  /** A new field that is equal but for its name: most likely the field was renamed. */
  readonly renamed: string | undefined;
  /** Its place in the record of the live version; of what is gone, the list that it was in. */
  readonly file: string;
  readonly pointer: string;
  readonly through: LiveVersion['through'];
}

/**
 * What systems that read the webhook or the analysis lose: for each version that serves callers now, compared with itself
 * before, and with the versions whose callers it takes over. Spec: Agent settings; Events 1, 2, 3.
 */
export function resultsBetween(before: Workspace, after: Workspace): readonly LostResult[] {
  if (before === after) return [];
  const now = liveVersions(after),
    results = new Map<string, LostResult>();
  for (const [former, is] of takenOver(before, after)) {
    const [old, record] = [recordOf(former, before), recordOf(is, after)],
      live = now.get(is.agentId)?.get(is.version);
    if (!old || !record || !live || isSame(old, record) || ![old, record].every(at => at.document.readable)) continue;
    for (const lost of lostBetween(writerAt(old, before), writerAt(record, after))) {
      const key = JSON.stringify([is.agentId, is.version, lost.field, lost.effect]);
      if (!results.has(key))
        results.set(key, {
          ...lost,
          agentId: is.agentId,
          version: is.version,
          former: { agentId: former.agentId, version: former.version },
          file: record.document.file,
          through: wayTo(live, after),
        });
    }
  }
  return [...results.values()];
}

const isSame = (before: Cursor, after: Cursor): boolean =>
  before.pointer === after.pointer && before.document === after.document;

type Takeover = readonly [was: VersionNamed, is: VersionNamed];
const keyOf = ({ agentId, version }: VersionNamed): string => JSON.stringify([agentId, version]);

/** The live versions, each with itself and with those whose callers it gets; in the order of agents and versions. */
function takenOver(before: Workspace, after: Workspace): Takeover[] {
  const [were, are] = [all(before), all(after)],
    keys = new Set(were.map(keyOf)),
    still = new Set(are.map(keyOf));
  const pairs: Takeover[] = are.filter(one => keys.has(keyOf(one))).map(one => [one, one]);
  for (const { before: former, after: is } of entryPairs(before, after))
    if (former && is && is.kind !== 'batch') pairs.push(...movedIn(former, is));
  // a version that only swaps lead to has no entry of its own
  for (const one of are)
    if (one.last && !keys.has(keyOf(one)))
      for (const old of were) if (old.agentId === one.agentId && !still.has(keyOf(old))) pairs.push([old, one]);
  return pairs.sort(([, a], [, b]) => compareTexts(a.agentId, b.agentId) || a.version - b.version);
}
const all = (workspace: Workspace): Live[] =>
  [...liveVersions(workspace).values()].flatMap(versions => [...versions.values()]);

/**
 * Callers of a removed version get versions whose share grows; those of one whose share shrinks get only new versions.
 */
function* movedIn(before: Entry, after: Entry): Iterable<Takeover> {
  const growth = (to: string): number => shareOf(after, to) - shareOf(before, to);
  for (const former of before.arms)
    for (const is of after.arms) {
      const isFed = former.to !== is.to && growth(is.to) > TOLERANCE,
        feeds = shareOf(after, former.to) === 0 || (shareOf(before, is.to) === 0 && growth(former.to) < -TOLERANCE);
      if (isFed && feeds && isVersion(former) && isVersion(is)) yield [former, is];
    }
}
const isVersion = (arm: EntryArm): arm is EntryArm & VersionNamed => arm.agentId !== null && arm.version !== null;

type Lost = Pick<LostResult, 'field' | 'effect' | 'before' | 'after' | 'renamed' | 'pointer'>;
/** A record of an agent's version, and what the rest of the files say about it. */
interface Writer {
  readonly at: Cursor;
  readonly channel: 'voice' | 'chat';
  /** The URL for agents without one of their own, if it is known. */
  readonly accountUrl: string | undefined;
}
const writerAt = (at: Cursor, workspace: Workspace): Writer => ({
  at,
  channel: isChat(at, workspace) ? 'chat' : 'voice',
  accountUrl: workspace.facts.accountWebhookUrl,
});

function* lostBetween(before: Writer, after: Writer): Iterable<Lost> {
  yield* lostFields(before, after);
  const events = eventsIn(after),
    at = after.at.get('webhook_events');
  for (const field of eventsIn(before))
    if (!events.includes(field))
      yield {
        field,
        effect: 'event-dropped',
        before: field,
        after: undefined,
        renamed: undefined,
        pointer: at.pointer,
      };
  const [former, is] = [urlOf(before), urlOf(after)];
  if (former.url === undefined || former.url === is.url) return;
  yield {
    field: 'webhook_url',
    effect: 'url-changed',
    before: former.visible,
    after: is.url === undefined ? undefined : is.visible,
    renamed: undefined,
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
function fieldsIn({ at, channel: own }: Writer): Map<string, { readonly item: Cursor; readonly list: string }> {
  return new Map(
    lists()
      .filter(({ channel }) => channel === own)
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

/** The platform extracts its own fields whether they are listed or not. */
const isPreset = (item: Cursor): boolean => item.get('type').value === 'system-presets';

function* lostFields(before: Writer, after: Writer): Iterable<Lost> {
  const [olds, news] = [fieldsIn(before), fieldsIn(after)];
  for (const [field, { item, list }] of olds) {
    if (isPreset(item)) continue;
    const now = news.get(field)?.item;
    if (!now) {
      const renamed = [...news].find(([name, one]) => !olds.has(name) && isRenamed(item, one.item))?.[0];
      const { pointer } = after.at.get(list);
      yield { field, effect: 'removed', before: redacted(item), after: undefined, renamed, pointer };
      continue;
    }
    const [wasType, isType] = [item.get('type'), now.get('type')];
    if (wasType.string() !== undefined && !equal(wasType.value, isType.value))
      yield changed(field, 'type-changed', wasType, isType);
    else if (choicesOf(item).some(choice => !choicesOf(now).includes(choice)))
      yield changed(field, 'values-removed', item.get('choices'), now.get('choices'));
  }
}

const changed = (field: string, effect: Lost['effect'], former: Cursor, is: Cursor): Lost => ({
  field,
  effect,
  before: redacted(former),
  after: is.exists ? redacted(is) : undefined,
  renamed: undefined,
  pointer: is.pointer,
});

const isRenamed = (item: Cursor, other: Cursor): boolean => {
  const rest = ({ value }: Cursor): Json => ({ ...(value as object), name: '' });
  return equal(rest(item), rest(other));
};
const choicesOf = (item: Cursor): (string | undefined)[] =>
  item
    .get('choices')
    .items()
    .map(choice => choice.string());

/** The events that the webhook gets; by default, the corresponding ones of a chat. */
function eventsIn({ at, channel }: Writer): readonly string[] {
  const events = at.get('webhook_events');
  const names = (value: Json | undefined): string[] =>
    isArray(value) ? value.filter(name => typeof name === 'string') : [];
  if (events.isArray) return eventsOf(channel, names(events.value));
  const usual = names(marksOf(childEntry(rootOf('agent-settings'), 'webhook_events')).default);
  return channel === 'chat' ? usual.flatMap(name => sameEventOn('chat', name) ?? []) : usual;
}

/** Where the events go; undefined if that is not known. */
function urlOf({ at, accountUrl: account }: Writer): { readonly url: string | undefined; readonly visible: Json } {
  const own = at.get('webhook_url');
  return own.string()
    ? { url: own.string(), visible: redacted(own) }
    : { url: account, visible: account === undefined ? null : masked(account) };
}
