import { engineName } from '../core/workspace/names.ts';
import { resolve } from 'node:path';
import { settle } from '../core/configuration/suppressions-and-baseline.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { count, listed } from '../core/wording.ts';
import { agentOf, placeOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { referencesOf, spellingFor } from '../core/index/agent-references.ts';
import type { State } from '../state/open.ts';
import { openProblem } from '../state/text.ts';
import { command, formatOption } from './terminal/command.ts';
import { rules } from '../../rules/index.ts';
import { flowGraph, placedFinding, type PlacedFinding } from '../simulator/flow-graph.ts';
import { recordGraph, combineGraphs, workspaceGraph, type Graph } from '../simulator/graph.ts';
import { agentCalled, ambiguity, type TypedReference } from '../core/domain/typed-reference.ts';
import { noSuchNumber, readSelector, recordsOfNumber } from './terminal/selector.ts';
import { remark, UsageError, type Io, pathFrom } from './terminal/io.ts';
import { folderOf, openAll, openAround, withFiles } from './terminal/workspaces.ts';
import { flowPart } from '../features/panels/index.ts';
import { flowSvg } from '../view/flow/flow-svg.ts';
import { graphSvg } from '../view/graph-svg.ts';
import { dot, mermaid } from '../view/graph-text.ts';
import { statsOf } from '../state/regular-file.ts';

/** The functions that draw a graph in each format. */
interface Pictures {
  readonly mermaid: () => string;
  readonly dot: () => string;
  readonly svg: () => string;
}
const picturesOf = (graph: Graph): Pictures => ({
  mermaid: () => mermaid(graph),
  dot: () => dot(graph),
  svg: () => graphSvg(graph),
});

/** Draws agents and flows: `preflight graph`. */
export const graph = command(
  {
    name: 'graph',
    readsConfiguration: true,
    operands: '[FILE|NUMBER|AGENT[@REF]]',
    completes: 'reference',
    about: `Draw a graph of agents or of one flow, over all workspaces below the working directory.

Without an argument, with the id or name of an agent, or with a phone number, for the agents that it names: agents,
versions, tags, phone numbers, swaps, transfers, engines and components; what is live is marked.

With the file of a flow, a component, or an agent with a nested flow, or with a version of an agent (REF is a number,
latest, latest_published or a tag) that runs a flow: its nodes and edges. Findings are marked, and unreachable nodes are
faded.`,
    options: {
      format: formatOption(['mermaid', 'dot', 'svg'], {
        mermaid: 'GitHub and GitLab draw it',
        dot: 'Graphviz',
        svg: 'one file, light and dark; a flow keeps the layout of its author if the layout is readable, otherwise it is drawn in layers',
      }),
    },
    helpEnding: `Examples
  preflight graph > agents.mmd
  preflight graph agent_frontdesk01 --format svg > front-desk.svg
  preflight graph "Front desk@prod" --format svg > front-desk-flow.svg
  preflight graph flows/billing.conversation-flow.json --format svg > billing.svg

Exit codes
  0  drawn
  1  no such agent, version or phone number
  2  a file that cannot be drawn`,
  },
  ({ values, positionals }, io) => {
    const format = values.format ?? 'mermaid';
    const [subject, ...extraNames] = positionals;
    if (extraNames.length > 0)
      throw new UsageError(
        `graph takes one file, agent or phone number, got ${extraNames.length + 1}: ${listed(positionals, 'and')}`,
      );
    const pictures = subject === undefined ? wholeWorkspace(io) : picturesOfName(subject, io);
    if (pictures === undefined) return Promise.resolve(1);
    io.stdout.write(pictures[format]());
    return Promise.resolve(0);
  },
);

function picturesOfName(name: string, io: Io): Pictures | undefined {
  if (isPath(name, io)) return picturesOfFile(name, io);
  const selector = readSelector(name, io);
  if ('path' in selector) return picturesOfFile(selector.text, io);
  return 'number' in selector ? picturesOfNumber(selector.number, io) : picturesOfAgent(selector, io);
}

/** Draws the agents to which a phone number refers. Returns undefined, after a message, if no file has the number. */
function picturesOfNumber(number: string, io: Io): Pictures | undefined {
  const states = openAll(io),
    [first, ...otherRecords] = recordsOfNumber(number, states);
  if (!first) {
    remark(io, noSuchNumber(number, states));
    return undefined;
  }
  const { workspace } = first.state,
    places = [first, ...otherRecords].map(({ record }) => placeOf(record));
  const isInside = ({ document, pointer }: Cursor): boolean =>
    places.some(place => place.file === document.file && pointer.startsWith(`${place.pointer}/`));
  const ids = referencesOf(workspace).flatMap(({ at, agentId }) => (isInside(at) ? [agentId] : []));
  return picturesOf(workspaceGraph(workspace, new Set(ids.filter(id => workspace.agent(id)))));
}

function wholeWorkspace(io: Io): Pictures {
  const states = withFiles(openAll(io));
  const graph =
    states.length === 1
      ? workspaceGraph(states[0]!.workspace)
      : combineGraphs(states.map(state => ({ folder: folderOf(state, io), graph: workspaceGraph(state.workspace) })));
  if (graph.nodes.length === 0) io.stderr.write('there are no agents in this workspace\n');
  return picturesOf(graph);
}

/** Whether a text looks like a path, or is the path of a file or folder. */
const isPath = (text: string, io: Io): boolean =>
  /[\\/]|\.jsonc?$/i.test(text) || statsOf(resolve(io.cwd, text)) !== undefined;

/**
 * Draws an agent, or the flow of one of its versions.
 * @throws UsageError for an ambiguous name
 */
function picturesOfAgent({ agent: name, reference }: TypedReference, io: Io): Pictures | undefined {
  const unknownFlows: string[] = [],
    files: string[] = [];
  for (const state of withFiles(openAll(io))) {
    const { workspace, root } = state;
    const agent = agentCalled(name, workspace);
    if ('ambiguous' in agent) throw new UsageError(ambiguity(name, agent.ambiguous));
    if ('id' in agent)
      return reference === null
        ? picturesAround(agent.id, workspace)
        : picturesOfVersion(agent.id, reference, state, io);
    unknownFlows.push(agent.unknown);
    files.push(...agent.agentsWithoutId.map(({ document }) => pathFrom(io, root, document.file)));
  }
  const [file, ...otherFiles] = files;
  if (file !== undefined && otherFiles.length === 0) return picturesOfFile(file, io);
  if (file !== undefined) throw new UsageError(`${listed(files, 'and')} have no agent_id; give one of these files`);
  remark(io, `no agent ${name} in this workspace${unknownFlows.find(hint => hint !== '') ?? ''}`);
  return undefined;
}

const picturesAround = (id: string, workspace: Workspace): Pictures =>
  picturesOf(workspaceGraph(workspace, new Set([id])));

/** Draws the flow that a version runs, or its agent if it runs no flow. */
function picturesOfVersion(id: string, reference: string | number, state: State, io: Io): Pictures | undefined {
  const { workspace } = state,
    resolution = workspace.resolve(id, reference),
    record = resolution.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
  if (!record) {
    const reason = resolution.because ?? `no file has version ${resolution.version}`;
    remark(io, `${spellingFor(id, reference)}: ${reason}`);
    return undefined;
  }
  const engine = workspace.engineOf(record);
  return engine?.is('conversation-flow') ? flow(engine, state, io) : picturesAround(id, workspace);
}

/**
 * Draws the agents or the flow in a file.
 * @throws UsageError if the path is not a file, or the file cannot be drawn
 */
function picturesOfFile(typedPath: string, io: Io): Pictures {
  const path = resolve(io.cwd, typedPath),
    problem = openProblem(path),
    stat = statsOf(path);
  if (typedPath === '') throw new UsageError('a path is empty');
  if (stat?.isDirectory())
    throw new UsageError(`${typedPath} is a folder; --cwd ${typedPath} draws the workspace in it`);
  if (problem !== undefined) throw new UsageError(`${typedPath} cannot be read: ${problem}`);
  const state = openAround(path, io),
    { workspace } = state;
  const document = workspace.document(state.file);
  const drawable = 'graph draws agents, conversation flows and flow components';
  if (!document?.kind) throw new UsageError(`the kind of ${typedPath} is not known; ${drawable}`);
  if (!document.readable)
    throw new UsageError(
      `${typedPath} does not parse, so there is nothing to draw; "preflight lint ${typedPath}" says what is wrong`,
    );
  const [record, ...otherCursors] = document.roots;
  if (otherCursors.length > 0 || !record?.isObject)
    throw new UsageError(`${typedPath} has ${count(document.roots.length, 'record')}; graph draws a file with one`);
  if (document.kind === 'conversation-flow' || document.kind === 'flow-component') return flow(record, state, io);
  if (document.kind !== 'agent') throw new UsageError(`${typedPath} is a file of kind ${document.kind}; ${drawable}`);
  const agent = agentOf(record),
    engine = workspace.engineOf(agent),
    id = agent.get('agent_id').string();
  if (engine?.document === document && engine.is('conversation-flow')) return flow(engine, state, io);
  return id ? picturesAround(id, workspace) : picturesOf(recordGraph(agent, workspace));
}

function flow(place: Cursor, state: State, io: Io): Pictures {
  const { document } = place,
    id = place.get('conversation_flow_id').string(),
    name = place.get('name').string() || (id && engineName('conversation-flow', id, state.workspace));
  const findings = findingsOf(document, state),
    title = [name, pathFrom(io, state.root, document.file)].filter(Boolean).join(' – '),
    graph = flowGraph(place, title, findings);
  const markedCount = new Set([...graph.nodes, ...graph.edges].flatMap(item => item.findings ?? [])).size;
  const unmarkedCount = findings.length - markedCount;
  if (unmarkedCount > 0)
    io.stderr.write(
      `${count(unmarkedCount, 'finding')} of other parts of the file ${unmarkedCount === 1 ? 'is' : 'are'} not in the picture\n`,
    );
  if (graph.nodes.length === 0) io.stderr.write('the flow has no nodes\n');
  return { ...picturesOf(graph), svg: () => flowSvg(flowPart(place, state.workspace, findings, title)) };
}

/** The findings of lint in a file, except suppressed and baselined ones. */
function findingsOf(document: Document, { workspace, configuration, baseline }: State): PlacedFinding[] {
  const { findings } = settle(
    lint(document, workspace, RuleSet.of(rules), configuration),
    workspace,
    configuration,
    baseline ?? [],
    () => false,
  );
  return findings.filter(({ file }) => file === document.file).map(placedFinding);
}
