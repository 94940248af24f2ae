import { agentName, referenceName, versionName } from '../../core/workspace/names.ts';
import { nameOfRecord } from '../../core/domain/phone-numbers.ts';
import { isSamePlace, type Cursor } from '../../core/cursor.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { selectionAt, selectionOf } from '../../core/workspace/version-references.ts';
import type { Kind } from '../../core/kinds.ts';
import { count, listed, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PlanEdit } from '../../simulator/edits.ts';
import { placeName, referenceAt, referencesOf, type VersionReference } from '../../core/index/agent-references.ts';
import { listTitle } from '../../core/domain/weight-lists.ts';
import type { PositionContext } from '../context.ts';
import { offsetContext } from '../offset-context.ts';
import { agentsToShow, engineWords } from '../shown-agent.ts';

/** The reference to preview. */
export interface PreviewReference {
  readonly agentId: string;
  /** null if the reference is absent. */
  readonly reference: string | number | null;
  /** The same reference in the workspace's list of references; absent for a record and for a tag that is not live. */
  readonly listedReference?: VersionReference;
  /** The batch task that sets values. */
  readonly call?: Cursor;
}

/** The subject of a preview. */
export interface PreviewSubject {
  readonly subject: 'agent' | 'version' | 'tag' | 'reference' | 'weights' | 'batch' | 'alert' | 'request' | 'nothing';
  readonly title: string;
  readonly detail: string;
  /** The place to highlight in the editor. */
  readonly at: Cursor | undefined;
  readonly notes: readonly string[];
  readonly explanation: string | null;
  readonly reference?: PreviewReference;
  /** The agent whose tags and variables are shown. */
  readonly agentId?: string;
  /** A record without an id, to which nothing can refer. */
  readonly record?: Cursor;
  /** The hypothetical edit that publishes this draft or sends this request. */
  readonly edit?: { readonly edit: PlanEdit; readonly title: string };
}

/** The subject at the offset. If there is none, the explanation contains the reason. */
export function subjectAt({ document, workspace, offset }: PositionContext): PreviewSubject {
  const { roots } = document,
    cursor = offsetContext(document, offset)?.cursor,
    kind = cursor?.recordKind ?? document.kind;
  if (!kind)
    return refusal(
      document.file,
      'Preflight does not recognize this file; rename it, or add a glob to files in preflight.config.json',
    );
  if (!cursor) return refusal(document.file, 'the file is empty');
  for (let place: Cursor | undefined = cursor; place; place = place.parent) {
    const subject = subjectFor(place, cursor, kind, workspace);
    if (subject) return subject;
  }
  if (roots.length === 1) {
    const otherSubject = subjectFor(roots[0]!, cursor, kind, workspace);
    if (otherSubject) return otherSubject;
  }
  if (roots.length > 1 && hasPreview.has(kind))
    return refusal(document.file, `the file has ${count(roots.length, 'record')}; put the cursor into one of them`);
  if (hasPreview.has(kind)) return refusal(document.file, 'put the cursor into one of the records');
  return refusal(document.file, `a file of kind ${kind} selects no version of an agent`);
}

type Find = (place: Cursor, cursor: Cursor, workspace: Workspace) => PreviewSubject | undefined;

/**
 * The subject of a preview.
 * @param about the words before the name of the file
 */
const subjectOf = (
  subject: PreviewSubject['subject'],
  title: string,
  cursor: Cursor,
  about: string | undefined,
  fields: Partial<PreviewSubject> = {},
): PreviewSubject => ({
  subject,
  title,
  detail: about === undefined ? cursor.document.file : `${about}, ${cursor.document.file}`,
  at: cursor,
  notes: [],
  explanation: null,
  ...fields,
});
const agentSubject = (
  id: string,
  cursor: Cursor,
  workspace: Workspace,
  notes: readonly string[] = [],
): PreviewSubject => subjectOf('agent', agentName(id, workspace), cursor, undefined, { notes, agentId: id });
const refusal = (title: string, explanation: string): PreviewSubject => ({
  subject: 'nothing',
  title,
  detail: '',
  at: undefined,
  notes: [],
  explanation: `nothing to preview here: ${explanation}`,
});
const hasPreview: ReadonlySet<Kind> = new Set<Kind>([
  'agent',
  'agent-list',
  'agent-versions',
  'agent-weights',
  'phone-number',
  'batch-call',
  'alert-rule',
  'llm',
  'conversation-flow',
  'flow-component',
  'publish-agent-version',
  'create-agent-version',
]);

function subjectFor(place: Cursor, cursor: Cursor, kind: Kind, workspace: Workspace): PreviewSubject | undefined {
  if (!place.isObject && !place.isArray) return tagIn(place, workspace) ?? reference(place, workspace);
  for (const find of finders) {
    const subject = find(place, cursor, workspace);
    if (subject) return subject;
  }
  // settings in an override do not belong to an agent
  if (kind !== 'agent' || !(place.is('agent-settings') || place.is('agent-export'))) return undefined;
  const agent = agentOf(place);
  return agent.isObject ? record(agent, workspace) : undefined;
}

const arm: Find = (place, _, workspace) => {
  const shapes = ['agent-weight', 'agent-swap-tool', 'agent-swap-node', 'transfer-agent', 'batch-call-task'] as const;
  if (!shapes.some(shape => place.is(shape))) return undefined;
  const reference = referenceAt(place, workspace),
    call = place.is('batch-call-task') ? place.get('service_llm_dynamic_variables') : undefined;
  return reference
    ? referenceSubject({ ...reference, listedReference: reference, ...(call && { call }) }, place, workspace)
    : subjectOf('reference', place.label, place, undefined, { notes: [whySilent(place)] });
};

function whySilent(place: Cursor): string {
  if (place.is('batch-call-task'))
    return (
      'which agent makes this call is not known: the task names none, ' +
      'and its calling number does not have exactly one outbound agent'
    );
  if (!place.get('agent_id').string()) return 'it names no agent';
  const version = show(place.get('agent_version').value);
  return `${version} is not a reference to a version, which is a number, latest, latest_published or a tag`;
}

function referenceSubject(
  { agentId, reference, listedReference, call }: PreviewReference,
  cursor: Cursor,
  workspace: Workspace,
  about?: string,
): PreviewSubject {
  const name = referenceName(agentId, reference, workspace);
  return subjectOf('reference', name, cursor, about ?? (listedReference && placeName(listedReference, workspace)), {
    reference: {
      agentId,
      reference,
      ...(listedReference && { listedReference }),
      ...(call && { call }),
    },
    agentId,
  });
}

/** The subject for a tag: in a list item, or among the tags of a record. */
function tagIn(place: Cursor, workspace: Workspace): PreviewSubject | undefined {
  const list = place.parent;
  if (list?.key !== 'assigned_tags' || !list.isArray) return undefined;
  const name = place.string(),
    id = list.sibling('agent_id').string();
  return name && id ? tag(id, name, place, workspace) : undefined;
}
const tagState: Find = (place, _, workspace) => {
  const item = place.parent?.parent,
    id = item?.get('agent_id').string();
  return place.parent?.key === 'tags' && item?.is('agent-list-item') && id
    ? tag(id, place.key, place, workspace)
    : undefined;
};
function tag(agentId: string, name: string, cursor: Cursor, workspace: Workspace): PreviewSubject {
  const reference = referencesOf(workspace).find(
    place => place.kind === 'tag' && place.agentId === agentId && place.reference === name,
  );
  return subjectOf('tag', referenceName(agentId, name, workspace), cursor, `tag ${name}`, {
    reference: { agentId, reference: name, ...(reference && { listedReference: reference }) },
    agentId,
  });
}

const listItem: Find = (place, _, workspace) => {
  const id = place.is('agent-list-item') ? place.get('agent_id').string() : undefined;
  return id ? agentSubject(id, place, workspace) : undefined;
};

const summary: Find = (place, _, workspace) => {
  const number = place.is('agent-version-summary') ? place.get('version').integer() : undefined;
  if (number === undefined) return undefined;
  const id = [...workspace.agents.values()].find(agent =>
    agent.summaries.some(cursor => isSamePlace(cursor, place)),
  )?.id;
  return id ? version(id, number, place, workspace, []) : undefined;
};

function version(
  agentId: string,
  number: number,
  cursor: Cursor,
  workspace: Workspace,
  notes: readonly string[],
): PreviewSubject {
  const facts = workspace.agent(agentId)?.versions.get(number);
  const stateText = facts?.isPublished ? 'published' : 'a draft';
  const state = facts?.isPublished === undefined ? undefined : stateText;
  const edit =
    facts?.isPublished === false
      ? {
          edit: { text: `publish ${agentId}@${number}`, kind: 'publish', agentId, version: number } as const,
          title: `If version ${number} were published`,
        }
      : undefined;
  return subjectOf('version', versionName(agentId, number, workspace), cursor, state, {
    notes,
    reference: { agentId, reference: number },
    agentId,
    ...(edit && { edit }),
  });
}

function record(place: Cursor, workspace: Workspace, notes: readonly string[] = []): PreviewSubject {
  const id = place.get('agent_id').string(),
    number = place.get('version').integer(),
    name = place.get('agent_name').string();
  if (id && number !== undefined && number >= 0) return version(id, number, place, workspace, notes);
  if (id)
    return agentSubject(id, place, workspace, [
      ...notes,
      'the record has no version number, so nothing can refer to it',
    ]);
  const lines = [
    ...notes,
    'the record has no agent_id, so nothing can refer to it; the variables are those that it has without a tag',
  ];
  return subjectOf('version', name || place.document.file, place, undefined, { notes: lines, record: place });
}

const engineShapes = Object.keys(engineWords) as readonly (keyof typeof engineWords)[];

/** The subject for an engine or component: the agent that runs it. */
const engine: Find = (place, _, workspace) => {
  const shape = engineShapes.find(name => place.is(name));
  if (!shape) return undefined;
  const [agent, ...otherCursors] = agentsToShow(place, workspace);
  if (!agent) return refusal(place.document.file, `no agent in this workspace runs this ${engineWords[shape]}`);
  if (agent.document === place.document) return { ...record(agent, workspace), at: place };
  const kind = agent.get('version').exists ? 'version' : 'agent',
    otherSubject =
      otherCursors.length === 0
        ? ''
        : `, and by ${listed(
            otherCursors.map(otherCursor => recordName(otherCursor, workspace)),
            'and',
            5,
          )}`;
  const note = `this ${engineWords[shape]} is run by the ${kind} that is shown${otherSubject}`;
  return { ...record(agent, workspace, [note]), at: place };
};

function recordName(agent: Cursor, workspace: Workspace): string {
  const version = agent.get('version').integer(),
    name = nameOfRecord(agent, workspace) || agent.document.file;
  return version === undefined ? name : `${name} v${version}`;
}

const request: Find = (place, _, workspace) => {
  const isPublishing = place.is('publish-agent-version-request');
  if (!isPublishing && !place.is('create-agent-version-request')) return undefined;
  const field = isPublishing ? 'version' : 'base_version';
  const selection = selectionAt(place.get(field)),
    number = selection?.reference;
  if (!selection || typeof number !== 'number')
    return refusal(
      place.document.file,
      place.get(field).exists
        ? 'no agent is named: a file of this kind is called <agent_id>.<kind>.json'
        : `${field} is missing`,
    );
  const isPublish = field === 'version',
    { agentId } = selection;
  const edit: PlanEdit = isPublish
    ? { text: `publish ${agentId}@${number}`, kind: 'publish', agentId, version: number }
    : { text: `draft ${agentId}@${number}`, kind: 'draft', agentId, base: number };
  const agent = agentName(agentId, workspace);
  const title = isPublish ? `publish ${agent} v${number}` : `a draft of ${agent} from version ${number}`,
    question = isPublish ? `If version ${number} were published` : `If a draft were made from version ${number}`;
  return subjectOf('request', title, place, undefined, {
    reference: { agentId, reference: number },
    agentId,
    edit: { edit, title: question },
  });
};

const filter: Find = (place, cursor, workspace) => {
  if (!place.is('agent-filter')) return undefined;
  const version = place.get('version'),
    selectedCursor = version.isArray && cursor.parent?.pointer === version.pointer ? cursor : version,
    [firstCursor, ...otherCursors] = selectedCursor.isArray ? selectedCursor.items() : [selectedCursor];
  const reference = firstCursor && otherCursors.length === 0 ? referenceAt(firstCursor, workspace) : undefined,
    alert = place.within('alert-rule', 'alert-rule-response');
  if (reference)
    return referenceSubject(
      { ...reference, listedReference: reference },
      place,
      workspace,
      alert && `filter of ${alert.get('name').string() ?? 'an alert'}`,
    );
  const id = place.get('agent_id').string();
  return id ? agentSubject(id, place, workspace) : undefined;
};

/** The subject for a whole file whose preview consists of several sections. */
const wholeRecord: Find = place => {
  const preview = (subject: PreviewSubject['subject'], title: string | undefined): PreviewSubject =>
    subjectOf(subject, title || place.document.file, place, undefined);
  if (place.is('agent-weights')) return preview('weights', listTitle(place));
  if (place.is('phone-number')) return preview('weights', place.get('phone_number').string());
  if (place.is('batch-call') || place.is('batch-call-response')) return preview('batch', place.get('name').string());
  if (place.is('alert-rule') || place.is('alert-rule-response')) return preview('alert', place.get('name').string());
  return undefined;
};

/** The subject for a field that the schemas mark as a reference to an agent or version, other than those above. */
function reference(place: Cursor, workspace: Workspace): PreviewSubject | undefined {
  const to = place.marks['x-reference']?.to;
  // the other finders decide the subject within these shapes
  const holder = place.within(
    'agent-weight',
    'agent-swap-tool',
    'agent-swap-node',
    'transfer-agent',
    'batch-call-task',
    'agent-filter',
    'root-tag-state',
    'publish-agent-version-request',
    'create-agent-version-request',
  );
  if (holder || (to !== 'agent' && to !== 'agent-version')) return undefined;
  const selection = to === 'agent' ? selectionOf(place) : selectionAt(place);
  if (selection) return referenceSubject(selection, place, workspace);
  const id = to === 'agent' ? place.string() : undefined,
    agent = id ? workspace.agent(id) : undefined;
  return agent && agentSubject(agent.id, place, workspace);
}

const finders: readonly Find[] = [arm, tagState, filter, summary, listItem, request, engine, wholeRecord];
