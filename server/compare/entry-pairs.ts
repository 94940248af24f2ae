import type { Cursor } from '../core/cursor.ts';
import { liveVersions, liveVersionsOf, wayTo } from '../core/domain/live-versions.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Kind } from '../core/kinds.ts';
import type { Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { ContentPair } from './content-pairs.ts';
import { nameOf, recordPairs } from './record-pairs.ts';

/** At most this many versions are named for one alert. */
const MOST_VERSIONS = 100;

/** Phone numbers, by the number. Which agents answer is a reference and no content. */
export function* numberPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: former, after: now } of recordPairs(before, after)) {
    if (former?.kind !== 'phone-number') continue;
    const old = before.at(former),
      common = { before: old, unclear: undefined };
    if (now && now.identity === former.identity) {
      const { kind, id, file, pointer } = now,
        at = after.at(now);
      if (!isUnchanged(old, at))
        yield {
          ...common,
          after: at,
          part: { kind, id, file, pointer },
          live: answering(now, after),
          isLive: answers(old) || answers(at),
        };
    } else if (!after.tables.phoneNumbers.has(former.id) && answering(former, before).length === 0 && answers(old)) {
      // one with agents is gone as an entry of callers
      const { kind, id, file, pointer } = former;
      if (isKnown(kind, after))
        yield { ...common, after: undefined, part: { kind, id, file, pointer }, live: [], isLive: true };
    }
  }
}

/** Whether a record is certainly gone: no unreadable file may contain it. */
const isKnown = (kind: Kind, { documents }: Workspace): boolean =>
  documents.every(document => !document.kinds.includes(kind) || document.readable);

/** Most files are unchanged, and their records would be left out later. */
const isUnchanged = (old: Cursor, now: Cursor): boolean => old.document === now.document && old.pointer === now.pointer;

/** The versions of a number's arms. */
function answering({ file, pointer }: Place, workspace: Workspace): LiveVersion[] {
  const versions = new Map<string, LiveVersion>();
  const number = workspace.records(file)!.phoneNumbers.find(one => one.pointer === pointer);
  for (const { list, agentId, reference, ...at } of number?.arms ?? []) {
    const { version } = workspace.resolve(agentId, reference),
      key = JSON.stringify([agentId, version]);
    const through = [{ text: `${list} of ${number!.id}`, file: at.file, pointer: at.pointer }];
    if (!versions.has(key)) versions.set(key, { agent_id: agentId, agent_version: version, through });
  }
  return [...versions.values()];
}
/** Whether an agent of its lists, or one that a webhook names, takes part in calls or messages of a number. */
const answers = (number: Cursor): boolean =>
  number.entries().some(entry => (entry.is('agent-weights') ? entry.items().length > 0 : isWebhook(entry)));
const isWebhook = (field: Cursor): boolean => field.marks['x-format'] === 'url' && Boolean(field.string());

/** Alert rules, by their id, otherwise by file and place, otherwise by name. */
export function* alertPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: former, after: now } of recordPairs(before, after)) {
    if (former?.kind !== 'alert-rule' || (!now && !isKnown('alert-rule', after))) continue;
    const old = before.at(former),
      at = now && after.at(now);
    if (at && isUnchanged(old, at)) continue;
    const { kind, id, file, pointer } = now ?? former,
      name = now ? nameOf(now, after) : nameOf(former, before),
      live = at ? watched(at, after) : watched(old, before);
    yield {
      before: old,
      after: at,
      part: { kind, id: id || (name ?? ''), file, pointer },
      live,
      isLive: live.length > 0 && (isActive(old) || (at !== undefined && isActive(at))),
      unclear: undefined,
    };
  }
}
const isActive = (rule: Cursor): boolean => rule.get('active').value !== false;

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
    .map(live => ({ agent_id: live.agentId, agent_version: live.version, through: wayTo(live, workspace) }));
}
/** Whether a filter of versions lets one pass. Without a filter, or where it is incomplete, every version passes. */
const counts = (filter: Cursor, version: number): boolean => {
  const numbers = filter.isArray ? filter.items() : [filter].filter(one => one.integer() !== undefined);
  return numbers.length === 0 || numbers.some(one => one.integer() === undefined || one.integer() === version);
};
