import type { Cursor } from '../cursor.ts';
import { stringsWithFormat, referencesTo } from '../shapes/at.ts';
import { compareTexts, count, listed } from '../wording.ts';
import { agentOf, engineReference, type EngineKind } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { didYouMeanId, isPlaceholderId } from './ids.ts';
import { providerOfVoice } from './voices.ts';
import { groupBy } from '../json/multimap.ts';

/** A question that a workspace does not answer, and the file or setting that would answer it. */
export interface Gap {
  readonly topic: 'agent' | 'versions' | 'tags' | 'engine' | 'voice' | 'policy';
  /** The id of the record or policy in question. */
  readonly subject: string;
  readonly question: string;
  /** The file or setting that would answer the question. */
  readonly answer: string;
  /** The places that refer to the subject. */
  readonly places: readonly Cursor[];
  /** Whether the subject certainly does not exist, so that lint reports it. */
  readonly isMissing?: boolean;
}

const agentReferences = referencesTo('agent');
const voices = stringsWithFormat('voice-id');
/** The id at a place; undefined for an id that contains variables, because the call fills them in. */
const idIn = (place: Cursor): string | undefined => {
  const id = place.string();
  return id?.includes('{{') ? undefined : id;
};

/** The advice for a placeholder; undefined for any other id. */
const placeholderAdvice = (id: string): string | undefined =>
  isPlaceholderId(id) ? 'the real id instead of this placeholder' : undefined;

/** The advice for an id that does not exist. */
function missingIdAdvice(id: string, noun: string, kind: 'agent' | EngineKind, workspace: Workspace): string {
  const isDeclaredComplete = workspace.facts.complete.includes(kind),
    ids = kind === 'agent' ? workspace.agents : workspace.tables.engines(kind);
  const proof = isDeclaredComplete ? ': "complete" says that it has them all' : workspace.provenBy(kind);
  return `the id of an ${noun} in this workspace${proof}${didYouMeanId(id, ids.keys())}`;
}
const listItemAnswer = 'its item in the answer of list-agents (*.agent-list.json)';
const versionsOf = (id: string): string =>
  `the answer of list-agent-versions for this agent (${id}.agent-versions.json)`;

/** The questions of resolution and rules that the files of this workspace do not answer, sorted by topic and id. */
export function gapsOf(workspace: Workspace): Gap[] {
  return [...outsideRecords(workspace), ...unknownVersions(workspace), ...unknownVoices(workspace)].sort(compareTopic);
}

/** The records outside this workspace that are referenced. */
export const outsideRecords = (workspace: Workspace): Gap[] => [
  ...unknownAgents(workspace),
  ...unknownEngines(workspace),
];

export const compareTopic = (a: Gap, b: Gap): number =>
  compareTexts(a.topic, b.topic) || compareTexts(a.subject, b.subject);

function* unknownAgents(workspace: Workspace): Iterable<Gap> {
  for (const [subject, places] of groupBy(workspace.collect(agentReferences), idIn)) {
    if (workspace.agent(subject)) continue;
    const isMissing = workspace.isComplete('agent');
    yield {
      topic: 'agent',
      subject,
      places,
      question: 'this agent is not in this workspace, so references to it cannot be resolved',
      answer:
        placeholderAdvice(subject) ??
        (isMissing
          ? missingIdAdvice(subject, 'agent', 'agent', workspace)
          : `the answer of get-agent (*.agent.json), ${versionsOf(subject)}, and ${listItemAnswer}`),
      isMissing,
    };
  }
}

function* unknownVersions(workspace: Workspace): Iterable<Gap> {
  for (const {
    id,
    versions,
    versionsComplete,
    tags,
    tagsComplete,
    records,
    listItems,
    summaries,
  } of workspace.agents.values()) {
    const places = [...records, ...listItems, ...summaries];
    const numbers = listed([...versions.keys()].map(String), 'and');
    if (!versionsComplete)
      yield {
        topic: 'versions',
        subject: id,
        places,
        question:
          versions.size === 0
            ? 'no known versions'
            : `known ${versions.size === 1 ? 'version' : 'versions'}: ${numbers}; there may be others`,
        answer:
          placeholderAdvice(id) ??
          (summaries[0] ? `what ${summaries[0].document.file} lacks: ${lackIn(summaries)}` : versionsOf(id)),
      };
    const list = listItems.find(item => item.get('tags').isObject)?.document.file;
    // the real id comes first
    if (!tagsComplete && placeholderAdvice(id) === undefined)
      yield {
        topic: 'tags',
        subject: id,
        places,
        question:
          tags.size === 0
            ? 'the tags are not known'
            : `${count(tags.size, 'tag')} (${listed([...tags.keys()], 'and')}) ` +
              `${list ? 'known' : 'known from assigned_tags only, without dynamic variables'}; there may be others`,
        answer: list ? `what ${list} lacks: valid JSON` : listItemAnswer,
      };
  }
}

const lackIn = (summaries: readonly Cursor[]): string =>
  summaries.some(cursor => cursor.parent?.parent?.peek('has_more') === true)
    ? 'the pages after it'
    : 'valid JSON with a version in every entry';

function* unknownEngines(workspace: Workspace): Iterable<Gap> {
  const missingEngines = new Map<string, { readonly id: string; readonly kind: EngineKind; readonly at: Cursor[] }>();
  for (const agent of workspace.roots('agent').map(agentOf)) {
    const reference = engineReference(agent);
    if (!reference || reference.id.includes('{{') || workspace.engineOf(agent)) continue;
    const subject = reference.version === null ? reference.id : `${reference.id} version ${reference.version}`;
    missingEngines.set(subject, {
      id: reference.id,
      kind: reference.kind,
      at: [...(missingEngines.get(subject)?.at ?? []), reference.at],
    });
  }
  for (const [subject, { id, kind, at }] of missingEngines) {
    const isMissing = workspace.isComplete(kind);
    yield {
      topic: 'engine',
      subject,
      places: at,
      question: 'this engine is not in this workspace, so its prompts, tools, nodes and variables are not checked',
      answer:
        placeholderAdvice(id) ??
        (isMissing
          ? missingIdAdvice(id, 'engine', kind, workspace)
          : `an export of it, or the answer that gets it (*.${kind}.json)`),
      isMissing,
    };
  }
}

function* unknownVoices(workspace: Workspace): Iterable<Gap> {
  for (const [subject, places] of groupBy(workspace.collect(voices), idIn)) {
    if (providerOfVoice(subject, workspace) !== undefined) continue;
    yield {
      topic: 'voice',
      subject,
      places,
      question: 'the id does not reveal the provider, so rules about providers skip it',
      answer: placeholderAdvice(subject) ?? '"voices" in preflight.config.json',
    };
  }
}
