import type { AccountRecord } from '../../compare/drift-records.ts';
import { isEqual } from '../../core/json/json.ts';
import { clipped } from '../../core/wording.ts';
import type { Agent, AgentTag } from '../../core/workspace/agents.ts';
import { engineReference, type Place } from '../../core/workspace/records.ts';
import { ApiError } from '../errors.ts';
import type { Field } from './fields.ts';
import { isAround, type Planning, type Task } from './planning.ts';
import { ASSIGNED_ID_REASON } from './record-tasks.ts';

const recordAt = ({ file, pointer }: Place, id: string, version?: number): AccountRecord => ({
  kind: 'agent',
  id,
  version,
  file,
  pointer,
  name: undefined,
  isEvidence: false,
});

/** The tasks that publish versions of an agent and move its tags. */
export function tasksOfAgent(agent: Agent, planning: Planning): Task[] {
  const { account, goal } = planning;
  if (goal.undoes && !account.workspace.agent(agent.id)) return [];
  return [...publishing(agent, planning), ...tagging(agent, planning)];
}

function publishing(agent: Agent, planning: Planning): Task[] {
  const { account, target } = planning,
    { id } = agent;
  return [...agent.versions.values()].flatMap(({ version, isPublished, places }): Task[] => {
    const isPublishedThere = (): boolean | undefined => account.workspace.agent(id)?.versions.get(version)?.isPublished;
    const place = agent.recordPlace(version) ?? places[0]!,
      record = recordAt(place, id, version);
    if (isPublished === false && isPublishedThere() === true)
      planning.refuse(
        target.at(place).get('is_published'),
        `${planning.labelOf(record)} is published and cannot be unpublished`,
      );
    if (isPublished !== true || isPublishedThere() === true) return [];
    const run = (): void => {
      if (isPublishedThere() === undefined) throw new ApiError(404, 'no file has its contents');
      if (!isReady(place, planning))
        throw new ApiError(409, 'it is not published, because not all of its changes can be sent');
      const fields = [{ key: 'version', value: version, at: undefined }];
      planning.send('publish-agent-version', record, { params: { agent_id: id }, fields });
    };
    return [{ phase: 'publish', record, run }];
  });
}

/** Whether a version and its engine in the account are equal to the records in the files. */
function isReady(place: Place, { target, obstacles, remainingTasks }: Planning): boolean {
  const engine = engineReference(target.at(place)),
    engines = engine ? (target.tables.engines(engine.kind).get(engine.id) ?? []) : [],
    versions = engines.filter(({ version }) => engine!.version === null || engine!.version === version);
  return [place, ...versions].every(
    place =>
      !obstacles.some(
        otherObstacle => isAround(place, otherObstacle) && !otherObstacle.text.includes(ASSIGNED_ID_REASON),
      ) &&
      !remainingTasks.some(
        ({ phase, record }) => phase !== 'publish' && isAround(place, record) && isAround(record, place),
      ),
  );
}

function tagging(agent: Agent, planning: Planning): Task[] {
  const { account, goal } = planning,
    { id } = agent;
  const tagsThere = (): Agent['tags'] | undefined => account.workspace.agent(id)?.tags;
  const set = [...agent.tags.values()].map((tag): Task => {
    const record = recordAt(tag.place, id),
      params = { agent_id: id, tag: tag.name };
    const run = (): void => {
      const before = tagsThere()?.get(tag.name),
        fields = fieldsOf(tag, before);
      if (!before || fields.length > 0) planning.send('assign-agent-tag', record, { params, fields });
    };
    return { phase: 'tag', record, run };
  });
  // only an agent list proves that there are no further tags
  const isComplete = agent.tagsComplete || goal.undoes !== undefined,
    extraTags = isComplete ? [...(tagsThere()?.values() ?? [])].filter(({ name }) => !agent.tags.has(name)) : [];
  return [
    ...set,
    ...extraTags.flatMap(({ name, place }) => {
      const record = recordAt(place, id),
        run = (): void => planning.send('delete-agent-tag', record, { params: { agent_id: id, tag: name } });
      return planning.deletion({ phase: 'gone', record, run }, `tag ${clipped(name)} of ${planning.labelOf(record)}`);
    }),
  ];
}

/** The fields of a tag that a request must contain. @throws ApiError */
function fieldsOf({ name, version, variables, source }: AgentTag, before: AgentTag | undefined): Field[] {
  const fields: Field[] = [],
    cursor = source.get('dynamic_variables');
  if (typeof version === 'number' && before?.version !== version)
    fields.push({ key: 'version', value: version, at: undefined });
  else if (before && before.version !== version)
    throw new ApiError(409, `no request can remove the version of tag ${clipped(name)}`);
  if (!isEqual(before?.variables ?? {}, variables ?? {}))
    fields.push({ key: cursor.key, value: variables ?? {}, at: cursor.exists ? cursor : undefined });
  return fields;
}
