import { basename } from 'node:path';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { factsInForce, factsInWords } from '../../core/domain/dated.ts';
import { liveInWords, liveThrough } from '../../core/domain/live-places.ts';
import { plain } from '../../features/hover/markdown.ts';
import { pointerOf } from '../../core/finding.ts';
import { leftOutOf } from '../../core/fixing/choose.ts';
import { panelsOf } from '../../features/decorations/code-lenses.ts';
import type { FilePlace } from '../../features/file-place.ts';
import {
  agentBranch,
  agentList,
  agentTree,
  flowView,
  longDrawing,
  planBetween,
  findingsOfEdit,
  planIf,
  planPanel,
  planText,
  previewAt,
  simulationReport,
  versionsPage,
  withPlaces,
} from '../../features/panels/index.ts';
import { rulePage } from '../../view/rule-page.ts';
import { onDocument, onPosition, ask } from '../request-context.ts';
import { comparedWith } from '../comparing.ts';
import { placeIn } from '../convert.ts';
import {
  notifications,
  requests,
  type AgentNode,
  type AgentsParams,
  type CompareVersionsParams,
  type DrawingParams,
  type ExplainParams,
  type FileStatus,
  type FileStatusParams,
  type FlowParams,
  type PlanAnswer,
  type PlanParams,
  type PlanTextParams,
  type PreviewParams,
  type ProtocolPlace,
  type SimulateParams,
} from '../protocol.ts';
import { findingsOf, type Root } from '../root.ts';
import { seriesOf } from '../series-files.ts';
import type { EditorConnection } from '../editor-connection.ts';
import type { Handler } from './handler.ts';

const atStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const elsewhere = { problem: 'this file belongs to no workspace of Preflight' };

/** The extension's panels and views. */
export const panels: Handler = {
  capabilities: () => ({}),
  register(connection, editor) {
    const previews = onPosition(editor, (context, { calls, seed }: PreviewParams) =>
      placed(
        context.serving,
        context.root,
        previewAt(context, {
          now: Date.now(),
          ...(calls !== undefined && { calls }),
          ...(seed !== undefined && { seed }),
        }),
      ),
    );
    const flows = onPosition(editor, context =>
      placed(
        context.serving,
        context.root,
        flowView(context, document =>
          findingsOf(context.root, document, context.serving.session.rules).map(
            ({ finding: { severity, rule, message, target } }) => ({
              severity,
              rule,
              message,
              pointer: pointerOf(target),
            }),
          ),
        ),
      ),
    );
    const simulations = onPosition(editor, (context, { uri, position: _, series, ...asked }: SimulateParams) =>
      placed(
        context.serving,
        context.root,
        simulationReport(context, {
          ...asked,
          now: Date.now(),
          ...(context.document.kind === 'alert-rule' && { series: seriesOf(uri, series) }),
        }),
      ),
    );
    const plans = onDocument(editor, ({ root, serving }, asked: PlanParams) => {
      const plan = planOf(serving, root, asked);
      if ('problem' in plan) return plan;
      const findings = asked.edit && findingsOfEdit(plan, serving.session.rules, root.settings.configuration);
      return placed(serving, root, planPanel(plan, asked.edit ? plan.before : plan.after, findings));
    });
    const planTexts = onDocument(editor, ({ root, serving }, asked: PlanTextParams) => {
      const plan = planOf(serving, root, asked);
      return 'problem' in plan ? null : planText(plan, asked.format);
    });

    connection.onRequest(requests.preview, previews);
    const longDrawings = onPosition<FlowParams, number>(editor, longDrawing);
    connection.onRequest(requests.flow, async (params: FlowParams, token) => {
      const nodes = await longDrawings(params, token);
      if (nodes) await connection.sendNotification(notifications.drawing, { nodes } satisfies DrawingParams);
      return flows(params, token);
    });
    connection.onRequest(requests.simulate, simulations);
    connection.onRequest<PlanAnswer, void>(
      requests.plan,
      async (params: PlanParams, token) => (await plans(params, token)) ?? elsewhere,
    );
    connection.onRequest(requests.planText, (params: PlanTextParams, token) => planTexts(params, token));
    connection.onRequest(requests.agents, async (params: AgentsParams | undefined) => {
      const present = editor();
      await present.session.allReady();
      const roots = [...present.session.state.roots.values()];
      return roots.flatMap(root => toldApart(agentsOf(present, root, params?.agentId), root, roots));
    });
    connection.onRequest(
      requests.compareVersions,
      async ({ agentId, before, after, uri }: CompareVersionsParams): Promise<string | null> => {
        const { session } = editor();
        await session.allReady();
        const { roots } = session.state,
          own = uri === undefined ? undefined : roots.get(session.whereabouts(uri).root),
          root = [...(own ? [own] : []), ...roots.values()].find(({ workspace }) => workspace.agent(agentId));
        return root ? versionsPage(agentId, [before, after], root.workspace) : null;
      },
    );
    connection.onRequest(requests.fileStatus, async ({ uri }: FileStatusParams): Promise<FileStatus> => {
      const present = editor();
      await present.session.ready(uri);
      return statusOf(present, uri);
    });
    connection.onRequest(requests.explain, ({ rule }: ExplainParams): string | null => {
      const found = editor().diagnosing.ruleOf(rule);
      return found ? rulePage(found) : null;
    });
  },
};

function placed<T>({ session }: EditorConnection, root: Root, data: T) {
  return withPlaces(
    data,
    (place: FilePlace): ProtocolPlace =>
      placeIn(session, root, place)[0] ?? { uri: session.uriOf(root.key, place.file), range: atStart },
  );
}

function planOf({ client }: EditorConnection, root: Root, { base, edit }: PlanParams) {
  if (edit) return planIf(edit, root.workspace);
  const compared = comparedWith(root, base, client.trusted);
  return 'problem' in compared ? compared : planBetween(compared.before, compared.now, compared.base);
}

/**
 * Copies of an agent in several workspaces, as of a staging and a production account: by their folders. An id has its
 * folder also where there is one, because rows whose ids change are folded, and folders come and go.
 */
function toldApart(nodes: readonly AgentNode[], { key, settings }: Root, roots: readonly Root[]): readonly AgentNode[] {
  const folder = basename(settings.root),
    isTwice = (id: string): boolean => roots.filter(({ workspace }) => workspace.agent(id)).length > 1;
  const own = (node: AgentNode): AgentNode => ({
    ...node,
    id: `${key} ${node.id}`,
    ...(node.type === 'agent' && isTwice(node.agentId) && { detail: `${node.detail} · ${folder}` }),
    children: node.children && node.children.map(own),
  });
  return nodes.map(own);
}

/** With more agents than this, children are sent on request. */
const MANY_AGENTS = 500;

function agentsOf(editor: EditorConnection, root: Root, agentId: string | undefined): readonly AgentNode[] {
  const isLarge = root.workspace.agents.size > MANY_AGENTS;
  // they contain no places to convert
  if (agentId === undefined && isLarge) return agentList(root.workspace) as readonly AgentNode<never>[];
  const { session } = editor,
    byDocument = new Map<Document, readonly (readonly [pointer: string, severity: string])[]>();
  const foundIn = (document: Document): readonly (readonly [string, string])[] => {
    let found = byDocument.get(document);
    if (!found)
      byDocument.set(
        document,
        (found = findingsOf(root, document, session.rules)
          .filter(({ baselined }) => !baselined)
          .map(({ finding }) => [pointerOf(finding.target), finding.severity] as const)),
      );
    return found;
  };
  const counted = (record: Cursor) => {
    const { pointer } = record,
      inside = foundIn(record.document).filter(([at]) => at === pointer || at.startsWith(`${pointer}/`));
    return {
      errors: inside.filter(([, severity]) => severity === 'error').length,
      warnings: inside.filter(([, severity]) => severity === 'warning').length,
    };
  };
  if (agentId === undefined) return placed(editor, root, agentTree(root.workspace, counted)) as readonly AgentNode[];
  const branch = agentBranch(root.workspace, agentId, counted);
  return branch ? [placed(editor, root, branch) as AgentNode] : [];
}

function statusOf(editor: EditorConnection, uri: string): FileStatus {
  const { session } = editor,
    { root: key } = session.whereabouts(uri),
    root = session.state.roots.get(key);
  const counts = { errors: 0, warnings: 0, infos: 0, baselined: 0 };
  if (!root) return { ...counts, opens: [], files: 0 };
  const found = ask(editor, uri, context => ({
    match: context.document.match,
    shown: context.findings(),
    opens: panelsOf(context),
    leftOut: leftOutOf(
      context.findings().flatMap(one => (one.baselined ? [] : one.finding)),
      file => context.workspace.document(file),
    ),
    through: liveThrough({ file: context.document.file, pointer: '' }, context.workspace),
  }));
  let live = 0;
  for (const { finding, baselined } of found?.shown ?? [])
    if (baselined) counts.baselined++;
    else {
      counts[`${finding.severity}s`]++;
      if (finding.live) live++;
    }
  const [problem] = root.problems,
    { document } = root.settings.configuration,
    at = { line: (problem?.line ?? 1) - 1, character: (problem?.column ?? 1) - 1 };
  return {
    ...(found?.match && { kind: found.match.kind, by: found.match.by }),
    ...counts,
    ...(live > 0 && { live }),
    ...(found && found.through.length > 0 && { through: plain(liveInWords(found.through)) }),
    opens: found?.opens ?? [],
    ...(found?.leftOut !== undefined && { leftOut: found.leftOut }),
    platform: factsInWords(factsInForce(root.workspace.facts)),
    files: root.workspace.documents.length,
    ...((document ?? problem) && { configuration: session.uriOf(key, session.configurationName(key)) }),
    ...(problem && {
      configurationProblem: {
        message: problem.message,
        uri: session.uriOf(key, problem.file),
        range: { start: at, end: at },
      },
    }),
  };
}
