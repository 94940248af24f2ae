import { commands, Disposable, EventEmitter, extensions, ProgressLocation, Uri, window, workspace } from 'vscode';
import { requests, type PlanParams, type PlanReport } from '../server/lsp/protocol.ts';
import type { Session } from './session.ts';

const scheme = 'preflight-plan';
const tell = (message: string): void => { void window.showWarningMessage(message); };

/** "Compare with Branch…": what the files as they are change for every reference, against a revision of git. */
export function compareWithBranch(session: Session): Disposable {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(scheme, { onDidChange: changed.event, provideTextDocumentContent: uri => texts.get(uri.toString()) ?? '' }),
    commands.registerCommand('preflight.compareWithBranch', async (revision?: unknown) => {
      if (!workspace.isTrusted) return tell('Comparing with a branch starts git, which needs a workspace that you trust.');
      const uri = window.activeTextEditor?.document.uri ?? workspace.workspaceFolders?.[0]?.uri;
      const base = uri && (typeof revision === 'string' ? revision : await askForRevision(uri));
      if (!uri || !base) return;
      const parameters: PlanParams = { uri: uri.toString(), base };
      const working = { location: ProgressLocation.Window, title: `Preflight compares with ${base}` };
      const report = await window.withProgress(working, () => session.ask<PlanReport>(requests.plan, parameters));
      if (!report) return tell('Preflight could not compare: it does not run, or its output says why.');
      if (report.problem !== null) return tell(`Preflight could not compare with ${base}: ${report.problem}`);
      const page = Uri.from({ scheme, path: `/Compared with ${base.replaceAll('/', '∕')}.md` });
      texts.set(page.toString(), report.markdown);
      changed.fire(page);
      await commands.executeCommand('markdown.showPreview', page);
    }),
  );
}

/** The part of the Git extension that is asked here. */
interface Git { getAPI(version: 1): { getRepository(uri: Uri): Repository | null } }
interface Repository {
  readonly state: { readonly HEAD?: { readonly name?: string } };
  getBranches(query: { remote: boolean; sort: 'committerdate' }): Promise<readonly { readonly name?: string; readonly commit?: string }[]>;
}

async function askForRevision(uri: Uri): Promise<string | undefined> {
  const branches = await branchesOf(uri);
  const other = 'Another revision…';
  const items = [{ label: 'HEAD', description: 'the last commit' }, ...branches.map(label => ({ label })), { label: other }];
  const picked = await window.showQuickPick(items, { placeHolder: 'Compare the files as they are now with …' });
  return picked?.label === other ? window.showInputBox({ prompt: 'A branch, tag or commit', placeHolder: 'origin/main' }) : picked?.label;
}

/** The branches, the one last committed to first; none if the editor's git support is off. */
async function branchesOf(uri: Uri): Promise<readonly string[]> {
  try {
    const git = extensions.getExtension<Git>('vscode.git');
    const repository = (await git?.activate())?.getAPI(1).getRepository(uri);
    if (!repository) return [];
    const sort = 'committerdate';
    const [local, remote] = await Promise.all([repository.getBranches({ remote: false, sort }), repository.getBranches({ remote: true, sort })]);
    return [...new Set([...local, ...remote].flatMap(({ name }) => name ?? []))];
  } catch { return []; }
}
