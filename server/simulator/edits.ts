import type { Cursor } from '../core/cursor.ts';
import { inFileDialect } from '../core/domain/in-dialect.ts';
import { engineToPublish } from '../core/domain/published.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { Document } from '../core/document.ts';
import { isArray, isObject, property, setOwn, type Json, type JsonObject } from '../core/json/json.ts';
import { configuredKind, configuredNamesOf } from '../core/kinds.ts';
import { split } from '../core/json/pointer.ts';
import { referencesOf } from '../core/index/agent-references.ts';
import { clipped, didYouMean, listed, nearest } from '../core/wording.ts';
import type { Agent } from '../core/workspace/agents.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import { type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { withheld } from './simulation.ts';
import { groupsOf } from '../core/json/multimap.ts';

/** A hypothetical edit on the platform. `text` is the edit as typed. */
export type PlanEdit = { readonly text: string; readonly agentId: string } & (
  | { readonly kind: 'publish'; readonly version: number }
  | { readonly kind: 'draft'; readonly base: number }
  | { readonly kind: 'tag'; readonly tag: string; readonly version: number }
  | { readonly kind: 'untag'; readonly tag: string }
);

/**
 * The result of an edit. `applied`: the workspace is changed; `needless`: the edit would change nothing; `missing`:
 * the edit names something that does not exist; `unknowable`: the files do not show whether it exists.
 */
export interface EditOutcome {
  readonly edit: PlanEdit;
  readonly outcome: 'applied' | 'needless' | 'missing' | 'unknowable';
  readonly because: string | null;
  /**
   * Whether the edit was not applied because its object is missing or its effect unknown, so that the plan lacks it.
   */
  readonly isImpossible: boolean;
  /**
   * Whether the edit is possible but probably a mistake, because it creates a tag to which nothing refers, with a name
   * like that of another tag.
   */
  readonly isDoubtful?: boolean;
}
interface Edited {
  readonly workspace: Workspace;
  readonly outcomes: readonly EditOutcome[];
  /**
   * The files that only the edits create. References in them are copies and do not count as references of the
   * workspace.
   */
  readonly createdFiles: ReadonlySet<string>;
  readonly assumptions: readonly Assumption[];
}

/**
 * Applies edits to a workspace, one after the other. The edited values are changed in the files that contain them, and
 * a missing record is added, so that `resolve` works in both states. An edit of something that does not exist changes
 * nothing.
 */
export function applyEdits(workspace: Workspace, edits: readonly PlanEdit[]): Edited {
  const state: State = { workspace, createdFiles: new Set(), assumptions: new Set() };
  const outcomes = edits.map((edit): EditOutcome => {
    const agent = state.workspace.agent(edit.agentId);
    const isListComplete = state.workspace.isComplete('agent', 'agent-list');
    if (!agent)
      return {
        edit,
        outcome: isListComplete ? 'missing' : 'unknowable',
        because: `no agent ${clipped(edit.agentId)} in this workspace`,
        isImpossible: true,
      };
    const refusal =
      edit.kind === 'untag'
        ? unknownTag(agent, edit.tag)
        : unknownVersion(
            agent,
            edit.kind === 'draft' ? edit.base : edit.version,
            edit.kind === 'tag' ? 'so it is not known what the tag would select' : 'so the version is assumed to exist',
          );
    // without an agent list, only the record of a version can contain a tag
    const isShowable = listItemsOf(agent).length > 0 || (edit.kind !== 'tag' && edit.kind !== 'untag');
    if (refusal && (refusal.outcome === 'missing' || edit.kind === 'untag' || !isShowable))
      return { edit, ...refusal, isImpossible: true };
    if (edit.kind === 'untag' && !isShowable)
      return {
        edit,
        outcome: 'unknowable',
        because: `no agent list here contains ${agent.label}, so an unassigned tag cannot be told from a missing tag`,
        isImpossible: true,
      };
    const tag = edit.kind === 'tag' ? likelyTag(edit.tag, agent, state.workspace) : undefined;
    const next: State = { workspace: state.workspace, createdFiles: new Set(), assumptions: new Set() };
    const needlessReason = applyEdit(edit, next, agent);
    const withheldReason = withheld(next.assumptions, workspace);
    if (withheldReason !== undefined)
      return { edit, outcome: 'unknowable', because: `what it does ${withheldReason}`, isImpossible: true };
    state.workspace = next.workspace;
    for (const file of next.createdFiles) state.createdFiles.add(file);
    for (const name of next.assumptions) state.assumptions.add(name);
    return {
      edit,
      outcome: refusal?.outcome ?? (needlessReason === undefined ? 'applied' : 'needless'),
      because: [tag, refusal?.because ?? needlessReason].filter(reason => reason !== undefined).join('; ') || null,
      isImpossible: false,
      ...(tag !== undefined && { isDoubtful: true }),
    };
  });
  return {
    workspace: state.workspace,
    outcomes,
    createdFiles: state.createdFiles,
    assumptions: [...state.assumptions].sort(),
  };
}

interface State {
  workspace: Workspace;
  readonly createdFiles: Set<string>;
  readonly assumptions: Set<Assumption>;
}
type Refusal = Pick<EditOutcome, 'outcome' | 'because'> | undefined;

function unknownVersion(agent: Agent, version: number, consequence: string): Refusal {
  if (agent.versions.has(version)) return undefined;
  const versions = agent.versions.size === 0 ? 'none' : listed([...agent.versions.keys()].map(String), 'and');
  return agent.versionsComplete
    ? { outcome: 'missing', because: `${agent.label} has no version ${version}; its versions are ${versions}` }
    : {
        outcome: 'unknowable',
        because: `${agent.label} has no version ${version} here (known versions: ${versions}), ${consequence}`,
      };
}

function unknownTag(agent: Agent, tag: string): Refusal {
  if (agent.tags.has(tag)) return undefined;
  const reason = `${agent.label} has no tag ${JSON.stringify(tag)}${didYouMean(tag, agent.tags.keys())}`;
  return agent.tagsComplete
    ? { outcome: 'missing', because: reason }
    : { outcome: 'unknowable', because: `whether ${agent.label} has a tag ${JSON.stringify(tag)} is not known` };
}

/**
 * The suggestion `new tag prd; did you mean prod?` for a tag that the agent does not have, to which nothing refers,
 * and whose name resembles that of another tag.
 */
function likelyTag(tag: string, agent: Agent, workspace: Workspace): string | undefined {
  const nearestTag = agent.tags.has(tag) ? undefined : nearest(tag, agent.tags.keys());
  if (nearestTag === undefined || workspace.facts.liveTags.includes(tag)) return undefined;
  const isNamed = referencesOf(workspace).some(
    reference => reference.agentId === agent.id && reference.reference === tag,
  );
  return isNamed ? undefined : `new tag ${tag}; did you mean ${nearestTag}?`;
}

/**
 * Applies an edit to `state`.
 * @returns the reason if the edit would change nothing
 */
function applyEdit(edit: PlanEdit, state: State, agent: Agent): string | undefined {
  switch (edit.kind) {
    case 'publish':
      return publish(state, agent, edit.version);
    case 'draft':
      return draft(state, agent, edit.base);
    case 'tag':
      return assign(state, agent, edit.tag, edit.version);
    case 'untag':
      return unassign(state, agent, edit.tag);
  }
}

function publish(state: State, agent: Agent, version: number): string | undefined {
  const formerVersion = agent.versions.get(version);
  if (formerVersion?.isPublished === true) return `version ${version} of ${agent.label} is published already`;
  const publishedFields = { is_published: true, last_modification_timestamp: newestTime(agent) + 1 };
  state.assumptions.add('publish-touches-nothing-else').add('edits-come-last');
  if (!formerVersion) {
    add(state, agent.id, version, { ...publishedFields });
    return undefined;
  }
  const engine = formerVersion.sources.map(source => engineToPublish(source, state.workspace)).find(Boolean);
  if (engine) publishEngine(state, engine);
  change(
    state,
    // the engine may be in the same file
    state.workspace
      .agent(agent.id)!
      .versions.get(version)!
      .sources.flatMap(source =>
        Object.entries(publishedFields).map(([key, value]) => ({ at: source.get(key), to: value })),
      ),
  );
  return undefined;
}

/** Marks an engine as published. The layout of its file is kept, because findings about the engine name lines. */
function publishEngine(state: State, engine: Cursor): void {
  const { document } = engine,
    { pointer } = engine.get('is_published'),
    text = applyFix(document, { title: '', safe: true, edits: [{ set: pointer, to: true }] });
  state.workspace = state.workspace.withDocument(document.withChanges([{ start: 0, end: document.text.length, text }]));
}

function draft(state: State, agent: Agent, base: number): undefined {
  const assignedVersions = [...agent.tags.values()].flatMap(({ claims }) => claims);
  const version = Math.max(base, ...agent.versions.keys(), ...assignedVersions) + 1;
  state.assumptions.add('draft-number').add('edits-come-last');
  if (!agent.versionsComplete) state.assumptions.add('workspace-complete');
  const record = agent.records.find(cursor => cursor.get('version').value === base);
  const holder = record?.parent?.is('agent-export') ? record.parent : undefined;
  // a draft is a copy of the record and its nested engine, but without tags
  const { agent: _wrapped, ...copied } = {
    ...(holder?.value as JsonObject | undefined),
    ...(record?.value as JsonObject | undefined),
  };
  add(state, agent.id, version, {
    ...copied,
    assigned_tags: [],
    base_version: base,
    is_published: false,
    last_modification_timestamp: newestTime(agent) + 1,
  });
  return undefined;
}

function assign(state: State, agent: Agent, tag: string, version: number): string | undefined {
  const formerTag = agent.tags.get(tag);
  if (formerTag?.version === version) return `tag ${tag} of ${agent.label} is assigned to version ${version} already`;
  state.assumptions.add('tag-keeps-variables');
  const itemEdits = listItemsOf(agent).map(item => {
    const oldCursor = item.get('tags').get(tag);
    return oldCursor.isObject
      ? { at: oldCursor.get('version'), to: version }
      : { at: oldCursor, to: { version, dynamic_variables: {} } };
  });
  const target = agent.versions.get(version);
  const { tagging = [], places = [] } = target ?? {},
    holders = tagging.length > 0 ? tagging : places.slice(0, 1);
  const assignedAt = holders.map(place => state.workspace.at(place).get('assigned_tags'));
  // this tag comes first, because the platform prefers the tag that was assigned last
  const otherTags = [...agent.tags.values()]
    .filter(otherTag => otherTag.name !== tag && otherTag.version === version)
    .map(({ name }) => name)
    .sort();
  const order = [...new Set([tag, ...(target?.assignedTags ?? []), ...otherTags])];
  change(state, [
    ...itemEdits,
    ...withoutTag(agent, tag, holders),
    ...assignedAt.map(cursor => ({ at: cursor, to: order })),
  ]);
  if (holders.length === 0 && itemEdits.length === 0) add(state, agent.id, version, { assigned_tags: [tag] });
  return undefined;
}

function unassign(state: State, agent: Agent, tag: string): string | undefined {
  const formerTag = agent.tags.get(tag);
  if (!formerTag || formerTag.version === null) return `tag ${tag} of ${agent.label} is assigned to no version already`;
  state.assumptions.add('untag-keeps-the-tag');
  const itemEdits = listItemsOf(agent).map(item => {
    const oldCursor = item.get('tags').get(tag);
    return oldCursor.isObject ? { at: oldCursor.get('version'), to: undefined } : { at: oldCursor, to: {} };
  });
  change(state, [...itemEdits, ...withoutTag(agent, tag, [])]);
  return undefined;
}

const listItemsOf = (agent: Agent): Cursor[] => agent.listItems.filter(item => item.get('tags').isObject);

/** The changes that remove a tag from the records of other versions, because a tag has only one version. */
function withoutTag(agent: Agent, tag: string, places: readonly Place[]): Change[] {
  const keptKeys = new Set(places.map(keyOf));
  return [...agent.versions.values()]
    .flatMap(({ sources }) => sources)
    .filter(source => !keptKeys.has(keyOf(source)))
    .map(source => source.get('assigned_tags'))
    .flatMap(cursor =>
      isArray(cursor.value) && cursor.value.includes(tag)
        ? [{ at: cursor, to: cursor.value.filter(name => name !== tag) }]
        : [],
    );
}

const newestTime = (agent: Agent): number =>
  Math.max(0, ...[...agent.versions.values()].map(({ modifiedAt }) => modifiedAt ?? 0));

interface Change {
  readonly at: Cursor;
  /** The new value; undefined to remove the value. */ readonly to: Json | undefined;
}

/** Replaces documents and keeps their order, because the first source of a fact counts. */
function change(state: State, changes: readonly Change[]): void {
  const byDocument = groupsOf(changes, change => change.at.document);
  const { documents, facts } = state.workspace;
  state.workspace = new Workspace(
    documents.map(document => {
      const edits = byDocument.get(document);
      if (!edits) return document;
      const value = edits.reduce<Json>(
        (value, { at, to }) => withValue(value, split(at.pointer), inFileDialect(at, to)),
        document.spelled ?? null,
      );
      return new Document(
        document.file,
        JSON.stringify(value),
        document.version + 1,
        configuredKind(document.kind, configuredNamesOf(document.assignedKind)),
      );
    }),
    facts,
  );
}

/** A copy of a value in which one place is changed, added or removed. */
export function withValue(value: Json, [head, ...path]: readonly string[], newValue: Json | undefined): Json {
  if (head === undefined) return newValue ?? null;
  const child = isArray(value) ? value[Number(head)] : property(value, head);
  const newChild = path.length === 0 ? newValue : withValue(child ?? {}, path, newValue);
  if (isArray(value)) return value.map((item, index): Json => (index === Number(head) ? (newChild ?? null) : item));
  const copy = {};
  for (const [key, item] of isObject(value) ? Object.entries(value) : [])
    if (key !== head) setOwn(copy, key, item);
    else if (newChild !== undefined) setOwn(copy, key, newChild);
  if (newChild !== undefined && child === undefined) setOwn(copy, head, newChild);
  return copy;
}

/** Adds a record that exists only in the plan. */
function add(state: State, agentId: string, version: number, fields: JsonObject): void {
  let file = `${agentId}.${version}.planned.agent.json`;
  while (state.workspace.document(file)) file = `_${file}`;
  state.createdFiles.add(file);
  state.workspace = state.workspace.withDocument(
    new Document(file, JSON.stringify({ ...fields, agent_id: agentId, version }), 0, 'agent'),
  );
}
