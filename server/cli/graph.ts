import { engineName } from '../core/workspace/names.ts';
import { resolve } from 'node:path';
import { settle } from '../core/configuration/suppressions-and-baseline.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { pointerOf } from '../core/finding.ts';
import { count, listed } from '../core/wording.ts';
import { agentOf, placeOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { recordOf } from '../core/domain/tasks.ts';
import { referencesOf, spellingFor } from '../core/index/agent-references.ts';
import type { State } from '../state/open.ts';
import { openProblem } from '../state/text.ts';
import { command, formatOption } from './terminal/command.ts';
import { rules } from '../../rules/index.ts';
import { flowGraph, type PlacedFinding } from '../simulator/flow-graph.ts';
import { recordGraph, sideBySide, workspaceGraph, type Graph } from '../simulator/graph.ts';
import { agentCalled, ambiguity, type TypedReference } from '../core/domain/typed-reference.ts';
import { pathFrom } from './terminal/paths.ts';
import { noSuchNumber, readSelector, recordsOfNumber } from './terminal/selector.ts';
import { remark, UsageError, type Io } from './terminal/io.ts';
import { folderOf, openAll, openAround, withFiles } from './terminal/workspaces.ts';
import { flowPart } from '../features/panels/index.ts';
import { flowSvg } from '../view/flow/flow-svg.ts';
import { graphSvg } from '../view/graph-svg.ts';
import { dot, mermaid } from '../view/graph-text.ts';
import { statsOf } from '../state/regular-file.ts';

/** A graph in each format. */
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
    configured: true,
    takes: '[FILE|NUMBER|AGENT[@REF]]',
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
        svg: 'one file, light and dark; a flow as its author has placed it if that can be read at once, otherwise in layers',
      }),
    },
    more: `Examples
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
    const [subject, ...more] = positionals;
    if (more.length > 0)
      throw new UsageError(
        `graph takes one file, agent or phone number, and ${more.length + 1} are given: ${listed(positionals, 'and')}`,
      );
    const drawn = subject === undefined ? wholeWorkspace(io) : ofNamed(subject, io);
    if (drawn === undefined) return Promise.resolve(1);
    io.stdout.write(drawn[format]());
    return Promise.resolve(0);
  },
);

function ofNamed(name: string, io: Io): Pictures | undefined {
  if (isPath(name, io)) return ofFile(name, io);
  const typed = readSelector(name, io);
  if ('path' in typed) return ofFile(typed.written, io);
  return 'number' in typed ? ofNumber(typed.number, io) : ofAgent(typed, io);
}

/** The agents that a phone number names. */
function ofNumber(number: string, io: Io): Pictures | undefined {
  const opened = openAll(io),
    [first, ...others] = recordsOfNumber(number, opened);
  if (!first) {
    remark(io, noSuchNumber(number, opened));
    return undefined;
  }
  const { workspace } = first.opened,
    places = [first, ...others].map(({ record }) => placeOf(record));
  const isInside = ({ document, pointer }: Cursor): boolean =>
    places.some(place => place.file === document.file && pointer.startsWith(`${place.pointer}/`));
  const ids = referencesOf(workspace).flatMap(({ at, agentId }) => (isInside(at) ? [agentId] : []));
  return picturesOf(workspaceGraph(workspace, new Set(ids.filter(id => workspace.agent(id)))));
}

function wholeWorkspace(io: Io): Pictures {
  const opened = withFiles(openAll(io));
  const drawn =
    opened.length === 1
      ? workspaceGraph(opened[0]!.workspace)
      : sideBySide(opened.map(one => ({ folder: folderOf(one, io), graph: workspaceGraph(one.workspace) })));
  if (drawn.nodes.length === 0) io.stderr.write('there are no agents here\n');
  return picturesOf(drawn);
}

/** Something that looks like a path, or is one. */
const isPath = (text: string, io: Io): boolean =>
  /[\\/]|\.jsonc?$/i.test(text) || statsOf(resolve(io.cwd, text)) !== undefined;

/** @throws UsageError for an ambiguous name */
function ofAgent({ agent: name, reference }: TypedReference, io: Io): Pictures | undefined {
  const unknown: string[] = [],
    files: string[] = [];
  for (const one of withFiles(openAll(io))) {
    const { workspace, root } = one;
    const called = agentCalled(name, workspace);
    if ('ambiguous' in called) throw new UsageError(ambiguity(name, called.ambiguous));
    if ('id' in called)
      return reference === null ? around(called.id, workspace) : ofVersion(called.id, reference, one, io);
    unknown.push(called.unknown);
    files.push(...called.unidentified.map(({ document }) => pathFrom(io, root, document.file)));
  }
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) return ofFile(file, io);
  if (file !== undefined) throw new UsageError(`${listed(files, 'and')} have no agent_id; give one of these files`);
  remark(io, `no agent ${name} in this workspace${unknown.find(hint => hint !== '') ?? ''}`);
  return undefined;
}

const around = (id: string, workspace: Workspace): Pictures => picturesOf(workspaceGraph(workspace, new Set([id])));

/** The flow that a version runs; the agent, if it is none. */
function ofVersion(id: string, reference: string | number, opened: State, io: Io): Pictures | undefined {
  const { workspace } = opened,
    resolution = workspace.resolve(id, reference),
    record = resolution.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
  if (!record) {
    const because = resolution.because ?? `no file has version ${resolution.version}`;
    remark(io, `${spellingFor(id, reference)}: ${because}`);
    return undefined;
  }
  const engine = workspace.engineOf(record);
  return engine?.is('conversation-flow') ? flow(engine, opened, io) : around(id, workspace);
}

/** @throws UsageError if it is not a file, or cannot be drawn */
function ofFile(typed: string, io: Io): Pictures {
  const path = resolve(io.cwd, typed),
    problem = openProblem(path),
    stat = statsOf(path);
  if (typed === '') throw new UsageError('a path is empty');
  if (stat?.isDirectory()) throw new UsageError(`${typed} is a folder; --cwd ${typed} draws the workspace there`);
  if (problem !== undefined) throw new UsageError(`${typed} cannot be read: ${problem}`);
  const opened = openAround(path, io),
    { workspace } = opened;
  const document = workspace.document(opened.file);
  const drawable = 'what can be drawn: agents, conversation flows and flow components';
  if (!document?.kind) throw new UsageError(`${typed} is no kind of file that Preflight knows; ${drawable}`);
  if (!document.readable)
    throw new UsageError(
      `${typed} does not parse, so there is nothing to draw; "preflight lint ${typed}" says what is wrong`,
    );
  const [record, ...others] = document.roots;
  if (others.length > 0 || !record?.isObject)
    throw new UsageError(`${typed} holds ${count(document.roots.length, 'record')}; one is drawn`);
  if (document.kind === 'conversation-flow' || document.kind === 'flow-component') return flow(record, opened, io);
  if (document.kind !== 'agent') throw new UsageError(`${typed} is a file of kind ${document.kind}; ${drawable}`);
  const agent = agentOf(record),
    engine = workspace.engineOf(agent),
    id = agent.get('agent_id').string();
  if (engine?.document === document && engine.is('conversation-flow')) return flow(engine, opened, io);
  return id ? around(id, workspace) : picturesOf(recordGraph(agent, workspace));
}

function flow(place: Cursor, opened: State, io: Io): Pictures {
  const { document } = place,
    id = place.get('conversation_flow_id').string(),
    name = place.get('name').string() || (id && engineName('conversation-flow', id, opened.workspace));
  const findings = findingsOf(document, opened),
    title = [name, pathFrom(io, opened.root, document.file)].filter(Boolean).join(' – '),
    drawn = flowGraph(place, title, findings);
  const marked = new Set([...drawn.nodes, ...drawn.edges].flatMap(item => item.findings ?? [])).size;
  const others = findings.length - marked;
  if (others > 0)
    io.stderr.write(
      `${count(others, 'finding')} of other parts of the file ${others === 1 ? 'is' : 'are'} not in the picture\n`,
    );
  if (drawn.nodes.length === 0) io.stderr.write('the flow has no nodes\n');
  return { ...picturesOf(drawn), svg: () => flowSvg(flowPart(place, opened.workspace, findings, title)) };
}

/** Lint's findings in a file, without those that are suppressed or in the baseline. */
function findingsOf(document: Document, { workspace, configuration, baseline }: State): PlacedFinding[] {
  const { findings } = settle(
    lint(document, workspace, RuleSet.of(rules), configuration),
    workspace,
    configuration,
    baseline ?? [],
    () => false,
  );
  return findings
    .filter(({ file }) => file === document.file)
    .map(({ severity, rule, message, target }) => ({ severity, rule, message, pointer: pointerOf(target) }));
}
