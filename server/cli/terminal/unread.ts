import { listed } from '../../core/wording.ts';
import type { OpenedWorkspace } from '../../host/open.ts';
import { pathFrom } from './here.ts';
import type { Io } from './io.ts';
import { printable } from '../../printers/printable.ts';

/** Reports which files could not be read, so that answers may be incomplete. */
export function tellUnread({ workspace, unreadableFindings, root }: OpenedWorkspace, io: Io): void {
  const files = [
    ...new Set([
      ...unreadableFindings.map(({ file }) => file),
      ...workspace.documents.filter(({ readable }) => !readable).map(({ file }) => file),
    ]),
  ].sort();
  if (files.length === 0) return;
  const named = listed(
    files.map(file => printable(pathFrom(io, root, file))),
    'and',
  );
  io.stderr.write(
    `cannot be read, so what ${files.length === 1 ? 'it says' : 'they say'} may be missing here: ${named}; "preflight lint" says why\n`,
  );
}
