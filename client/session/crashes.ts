import { commands, window, type LogOutputChannel } from 'vscode';
import { CloseAction, ErrorAction, type ErrorHandler } from 'vscode-languageclient/node';

/** The maximum number of crashes within a time. After more crashes, the user has to restart the server. */
const crashLimit = { crashes: 3, milliseconds: 3 * 60_000 };

/** Restarts a server that crashed, and reports this, until it has crashed too often. */
export function restartsAfterCrashes(output: LogOutputChannel, onGivenUp: () => void): ErrorHandler {
  let crashTimes: number[] = [];
  return {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => {
      const now = Date.now();
      crashTimes = [...crashTimes.filter(crash => now - crash < crashLimit.milliseconds), now];
      if (crashTimes.length <= crashLimit.crashes) {
        output.warn('the server ended unexpectedly and is started again');
        window.setStatusBarMessage('$(warning) Preflight ended unexpectedly and is started again', 5000);
        return { action: CloseAction.Restart, handled: true };
      }
      output.error(
        `the server ended ${crashTimes.length} times within ${crashLimit.milliseconds / 60_000} minutes and is not started again`,
      );
      crashTimes = [];
      onGivenUp();
      void askWhatToDo();
      return { action: CloseAction.DoNotRestart, handled: true };
    },
  };
}

async function askWhatToDo(): Promise<void> {
  const restart = 'Start Again',
    show = 'Show Output';
  const choice = await window.showErrorMessage(
    'Preflight ended unexpectedly several times and was not started again.',
    restart,
    show,
  );
  if (choice === restart) await commands.executeCommand('preflight.restart');
  if (choice === show) await commands.executeCommand('preflight.showOutput');
}
