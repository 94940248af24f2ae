import type { Cursor } from '../core/cursor.ts';
import { liveVersions, liveVersionsOf, wayTo } from '../core/domain/live-versions.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Kind } from '../core/kinds.ts';
import type { Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { ContentPair } from './content-pairs.ts';
import { nameOf, recordPairs } from './record-pairs.ts';

/** The maximum number of versions named for one alert. */
const MOST_VERSIONS = 100;

/** The pairs of phone numbers, by the number. The agents that answer are references, not contents. */
export function* numberPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: former, after: current } of recordPairs(before, after)) {
    if (former?.kind !== 'phone-number') continue;
    const formerPart = before.at(former),
      shared = { before: formerPart, unclear: undefined };
    if (current && current.identity === former.identity) {
      const { kind, id, file, pointer } = current,
        cursor = after.at(current);
      if (!isUnchanged(formerPart, cursor))
        yield {
          ...shared,
          after: cursor,
          part: { kind, id, file, pointer },
          live: armVersions(current, after),
          isLive: answers(formerPart) || answers(cursor),
        };
    } else if (
      !after.tables.phoneNumbers.has(former.id) &&
      armVersions(former, before).length === 0 &&
      answers(formerPart)
    ) {
      // a number with agents is already reported as a removed entry
      const { kind, id, file, pointer } = former;
      if (isKnown(kind, after))
        yield { ...shared, after: undefined, part: { kind, id, file, pointer }, live: [], isLive: true };
    }
  }
}

/** Whether a record is certainly gone: no unreadable file may contain it. */
const isKnown = (kind: Kind, { documents }: Workspace): boolean =>
  documents.every(document => !document.kinds.includes(kind) || document.readable);

/** Whether a record is unchanged; a shortcut, because most files are unchanged. */
const isUnchanged = (former: Cursor, current: Cursor): boolean =>
  former.document === current.document && former.pointer === current.pointer;

/** The versions of a number's arms. */
function armVersions({ file, pointer }: Place, workspace: Workspace): LiveVersion[] {
  const versions = new Map<string, LiveVersion>();
  const number = workspace.records(file)!.phoneNumbers.find(number => number.pointer === pointer);
  for (const { list, agentId, reference, ...at } of number?.arms ?? []) {
    const { version } = workspace.resolve(agentId, reference),
      key = JSON.stringify([agentId, version]);
    const livePlaces = [{ text: `${list} of ${number!.id}`, file: at.file, pointer: at.pointer }];
    if (!versions.has(key)) versions.set(key, { agent_id: agentId, agent_version: version, through: livePlaces });
  }
  return [...versions.values()];
}
/** Whether an agent of its lists, or one that a webhook names, takes part in calls or messages of a number. */
const answers = (number: Cursor): boolean =>
  number.entries().some(entry => (entry.is('agent-weights') ? entry.items().length > 0 : isWebhook(entry)));
const isWebhook = (field: Cursor): boolean => field.marks['x-format'] === 'url' && Boolean(field.string());

/** The pairs of alert rules, by id, otherwise by file and place, otherwise by name. */
export function* alertPairs(before: Workspace, after: Workspace): Iterable<ContentPair> {
  for (const { before: former, after: current } of recordPairs(before, after)) {
    if (former?.kind !== 'alert-rule' || (!current && !isKnown('alert-rule', after))) continue;
    const formerPart = before.at(former),
      cursor = current && after.at(current);
    if (cursor && isUnchanged(formerPart, cursor)) continue;
    const { kind, id, file, pointer } = current ?? former,
      name = current ? nameOf(current, after) : nameOf(former, before),
      live = cursor ? watchedVersions(cursor, after) : watchedVersions(formerPart, before);
    yield {
      before: formerPart,
      after: cursor,
      part: { kind, id: id || (name ?? ''), file, pointer },
      live,
      isLive: live.length > 0 && (isActive(formerPart) || (cursor !== undefined && isActive(cursor))),
      unclear: undefined,
    };
  }
}
const isActive = (rule: Cursor): boolean => rule.get('active').value !== false;

/** The live versions that an alert watches: of the agents of its filter, otherwise of all. */
function watchedVersions(rule: Cursor, workspace: Workspace): LiveVersion[] {
  const filter = rule.get('filter'),
    agents = filter.get('agent').items();
  const tags = filter.get('agent_tag').get('value'),
    tagNames = tags.isArray ? tags.items().flatMap(tag => tag.string() ?? []) : [];
  if (tagNames.length > 0 && !tagNames.some(tag => workspace.facts.liveTags.includes(tag))) return [];
  const allLive =
    agents.length === 0
      ? [...liveVersions(workspace).values()].flatMap(versions => [...versions.values()])
      : agents.flatMap(agent =>
          [...liveVersionsOf(agent.get('agent_id').string() ?? '', workspace).values()].filter(({ version }) =>
            counts(agent.get('version'), version),
          ),
        );
  return allLive
    .slice(0, MOST_VERSIONS)
    .map(live => ({ agent_id: live.agentId, agent_version: live.version, through: wayTo(live, workspace) }));
}
/** Whether a version passes a filter of versions. Without a complete filter, every version passes. */
const counts = (filter: Cursor, version: number): boolean => {
  const numbers = filter.isArray ? filter.items() : [filter].filter(filter => filter.integer() !== undefined);
  return numbers.length === 0 || numbers.some(number => number.integer() === undefined || number.integer() === version);
};
