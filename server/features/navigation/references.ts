import { nouns } from '../../compare/name-references.ts';
import type { NameKind } from '../../core/index/occurrences.ts';
import type { RecordKind } from '../../core/shapes/table.ts';
import { reservedReferences } from '../../core/workspace/version-references.ts';
import { occurrencesIn } from '../../core/index/occurrences-in.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PositionContext } from '../context.ts';
import { definitionsOf } from './definitions.ts';
import { nameIn, namesIn, sameNames, type Name } from './index-of-names.ts';
import { nameAt } from './name-at.ts';
import { locationOf, partSpan, distinctPlaces, type Destination } from './destinations.ts';
import { nameOfRecord, textsNaming } from './texts-naming.ts';
import { sharesScope, scopesIn } from '../../core/index/scopes.ts';

/**
 * Every place of the workspace where the name at an offset has the same meaning. For an agent version, it also
 * includes the references that currently select it through a tag, `latest` or `latest_published`. The span of each
 * place is the name. Sorted by file and offset.
 * @param includesDeclaration whether to include the places that define the name
 */
export function referencesAt(context: PositionContext, includesDeclaration: boolean): readonly Destination[] {
  const name = nameAt(context.document, context.offset);
  return name ? referencesOf(name, context.workspace, includesDeclaration) : [];
}

/** One meaning of a name in a workspace, with all its places. */
interface Meaning {
  readonly kind: NameKind;
  /** The id of the agent or engine to which the name belongs; undefined if the owner has no id or is a file. */
  readonly owner: string | undefined;
  readonly places: readonly (Destination & { readonly isDefinition: boolean })[];
}
/** All meanings of a name: the same id in two flows has two meanings. */
export function meaningsOf(name: string, workspace: Workspace): readonly Meaning[] {
  return nameKinds.flatMap(kind => {
    const meanings: Meaning[] = [],
      keys = new Set<string>();
    for (const document of workspace.documents)
      for (const occurrence of namesIn(document, kind, name)) {
        if (keys.has(occurrenceKey(occurrence))) continue;
        for (const equalName of sameNames(occurrence, workspace)) keys.add(occurrenceKey(equalName));
        const uses = new Set(referencesOf(occurrence, workspace, false).map(placeKey));
        const places = referencesOf(occurrence, workspace, true);
        const [scope = '', ...otherScopes] = scopesIn(occurrence, workspace),
          owner = otherScopes.length === 0 && kindsWithOwner.has(kind) && /^[\w-]+$/.test(scope) ? scope : undefined;
        meanings.push({
          kind,
          owner,
          places: places.map(place => ({ ...place, isDefinition: !uses.has(placeKey(place)) })),
        });
      }
    return meanings;
  });
}
const nameKinds = [...(Object.keys(nouns) as RecordKind[]), 'variable'] as const;
/** Kinds whose names belong to one agent or engine. */
const kindsWithOwner: ReadonlySet<NameKind> = new Set([
  'agent-version',
  'llm-version',
  'conversation-flow-version',
  'tag',
  'analysis-field',
]);
const occurrenceKey = ({ file, pointer, part }: Name): string => JSON.stringify([file, pointer, part]);
/** All names of the workspace, as candidates for a similar name. */
export const namesOf = (workspace: Workspace): ReadonlySet<string> =>
  new Set(
    nameKinds.flatMap(kind => workspace.documents.flatMap(document => [...occurrencesIn(document, kind).keys()])),
  );

function referencesOf(name: Name, workspace: Workspace, includesDeclaration: boolean): readonly Destination[] {
  const otherNames = name.kind === 'agent-version' ? selectingNames(name, workspace) : [];
  const names = sameNames(name, workspace),
    destinations = distinctPlaces(
      [...names, ...otherNames, ...textsNaming(names, name => nameOfRecord(name, workspace))].map(whereNamed),
    );
  if (includesDeclaration) return destinations;
  const definitionKeys = new Set(definitionsOf(name, workspace).map(placeKey));
  // the record that a tag selects does not define the tag, and setting a variable is not a use of it
  const setters = name.kind === 'variable' ? distinctPlaces(sameNames(name, workspace, 'sets').map(whereNamed)) : [];
  for (const setter of setters) definitionKeys.add(placeKey(setter));
  return destinations.filter(place => !definitionKeys.has(placeKey(place)));
}
const placeKey = ({ file, selection }: Destination): string => `${selection.start} ${file}`;

/** The other references to the same agent that select the version. */
function selectingNames(target: Name, workspace: Workspace): Name[] {
  const { name } = target;
  if (reservedReferences.includes(name)) return [];
  const agents = scopesIn(target, workspace),
    version = Number(name),
    selectors: Name[] = [];
  for (const document of workspace.documents) {
    const reservedNames = reservedReferences.map(
      word => [word, occurrencesIn(document, 'agent-version').get(word) ?? []] as const,
    );
    for (const [reference, names] of [...occurrencesIn(document, 'tag'), ...reservedNames])
      for (const occurrence of names) {
        if (occurrence.role !== 'uses') continue;
        const [agent] = scopesIn(occurrence, workspace);
        if (agent === undefined || !agents.includes(agent)) continue;
        const name = nameIn(document, occurrence);
        // a place that declares or assigns the tag, or filters by it, does not select a version
        if (name.at.marks['x-reference']?.to !== 'agent-version') continue;
        if (workspace.resolve(agent, reference).version === version) selectors.push(name);
      }
  }
  return selectors;
}

const whereNamed = ({ at, part }: Pick<Name, 'at' | 'part'>): Destination | undefined => {
  const span = partSpan(at, part),
    location = locationOf(at, at, part);
  return location && span && { file: location.file, span, selection: span };
};

/** A place in the document at which the name at an offset occurs. */
interface Highlight {
  readonly span: Destination['span'];
  /** `write` for a place that declares the name or sets its value. */ readonly access: 'read' | 'write';
}

/** The maximum number of highlights before and after the offset: those that are visible or a short scroll away. */
const MAX_HIGHLIGHTS = 1000;

/** The places of the name in the given document; if there are very many, the nearest ones. In text order. */
export function highlightsAt({ workspace, document, offset }: PositionContext): readonly Highlight[] {
  const name = nameAt(document, offset);
  if (!name) return [];
  const occurrences = occurrencesIn(document, name.kind).get(name.name) ?? [],
    ownIndex = occurrences.findIndex(({ pointer }) => pointer === name.pointer);
  const scopes = scopesIn(name, workspace),
    nearOccurrences =
      occurrences.length > 2 * MAX_HIGHLIGHTS
        ? occurrences.slice(Math.max(0, ownIndex - MAX_HIGHLIGHTS), ownIndex + MAX_HIGHLIGHTS)
        : occurrences;
  return nearOccurrences
    .filter(otherOccurrence => sharesScope(scopes, scopesIn(otherOccurrence, workspace)))
    .flatMap(({ pointer, part, role }): Highlight[] => {
      const span = partSpan(document.at(pointer), part);
      return span ? [{ span, access: role === 'uses' ? 'read' : 'write' }] : [];
    })
    .sort((a, b) => a.span.start - b.span.start);
}
