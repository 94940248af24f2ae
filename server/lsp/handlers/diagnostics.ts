import {
  LSPErrorCodes,
  ResponseError,
  type DocumentDiagnosticReport,
  type FullDocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import type { Report } from '../reports.ts';
import { promptScheme } from '../protocol.ts';
import { yieldToMessages } from '../scheduling.ts';
import type { Handler } from './handler.ts';

const fullReport = ({ id, items }: Report): FullDocumentDiagnosticReport => ({
  kind: 'full',
  resultId: id,
  items: [...items],
});

/** Pull diagnostics: of one document, and of the whole workspace. */
export const diagnostics: Handler = {
  capabilities: ({ pullsDiagnostics, options }) => {
    const workspaceDiagnostics = options.reportsUnopened !== false;
    return pullsDiagnostics
      ? { diagnosticProvider: { identifier: 'preflight', interFileDependencies: true, workspaceDiagnostics } }
      : {};
  },
  register(connection, editor) {
    connection.languages.diagnostics.on(
      async ({ textDocument: { uri }, identifier, previousResultId }, token): Promise<DocumentDiagnosticReport> => {
        const { publisher, session, client } = editor();
        await session.waitUntilRead(uri);
        await yieldToMessages();
        if (token.isCancellationRequested)
          throw new ResponseError(LSPErrorCodes.ServerCancelled, 'a newer edit arrived', { retriggerRequest: true });
        const isForPrompt = identifier === promptScheme,
          report = isForPrompt ? publisher.pullMarks(uri) : publisher.pull(uri),
          relatedReports = client.relatedDocuments ? publisher.relatedReports(uri) : [];
        const relatedPart =
          relatedReports.length > 0
            ? {
                relatedDocuments: Object.fromEntries(
                  relatedReports.map(([otherUri, report]) => [otherUri, fullReport(report)]),
                ),
              }
            : {};
        return report.id === previousResultId
          ? { kind: 'unchanged', resultId: report.id, ...relatedPart }
          : { ...fullReport(report), ...relatedPart };
      },
    );
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, _, progress) => {
      const { publisher, session } = editor();
      await session.allReady();
      const resultIds = new Map(previousResultIds.map(({ uri, value }) => [uri, value] as const));
      const reports: WorkspaceDocumentDiagnosticReport[] = [];
      const stop = publisher.listen(resultIds, report => {
        if (progress) progress.report({ items: [report] });
        else reports.push(report);
      });
      // an editor that accepts partial results gets every later change; all others get the current state and ask again
      if (progress)
        await new Promise<void>(resolve => {
          token.onCancellationRequested(() => {
            resolve();
          });
        });
      else await publisher.whenSettled();
      stop();
      return { items: reports };
    });
  },
};
