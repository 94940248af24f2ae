import { WorkDoneProgress, type Connection } from 'vscode-languageserver/node';
import type { Client } from './client.ts';
import type { ProgressReceiver } from './scheduling.ts';

/** The number of milliseconds that work must take before its progress is shown. */
const SHOW_DELAY_MS = 300;

/** Reports the progress of reading to an editor that supports progress, if reading takes noticeably long. */
export function progressOf(
  connection: Connection,
  client: Client,
  root: string,
): ProgressReceiver<readonly [number, number]> {
  const startTime = performance.now();
  let token: string | undefined;
  return {
    step([doneCount, total]) {
      if (!client.progress || performance.now() - startTime < SHOW_DELAY_MS) return;
      if (token === undefined) {
        token = `preflight-${root}`;
        void connection.sendRequest('window/workDoneProgress/create', { token }).catch(() => undefined);
        void connection.sendProgress(WorkDoneProgress.type, token, {
          kind: 'begin',
          title: 'Preflight',
          message: 'reading the workspace',
          percentage: 0,
        });
      }
      void connection.sendProgress(WorkDoneProgress.type, token, {
        kind: 'report',
        message: `${doneCount} of ${total} files`,
        percentage: total === 0 ? 0 : Math.round((doneCount / total) * 100),
      });
    },
    end() {
      if (token !== undefined) void connection.sendProgress(WorkDoneProgress.type, token, { kind: 'end' });
    },
  };
}
