import { commands, Disposable, env, Uri, window, workspace } from 'vscode';
import {
  clientCommands,
  count,
  requests,
  type FilesEdit,
  type FileStatus,
  type FileStatusParams,
  type PanelAnswer,
  type PlanAnswer,
  type PlanParams,
  type PlanTextParams,
  type ProtocolPlace,
  type TakeParams,
  type WhatIf,
} from '../../server/lsp/protocol.ts';
import { headingOf } from '../../server/view/panel-answer.ts';
import { fileInSight } from '../session/texts.ts';
import type { ClientSession } from '../session/session.ts';
import { namedFiles } from '../session/signs.ts';
import { trustedCommand } from '../session/settings.ts';
import { askForRevision } from './plan-revisions.ts';
import { openTextOf } from './texts.ts';
import { Panel } from './webview.ts';
import type { PlanAction, PlanRequest, PlanData } from './webview/messages.ts';

/**
 * The number of milliseconds without changes before a comparison: `least`, or `times` the duration of the last
 * comparison if that is more, so that slow comparisons do not follow every keystroke.
 */
const pause = { least: 800, times: 4 };
type PlanPanel = Panel<PlanData, PlanAction, { readonly request: PlanRequest | null }>;
function baseInWords(base: string | null): string {
  if (base === null) return 'what is saved';
  return /^[0-9a-f]{40}$/.test(base) ? base.slice(0, 8) : base;
}
/** The question as a sentence for the page, and as a title for the tab of the panel. */
const questionOf = (edit: WhatIf, agent: string = edit.agentId): Readonly<Record<'sentence' | 'title', string>> =>
  edit.kind === 'publish'
    ? {
        sentence: `If version ${edit.version} of ${agent} were published`,
        title: `If v${edit.version} Were Published`,
      }
    : {
        sentence: `If tag ${edit.tag} of ${agent} moved to version ${edit.version}`,
        title: `If ${edit.tag} Moved to v${edit.version}`,
      };
function titleOf(request: PlanRequest | null, baseName: string): string {
  if (request?.exports) return 'Drift';
  return request?.versions ? `${request.versions.before} → ${request.versions.after}` : `Plan against ${baseName}`;
}
const warn = (message: string): void => {
  void window.showWarningMessage(message);
};

const noFile = 'There is no file of an agent in this workspace, so there is nothing to compare.';

/**
 * The command with which other parts of the extension show a comparison. Its argument is a request for two
 * versions, or for a hypothetical edit.
 */
export const comparisonCommand = 'preflight.comparison';

/**
 * The command "Compare with Branch…": shows the effect of the current files on every reference, compared with a git
 * revision or with the saved files.
 */
export function comparePanel(session: ClientSession, extensionUri: Uri): Disposable {
  const panel: PlanPanel = new Panel(extensionUri, { type: 'preflight.plan', page: 'plan', title: 'Plan' }),
    plan = new ComparedPlan(session, panel);
  const compare = async (revision?: unknown): Promise<void> => {
    const uri = await workspaceFile(session);
    if (!uri) return warn(noFile);
    const base = typeof revision === 'string' ? { base: revision } : await askForRevision(uri);
    if (!base) return;
    panel.open();
    await plan.show({ uri: uri.toString(), ...base });
  };
  const actions: Readonly<Record<PlanAction['type'], (value: string) => unknown>> = {
    other: () => compare(),
    back: () => plan.showPrevious(),
    again: () => plan.ask(),
    copy: () => plan.copy(),
    save: () => plan.save(),
    text: key => plan.openText(key),
    take: keys => plan.takeChanges(JSON.parse(keys) as readonly string[]),
    takeAll: () => plan.takeChanges(undefined),
  };
  const show = (request: PlanRequest): Promise<void> => {
    panel.open();
    return plan.show(request);
  };
  return Disposable.from(
    panel,
    plan,
    trustedCommand('preflight.compareWithBranch', 'Compare with Branch', compare),
    commands.registerCommand(comparisonCommand, show),
    commands.registerCommand(
      clientCommands.compareVersions,
      ({ at: place, ...versions }: NonNullable<PlanParams['versions']> & { readonly at: ProtocolPlace | null }) =>
        place && show({ uri: place.uri, base: null, versions, ...(plan.origin && { from: plan.origin }) }),
    ),
    commands.registerCommand('preflight.compareWithExport', async (file?: unknown) => {
      const uri = await workspaceFile(session);
      if (!uri) return warn(noFile);
      const exports = file instanceof Uri ? [file.toString()] : await askForExports();
      if (exports) await show({ uri: uri.toString(), base: null, exports });
    }),
    panel.onOpen(memory => {
      if (!memory?.request) return;
      void session.start();
      void plan.show(memory.request);
    }),
    panel.onSeen(() => plan.schedule()),
    session.onDidChange(() => plan.schedule()),
    panel.onAction(action => void actions[action.type]('value' in action ? action.value : '')),
  );
}

/**
 * Asks for exports from the dashboard or the API.
 * @returns uris of files or folders
 */
export async function askForExports(): Promise<readonly string[] | undefined> {
  const title = 'Compare with an Export',
    files = '$(file) Files…';
  // except on macOS, a dialog selects either files or folders
  const item = await window.showQuickPick([files, '$(folder) Folders…'], { title, placeHolder: 'The export is in …' });
  if (item === undefined) return undefined;
  const canSelectFiles = item === files;
  const chosenUris = await window.showOpenDialog({
    title,
    openLabel: 'Compare',
    canSelectMany: true,
    canSelectFiles,
    canSelectFolders: !canSelectFiles,
  });
  return chosenUris?.map(String);
}

/** A file that identifies the workspace: the visible file if it is a platform file, or else any platform file. */
async function workspaceFile(session: ClientSession): Promise<Uri | undefined> {
  const openUri = fileInSight();
  if (openUri) {
    const parameters: FileStatusParams = { uri: openUri.toString() };
    if ((await session.ask<FileStatus>(requests.fileStatus, parameters))?.kind !== undefined) return openUri;
  }
  const [namedUri] = await workspace.findFiles(namedFiles, '**/node_modules/**', 1);
  return namedUri ?? openUri;
}

const paramsOf = ({ uri, base, edit, versions, exports }: PlanRequest): PlanParams => ({
  uri,
  ...(edit && { edit }),
  ...(versions && { versions }),
  ...(exports && { exports }),
  ...(base !== null && { base }),
});

class ComparedPlan implements Disposable {
  readonly #session: ClientSession;
  readonly #panel: PlanPanel;
  #request: PlanRequest | null = null;
  #report: PanelAnswer | null = null;
  #duration = 0;
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: ClientSession, panel: PlanPanel) {
    this.#session = session;
    this.#panel = panel;
  }

  /**
   * The comparison to which the Back button returns: the comparison that was shown before a comparison of versions.
   */
  get origin(): PlanRequest | undefined {
    const request = this.#panel.isOpen ? this.#request : null;
    return request?.versions ? request.from : (request ?? undefined);
  }
  showPrevious(): Promise<void> | undefined {
    return this.#request?.from && this.show(this.#request.from);
  }

  async show(request: PlanRequest): Promise<void> {
    this.#request = request;
    this.#report = null;
    await this.ask();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#turn++;
  }

  /** Compares again after a pause, if the panel is visible. */
  schedule(): void {
    if (!this.#request || !this.#panel.isVisible) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.ask(), Math.max(pause.least, pause.times * this.#duration));
  }

  async ask(): Promise<void> {
    const request = this.#request,
      turn = ++this.#turn;
    clearTimeout(this.#timer);
    if (!request) return;
    this.#update(null, true);
    if (this.#session.state !== 'running')
      return this.#update(
        this.#session.state === 'failed'
          ? 'Preflight does not run. The command “Preflight: Restart” starts it again.'
          : null,
        true,
      );
    const startTime = Date.now(),
      report = await this.#session.ask<PlanAnswer>(requests.plan, paramsOf(request));
    if (turn !== this.#turn) return;
    this.#duration = Date.now() - startTime;
    if (report && report.problem === undefined) this.#report = report;
    this.#update(report ? (report.problem ?? null) : 'Preflight could not answer; its output says why.', false);
  }

  async copy(): Promise<void> {
    const text = await this.#text('markdown');
    if (text === undefined) return;
    await env.clipboard.writeText(text);
    window.setStatusBarMessage('$(check) The plan is in the clipboard, as markdown', 4000);
  }

  openText(key: string): Promise<void> | undefined {
    return this.#request ? openTextOf(this.#session, paramsOf(this.#request), key) : undefined;
  }

  /**
   * Applies changes as one step of undo.
   * @param keys of the changes; by default, all changes made only on the platform
   */
  async takeChanges(keys: readonly string[] | undefined): Promise<void> {
    if (!this.#request) return;
    const parameters: TakeParams = { ...paramsOf(this.#request), ...(keys && { keys }) },
      answer = await this.#session.ask<FilesEdit>(requests.take, parameters);
    if (!answer || 'reason' in answer)
      return warn(`No change was taken: ${answer?.reason ?? 'Preflight could not answer'}.`);
    const edit = await this.#session.editOf(answer.edit);
    if (!edit || !(await workspace.applyEdit(edit))) return warn('No change was taken: the editor rejected the edit.');
    const files = answer.files.length + answer.editedFiles.length;
    window.setStatusBarMessage(`$(check) Taken into ${count(files, 'file')}, not saved yet`, 4000);
  }

  async save(): Promise<void> {
    const request = this.#request,
      page = await this.#text('html');
    if (!request || page === undefined) return;
    const folder =
      workspace.getWorkspaceFolder(Uri.parse(request.uri))?.uri ?? Uri.joinPath(Uri.parse(request.uri), '..');
    const target = await window.showSaveDialog({
      defaultUri: Uri.joinPath(folder, 'plan.html'),
      filters: { 'Web page': ['html'] },
      saveLabel: 'Save',
      title: 'Export Plan as HTML',
    });
    if (!target) return;
    try {
      await workspace.fs.writeFile(target, new TextEncoder().encode(page));
    } catch (error) {
      return warn(`The page could not be saved: ${error instanceof Error ? error.message : String(error)}`);
    }
    window.setStatusBarMessage(`$(check) ${target.path.split('/').at(-1)} is saved`, 4000);
  }

  /**
   * The text of the current plan; `undefined` without a plan. If the server has no text for the plan, a message is
   * shown.
   */
  async #text(format: PlanTextParams['format']): Promise<string | undefined> {
    if (!this.#request || !this.#report) return undefined;
    const parameters: PlanTextParams = { ...paramsOf(this.#request), format },
      text = await this.#session.ask<string | null>(requests.planText, parameters);
    if (text) return text;
    warn('The plan could not be exported; compare again to see the reason.');
    return undefined;
  }

  #update(problem: string | null, isBusy: boolean): void {
    const request = this.#request,
      comparedState = request?.exports ? 'what the platform has' : baseInWords(request?.base ?? null),
      question = request?.edit && questionOf(request.edit, request.agent);
    const data = {
      report: this.#report,
      comparedState,
      question: question?.sentence ?? null,
      isBusy,
      problem,
      request,
    };
    const heading = request?.versions && this.#report ? headingOf(this.#report) : undefined;
    this.#panel.show(data, question?.title ?? heading ?? titleOf(request, comparedState));
  }
}
