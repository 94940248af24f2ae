import { factsInForce, factsInWords } from '../../core/domain/dated.ts';
import { liveInWords, liveThrough } from '../../core/domain/live-places.ts';
import { draftFixesNote } from '../../core/fixing/choose.ts';
import { panelsOf } from '../../features/decorations/code-lenses.ts';
import { agentsToShow } from '../../features/shown-agent.ts';
import { sizeOf, textName } from '../../features/prompts/texts.ts';
import { whyPublishedAt } from '../../features/published.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { plainMarkdown } from '../../features/hover/markdown.ts';
import { listedOf } from '../diagnostics.ts';
import type { EditorConnection } from '../editor-connection.ts';
import type { FileStatus } from '../protocol.ts';
import { answerAbout } from '../request-context.ts';
import { isPrompt, jsonUriOf, promptView, type PromptView } from '../prompt-documents.ts';
import { answerRequest } from './handler.ts';

export const fileStatus = answerRequest('fileStatus', editor => async ({ uri }) => {
  const connection = editor();
  if (!isPrompt(uri)) {
    await connection.session.ready(uri);
    return statusOf(connection, uri);
  }
  const json = jsonUriOf(uri);
  await connection.session.ready(json);
  const view = promptView(connection.session, uri);
  return 'why' in view
    ? { ...statusOf(connection, json), text: view }
    : { ...statusOf(connection, json, view.span), text: textStatus(view) };
});

function textStatus({ at, root: { workspace }, string }: PromptView): FileStatus['text'] {
  const [agent] = agentsToShow(at, workspace),
    publishedWhyPublished = whyPublishedAt(at, workspace);
  return {
    name: maskSecrets(textName(at)),
    size: sizeOf(string.text),
    ...(agent && { agent: maskSecrets(nameOfAgent(agent)) }),
    ...(publishedWhyPublished !== undefined && { published: publishedWhyPublished }),
  };
}
const nameOfAgent = (agent: Cursor): string =>
  agent.get('agent_name').string() || agent.get('agent_id').string() || agent.document.file;

/** @param part of the file whose findings are counted; all of it by default */
function statusOf(editor: EditorConnection, uri: string, part?: Span): FileStatus {
  const { session } = editor,
    { root: key } = session.whereabouts(uri),
    root = session.state.roots.get(key);
  const counts = { errors: 0, warnings: 0, infos: 0, baselined: 0 };
  if (!root) return { ...counts, opens: [], files: 0 };
  const answer = answerAbout(editor, uri, context => ({
    match: context.document.match,
    // as many as the editor lists
    listed: listedOf(context.document, context.findings()),
    opens: panelsOf(context),
    leftOut: draftFixesNote(
      context.findings().flatMap(finding => (finding.baselined ? [] : finding.finding)),
      file => context.workspace.document(file),
    ),
    through: liveThrough({ file: context.document.file, pointer: '' }, context.workspace),
  }));
  let liveCount = 0;
  for (const { finding, baselined, span } of answer?.listed ?? [])
    if (part && (span.end <= part.start || span.start >= part.end)) continue;
    else if (baselined) counts.baselined++;
    else if (!finding.superseded) {
      counts[`${finding.severity}s`]++;
      if (finding.live) liveCount++;
    }
  const [problem] = root.problems,
    { document } = root.settings.configuration,
    position = { line: (problem?.line ?? 1) - 1, character: (problem?.column ?? 1) - 1 };
  return {
    ...(answer?.match && { kind: answer.match.kind, by: answer.match.by }),
    ...counts,
    ...(liveCount > 0 && { live: liveCount }),
    ...(answer && answer.through.length > 0 && { through: plainMarkdown(liveInWords(answer.through)) }),
    opens: answer?.opens ?? [],
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
