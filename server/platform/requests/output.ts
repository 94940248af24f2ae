import type { Cursor } from '../../core/cursor.ts';
import { toDialectNames } from '../../core/dialects/translate.ts';
import type { NamePairs } from '../../core/dialects/names.ts';
import type { Requests } from '../../core/generated/outputs.js';
import type { Json, JsonObject } from '../../core/json/json.ts';
import { join } from '../../core/json/pointer.ts';
import { rootOf } from '../../core/shapes/table.ts';
import { clipped, listed } from '../../core/wording.ts';
import { placeId } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { pathIn } from '../dialect.ts';
import { isSecret, withPlaceholders, type Field } from './fields.ts';
import type { PlannedRequest } from './planning.ts';

/** The names and paths for printing the requests of one workspace. */
interface Spelling {
  /** The spelling of the platform's names in the account. */
  readonly names: NamePairs | undefined;
  /** The placeholders for ids that only the answers of earlier requests will contain, by record. */
  readonly placeholders: ReadonlyMap<string, string>;
  /** The commit whose files contain the values; null for the files on disk. */
  readonly commit: string | null;
  /** Returns the path of a file of the workspace, as printed. */
  pathOf(file: string): string;
  /** Creates a name that no other placeholder or value has. */
  newName(stem: string): string;
}
type RequestOutput = Requests['requests'][number];
type Secret = Requests['secrets'][number];

const keyOf = (kind: string, id: string): string => JSON.stringify([kind, id]);

/** Names that occur in no text of these workspaces: `llm_id_1`. */
export function newNames(workspaces: readonly Workspace[]): (stem: string) => string {
  const texts = new Set(workspaces.flatMap(({ documents }) => documents.map(({ text }) => text))),
    takenNames = new Set([...texts].flatMap(text => [...text.matchAll(/\{\{(\w+_\d+)\}\}/g)].map(([, name]) => name!)));
  return stem => {
    let i = 1;
    while (takenNames.has(`${stem}_${i}`)) i++;
    takenNames.add(`${stem}_${i}`);
    return `${stem}_${i}`;
  };
}
/** A placeholder for each id that only the answer of an earlier request will contain. */
export const placeholdersFor = (
  requests: readonly PlannedRequest[],
  newName: Spelling['newName'],
): ReadonlyMap<string, string> =>
  new Map(
    requests.flatMap(({ record: { kind }, answer }) =>
      answer ? [[keyOf(kind, answer.id), newName(answer.key)] as const] : [],
    ),
  );

/** The content of `schemas/outputs/requests.json`, for one workspace. */
export function spelledRequests(
  requests: readonly PlannedRequest[],
  spelling: Spelling,
): Pick<Requests, 'requests' | 'inputs' | 'secrets'> {
  const secrets = new Map<string, Secret>(),
    usedNames = new Set<string>();
  /** The placeholder for an id that only the answer of an earlier request will contain. */
  const placeholder = (kind: string, id: string): string | undefined => {
    const name = spelling.placeholders.get(keyOf(kind, id));
    if (name !== undefined) usedNames.add(name);
    return name;
  };
  const nameAt = (cursor: Cursor): string | undefined => {
    const recordKind = cursor.marks['x-reference']?.to,
      id = cursor.string();
    const name = recordKind === undefined || id === undefined ? undefined : placeholder(recordKind, id);
    if (name !== undefined || !isSecret(cursor)) return name;
    const key = placeId(cursor);
    if (!secrets.has(key)) {
      const name = spelling.newName('secret');
      secrets.set(key, { name, file: spelling.pathOf(cursor.file), pointer: cursor.pointer, commit: spelling.commit });
    }
    return secrets.get(key)!.name;
  };
  const outputs = requests.map((request): RequestOutput => {
    const { operation, record, answer } = request,
      body = operation.request === undefined ? null : spelledBody(request, nameAt, spelling.names);
    return {
      method: operation.method,
      path: pathOf(request, spelling.names, placeholder),
      body,
      text: inWords(request, body),
      for: {
        kind: record.kind === 'phone-number' ? 'number' : record.kind,
        id: record.id || null,
        record_version: record.version ?? null,
        file: spelling.pathOf(record.file),
      },
      answers: answer ? { [spelling.placeholders.get(keyOf(record.kind, answer.id))!]: join('', answer.key) } : {},
    };
  });
  const answerNames = new Set(outputs.flatMap(({ answers }) => Object.keys(answers)));
  return {
    requests: outputs,
    inputs: [...usedNames].filter(name => !answerNames.has(name)),
    secrets: [...secrets.values()],
  };
}

function spelledBody(
  { operation, fields }: PlannedRequest,
  nameAt: (cursor: Cursor) => string | undefined,
  names: NamePairs | undefined,
): JsonObject {
  const valueOf = ({ value, at }: Field): Json => (at ? withPlaceholders(at, nameAt) : value),
    body = Object.fromEntries(fields.map(field => [field.key, valueOf(field)]));
  return names ? (toDialectNames(body, rootOf(operation.request!), names) as JsonObject) : body;
}

function pathOf(
  { operation, params, version, record }: PlannedRequest,
  names: NamePairs | undefined,
  placeholder: (kind: string, id: string) => string | undefined,
): string {
  const path = pathIn(operation, names).replace(/\{(\w+)\}/g, (_, key: string) => {
    const id = params[key]!,
      name = key === 'tag' ? undefined : placeholder(record.kind, id);
    // an apostrophe would end a string of a shell
    return name === undefined ? encodeURIComponent(id).replaceAll("'", '%27') : `{{${name}}}`;
  });
  return version === undefined ? path : `${path}?version=${version}`;
}

/** A request in words: `update Front desk v2: voice_speed and volume`. */
function inWords({ operation, label, params, fields }: PlannedRequest, body: JsonObject | null): string {
  const [verb] = operation.id.split('-'),
    subject = params['tag'] === undefined ? label : `tag ${clipped(params['tag'])} of ${label}`,
    keys = verb === 'update' || verb === 'assign' ? Object.keys(body ?? {}) : [];
  if (operation.id === 'create-agent-version') return `create ${label} from version ${String(fields[0]!.value)}`;
  return `${verb} ${subject}${keys.length === 0 ? '' : `: ${listed(keys, 'and', 5)}`}`;
}
