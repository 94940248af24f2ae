import { factsInForce, factsInWords } from '../../core/domain/dated.ts';
import { liveInWords, liveThrough } from '../../core/domain/live-places.ts';
import { draftFixesNote } from '../../core/fixing/choose.ts';
import { panelsOf } from '../../features/decorations/code-lenses.ts';
import { subjectAt } from '../../features/panels/index.ts';
import { agentsToShow } from '../../features/shown-agent.ts';
import { nameOfAgent, sizeOf, textName } from '../../features/prompts/texts.ts';
import { publishedInBrief, whyPublishedAt } from '../../features/published.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { plainMarkdown } from '../../features/hover/markdown.ts';
import { listedOf } from '../diagnostics.ts';
import type { EditorConnection } from '../editor-connection.ts';
import { offsetIn } from '../positions.ts';
import type { FileStatus } from '../protocol.ts';
import { answerAbout } from '../request-context.ts';
import { breakIn, isPrompt, jsonUriOf, promptView, type PromptView } from '../prompt-documents.ts';
import { answerRequest } from './handler.ts';

export const fileStatus = answerRequest('fileStatus', editor => async ({ uri, position }) => {
  const connection = editor();
  if (!isPrompt(uri)) {
    await connection.session.waitUntilRead(uri);
    return {
      ...statusOf(connection, uri),
      ...(position && agentAt(connection, uri, document => offsetIn(document, position))),
    };
  }
  const json = jsonUriOf(uri);
  await connection.session.waitUntilRead(json);
  const view = promptView(connection.session, uri);
  return 'reason' in view
    ? { ...statusOf(connection, json), text: view }
    : {
        ...statusOf(connection, json, view.span),
        ...(position && agentAt(connection, json, () => view.span.start)),
        text: textStatus(view),
      };
});

/** The agent that panels show for a place; for an engine, the agent that most callers get. */
function agentAt(
  editor: EditorConnection,
  uri: string,
  offsetOf: (document: Document) => number,
): Pick<FileStatus, 'agentId'> {
  const agentId = answerAbout(
    editor,
    uri,
    context => subjectAt({ ...context, offset: offsetOf(context.document) }).agentId,
  );
  return agentId === undefined ? {} : { agentId };
}

function textStatus(view: PromptView): FileStatus['text'] {
  const {
      at,
      root: { workspace },
      string,
    } = view,
    invalid = breakIn(view);
  const [agent] = agentsToShow(at, workspace),
    whyPublished = whyPublishedAt(at, workspace),
    brief = publishedInBrief(at, workspace);
  return {
    name: maskSecrets(textName(at)),
    size: sizeOf(string.text, true),
    ...(agent && { agent: maskSecrets(nameOfAgent(agent)) }),
    ...(whyPublished !== undefined && { readOnlyReason: whyPublished }),
    ...(brief !== undefined && { brief }),
    ...(invalid && { invalid }),
  };
}

/**
 * The status of a file.
 * @param part the part of the file whose findings are counted; by default the whole file
 */
function statusOf(editor: EditorConnection, uri: string, part?: Span): FileStatus {
  const { session } = editor,
    { root: key } = session.fileOf(uri),
    root = session.state.roots.get(key);
  const counts = { errors: 0, warnings: 0, infos: 0, baselinedCount: 0 };
  if (!root) return { ...counts, panels: [], files: 0 };
  const answer = answerAbout(editor, uri, context => ({
    match: context.document.match,
    // the count must match the findings that the editor lists
    listed: listedOf(context.document, context.findings()),
    panels: panelsOf(context),
    leftOut: draftFixesNote(
      context.findings().flatMap(finding => (finding.isBaselined ? [] : finding.finding)),
      file => context.workspace.document(file),
    ),
    livePath: liveThrough({ file: context.document.file, pointer: '' }, context.workspace),
  }));
  let liveCount = 0;
  for (const { finding, isBaselined, span } of answer?.listed ?? [])
    if (part && (span.end <= part.start || span.start >= part.end)) continue;
    else if (isBaselined) counts.baselinedCount++;
    else if (!finding.superseded) {
      counts[`${finding.severity}s`]++;
      if (finding.live) liveCount++;
    }
  const [problem] = root.problems,
    { document } = root.settings.configuration,
    position = { line: (problem?.line ?? 1) - 1, character: (problem?.column ?? 1) - 1 };
  return {
    ...(answer?.match && { kind: answer.match.kind, kindSource: answer.match.by }),
    ...counts,
    ...(liveCount > 0 && { liveCount }),
    ...(answer && answer.livePath.length > 0 && { livePath: plainMarkdown(liveInWords(answer.livePath)) }),
    panels: answer?.panels ?? [],
    ...(answer?.leftOut !== undefined && { leftOut: answer.leftOut }),
    platform: factsInWords(factsInForce(root.workspace.facts)),
    files: root.workspace.documents.length,
    ...((document ?? problem) && { configuration: session.uriOf(key, session.configurationName(key)) }),
    ...(problem && {
      configurationProblem: {
        message: problem.message,
        uri: session.uriOf(key, problem.file),
        range: { start: position, end: position },
      },
    }),
  };
}
