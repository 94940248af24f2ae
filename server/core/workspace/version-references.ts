import type { Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import { entryOf, marksOf, rootOf } from '../shapes/table.ts';

const form = new RegExp(marksOf(rootOf('agent-version-reference')).pattern!, 'u');
/** References that have the form of a tag but are reserved. */
export const reservedReferences: readonly string[] = ['latest', 'latest_published'];

/** Whether a value can be a version reference: a number, `latest`, `latest_published`, or a tag name. */
export const isVersionReference = (value: Json | undefined): value is string | number =>
  typeof value === 'number' ? Number.isInteger(value) && value >= 0 : typeof value === 'string' && form.test(value);
export const hasTagForm = (name: string): boolean => form.test(name);

/** A choice of an agent and one of its versions, as written in a file. */
export interface Selection {
  readonly agentId: string;
  /** The version as written; null if absent, which means `latest`. */
  readonly reference: string | number | null;
  /** The place of the version field, which may be absent. */
  readonly version: Cursor;
}

/**
 * The selection at a place marked as a reference to an agent version; `undefined` if it has no agent or is malformed.
 */
export function selectionAt(version: Cursor): Selection | undefined {
  const { value } = version;
  const agentId = agentIdFor(version);
  if (!agentId || !isVersionReference(value)) return undefined;
  // a filter accepts only numbers
  return version.within('agent-filter') && typeof value !== 'number'
    ? undefined
    : { agentId, reference: value, version };
}

/** The selection at a place marked as a reference to an agent. The version is beside the reference, or absent. */
export function selectionOf(agent: Cursor): Selection | undefined {
  const agentId = idAt(agent);
  const field = agent.parent && versionFieldOf(agent.parent.entry, agent.key);
  if (!agentId || field === undefined) return undefined;
  const version = agent.sibling(field);
  if (version.exists && !version.isNull) return selectionAt(version);
  return { agentId, reference: null, version };
}

const versionFields = new Map<number, Map<string, string | undefined>>();

/**
 * The name of the field with the version for the agent in `key`.
 * @param entry the schema entry of the object with both fields
 */
function versionFieldOf(entry: number, key: string): string | undefined {
  let fields = versionFields.get(entry);
  if (!fields) {
    versionFields.set(entry, (fields = new Map()));
    for (const [field, child] of Object.entries(entryOf(entry).props ?? {})) {
      const reference = marksOf(child)['x-reference'];
      if (reference?.to === 'agent-version' && reference.of !== undefined && !fields.has(reference.of))
        fields.set(reference.of, field);
    }
  }
  return fields.get(key);
}

/**
 * The id of the agent to which a version belongs: from the field beside the version, the enclosing record, or the file
 * name.
 */
export function agentIdFor(version: Cursor): string | undefined {
  const { of } = version.marks['x-reference'] ?? {};
  if (of !== undefined)
    return idAt(version.sibling(of)) ?? (version.parent?.isArray ? idAt(version.parent.sibling(of)) : undefined);
  const record = version.within('agent-list-item', 'agent-versions');
  return (record && idAt(record.get('agent_id'))) ?? agentIdInName(version);
}

/** The agent id in a file's name: `<agent_id>.create-agent-version.json`. */
export function agentIdInName({ document }: Cursor): string | undefined {
  return /([^/]+)\.(?:agent-versions|create-agent-version|publish-agent-version)\.jsonc?$/i.exec(document.file)?.[1];
}

/** The id at a place, unless it is empty or contains a variable. */
export function idAt(place: Cursor): string | undefined {
  const id = place.string();
  return id && !id.includes('{{') ? id : undefined;
}

/** The tag that was most likely meant by a malformed name. */
export function tagMeant(name: string): string | undefined {
  const tag = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
  return hasTagForm(tag) && !reservedReferences.includes(tag) ? tag : undefined;
}

/** The reason why a malformed tag name cannot be a tag. */
export function tagFault(name: string): string {
  if (/^v[0-9]+$/.test(name)) return '"v" + digits is reserved for versions';
  if ([...name].length > 20) return `${[...name].length} characters, the limit is 20`;
  return /^[a-z]/.test(name)
    ? 'only lowercase letters, digits, "_" and "-" are allowed'
    : 'it must start with a lowercase letter';
}
