import type { Cursor } from '../core/cursor.ts';
import { liveVersions, liveVersionsOf, wayTo } from '../core/domain/live-versions.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Kind } from '../core/kinds.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { ContentPair } from './content-pairs.ts';

/** At most this many versions are named for one alert. */
const MOST_VERSIONS = 100;

/** Phone numbers, by the number. Which agents answer is a reference and no content. */
export function* numberPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const [id, [place]] of after.tables.phoneNumbers) {
    const was = before.tables.phoneNumbers.get(id)?.[0];
    if (!place || !was) continue;
    const [old, now] = [before.at(was), after.at(place)];
    if (isUnchanged(old, now)) continue;
    yield {
      before: old,
      after: now,
      part: { kind: 'phone-number', id, file: place.file, pointer: place.pointer },
      live: answering(place, after),
      isLive: answers(old) || answers(now),
      unclear: undefined,
    };
  }
  // one with agents is gone as an entry of callers
  for (const [id, [place]] of before.tables.phoneNumbers) {
    if (!place || after.tables.phoneNumbers.has(id) || answering(place, before).length > 0) continue;
    const old = before.at(place);
    if (answers(old) && isKnown('phone-number', after))
      yield {
        before: old,
        after: undefined,
        part: { kind: 'phone-number', id, ...placeOf(old) },
        live: [],
        isLive: true,
        unclear: undefined,
      };
  }
}

/** Whether no file that cannot be read may have what seems to be gone. */
const isKnown = (kind: Kind, { documents }: Workspace): boolean =>
  documents.every(document => !document.kinds.includes(kind) || document.readable);

/** Most files are; what is said of them would be left out later. */
const isUnchanged = (old: Cursor, now: Cursor): boolean => old.document === now.document && old.pointer === now.pointer;

/** The versions of a number's arms. */
function answering({ file, pointer }: Place, workspace: Workspace): LiveVersion[] {
  const found = new Map<string, LiveVersion>();
  const number = workspace.records(file)!.phoneNumbers.find(one => one.pointer === pointer);
  for (const { list, agentId, reference, ...at } of number?.arms ?? []) {
    const { version } = workspace.resolve(agentId, reference),
      key = JSON.stringify([agentId, version]);
    const through = [{ text: `${list} of ${number!.id}`, file: at.file, pointer: at.pointer }];
    if (!found.has(key)) found.set(key, { agent_id: agentId, agent_version: version, through });
  }
  return [...found.values()];
}
/** Whether an agent of its lists, or one that a webhook names, takes part in calls or messages of a number. */
const answers = (number: Cursor): boolean =>
  number.entries().some(entry => (entry.is('agent-weights') ? entry.items().length > 0 : isWebhook(entry)));
const isWebhook = (field: Cursor): boolean => field.marks['x-format'] === 'url' && Boolean(field.string());

/** Alert rules, by their id, otherwise by file and place, otherwise by name. */
export function* alertPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  const olds = alertsIn(before),
    [byId, byPlace, byName] = [idOf, placeKey, nameOf].map(key => unique(olds, key)),
    gone = new Set(isKnown('alert-rule', after) ? olds : []);
  for (const now of alertsIn(after)) {
    const old = byId!.get(idOf(now) ?? '') ?? byPlace!.get(placeKey(now)) ?? byName!.get(nameOf(now) ?? '');
    if (old) gone.delete(old);
    if (!old || isUnchanged(old, now)) continue;
    yield alertPair(old, now, watched(now, after));
  }
  for (const old of gone) yield alertPair(old, undefined, watched(old, before));
}
function alertPair(before: Cursor, after: Cursor | undefined, live: readonly LiveVersion[]): ContentPair {
  const rule = after ?? before;
  return {
    before,
    after,
    part: { kind: 'alert-rule', id: idOf(rule) ?? nameOf(rule) ?? '', ...placeOf(rule) },
    live,
    isLive: live.length > 0 && (isActive(before) || (after !== undefined && isActive(after))),
    unclear: undefined,
  };
}
const alertsIn = (workspace: Workspace): readonly Cursor[] => workspace.roots('alert-rule');
const idOf = (rule: Cursor): string | undefined => rule.get('alert_rule_id').string() || undefined;
const nameOf = (rule: Cursor): string | undefined => rule.get('name').string() || undefined;
const placeKey = ({ document, pointer }: Cursor): string => `${document.file}#${pointer}`;
const isActive = (rule: Cursor): boolean => rule.get('active').value !== false;

/** The rules that alone have a key. */
function unique(rules: readonly Cursor[], keyOf: (rule: Cursor) => string | undefined): ReadonlyMap<string, Cursor> {
  const found = new Map<string, Cursor>(),
    twice = new Set<string>();
  for (const rule of rules) {
    const key = keyOf(rule);
    if (key === undefined) continue;
    if (found.has(key)) twice.add(key);
    found.set(key, rule);
  }
  for (const key of twice) found.delete(key);
  return found;
}

/** The live versions that an alert watches: of the agents of its filter, otherwise of all. */
function watched(rule: Cursor, workspace: Workspace): LiveVersion[] {
  const filter = rule.get('filter'),
    agents = filter.get('agent').items();
  const tags = filter.get('agent_tag').get('value'),
    named = tags.isArray ? tags.items().flatMap(tag => tag.string() ?? []) : [];
  if (named.length > 0 && !named.some(tag => workspace.facts.liveTags.includes(tag))) return [];
  const all =
    agents.length === 0
      ? [...liveVersions(workspace).values()].flatMap(versions => [...versions.values()])
      : agents.flatMap(agent =>
          [...liveVersionsOf(agent.get('agent_id').string() ?? '', workspace).values()].filter(({ version }) =>
            counts(agent.get('version'), version),
          ),
        );
  return all
    .slice(0, MOST_VERSIONS)
    .map(live => ({ agent_id: live.agentId, agent_version: live.version, through: wayTo(live) }));
}
/** Whether a filter of versions lets one pass; without one, each passes, and what it leaves open does. */
const counts = (filter: Cursor, version: number): boolean => {
  const numbers = filter.isArray ? filter.items() : [filter].filter(one => one.integer() !== undefined);
  return numbers.length === 0 || numbers.some(one => one.integer() === undefined || one.integer() === version);
};
