import type { Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import { entryOf, marksOf, rootOf } from '../shapes/table.ts';

const form = new RegExp(marksOf(rootOf('agent-version-reference')).pattern!, 'u');
/** References that are not tags, though they have the form of one. */
export const reservedReferences: readonly string[] = ['latest', 'latest_published'];

/** Whether a value can select a version at all: a number, `latest`, `latest_published`, or the name of a tag. */
export const isVersionReference = (value: Json | undefined): value is string | number =>
  typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : typeof value === 'string' && form.test(value);
export const hasTagForm = (name: string): boolean => form.test(name);

/** The choice of an agent and of one of its versions, as a file makes it. */
export interface Selection {
  readonly agentId: string;
  /** null where the file gives none, which means `latest`. */
  readonly reference: string | number | null;
  /** Where the version is, or would be. */
  readonly version: Cursor;
}

/** What a place selects that is marked as a reference to an agent's version; `undefined` where it names no agent or is malformed. */
export function selectionAt(version: Cursor): Selection | undefined {
  const { value } = version;
  const agentId = agentIdFor(version);
  if (!agentId || !isVersionReference(value)) return undefined;
  // a filter takes numbers only
  return version.within('agent-filter') && typeof value !== 'number'
    ? undefined
    : { agentId, reference: value, version };
}

/** What a place selects that is marked as a reference to an agent: its version is beside it, or is left out. */
export function selectionOf(agent: Cursor): Selection | undefined {
  const agentId = idAt(agent);
  const field = agent.parent && versionFieldOf(agent.parent.entry, agent.key);
  if (!agentId || field === undefined) return undefined;
  const version = agent.sibling(field);
  if (version.exists && !version.isNull) return selectionAt(version);
  return { agentId, reference: null, version };
}

const versionFields = new Map<number, Map<string, string | undefined>>();

/** The field of such an object that says which version of the agent in `key` is meant. */
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

/** The agent whose version is meant: named beside it, by the record around it, or by the file's name. */
export function agentIdFor(version: Cursor): string | undefined {
  const { of } = version.marks['x-reference'] ?? {};
  if (of !== undefined)
    return idAt(version.sibling(of)) ?? (version.parent?.isArray ? idAt(version.parent.sibling(of)) : undefined);
  const record = version.within('agent-list-item', 'agent-versions');
  return (record && idAt(record.get('agent_id'))) ?? agentIdInName(version);
}

/** The agent that a file is about by its name: `<agent_id>.create-agent-version.json`. */
export function agentIdInName({ document }: Cursor): string | undefined {
  return /([^/]+)\.(?:agent-versions|create-agent-version|publish-agent-version)\.jsonc?$/i.exec(document.file)?.[1];
}

/** The id at a place, unless it is empty or a variable fills it in. */
export function idAt(place: Cursor): string | undefined {
  const id = place.string();
  return id && !id.includes('{{') ? id : undefined;
}

/** Why a name cannot be a tag, for one that does not have the form. */
export function tagFault(name: string): string {
  if (/^v[0-9]+$/.test(name)) return '"v" + digits is reserved for versions';
  if ([...name].length > 20) return `${[...name].length} characters, the limit is 20`;
  return /^[a-z]/.test(name)
    ? 'only lowercase letters, digits, "_" and "-" are allowed'
    : 'it must start with a lowercase letter';
}
