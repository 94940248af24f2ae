import {
  commands,
  Disposable,
  languages,
  LanguageStatusSeverity,
  MarkdownString,
  StatusBarAlignment,
  ThemeColor,
  Uri,
  window,
  type StatusBarItem,
  type TextDocument,
} from 'vscode';
import { count, grouped, requests, type FileStatus, type FileStatusParams } from '../server/lsp/protocol.ts';
import { ConfigurationNotice, showProblem } from './configuration-notice.ts';
import { isEnabled } from './session/settings.ts';
import type { ClientSession } from './session/session.ts';

const by = { configuration: 'the configuration', name: "the file's name", content: 'what is in it' } as const;
const enable = { command: 'workbench.action.openSettings', title: 'Settings', arguments: ['preflight.enable'] };

/**
 * Whether the visible file has errors, in the status bar; its kind and findings in the tooltip and beside the language.
 */
export function status(session: ClientSession): Disposable {
  const item = window.createStatusBarItem('preflight', StatusBarAlignment.Right, 90);
  item.name = 'Preflight';
  const notice = new ConfigurationNotice();
  const beside = languages.createLanguageStatusItem('preflight', [{ language: 'json' }, { language: 'jsonc' }]);
  beside.name = 'Preflight';
  beside.text = 'Preflight';

  let latest = 0;
  const update = async (): Promise<void> => {
    const turn = ++latest,
      document = window.activeTextEditor?.document;
    const isJson = document !== undefined && (document.languageId === 'json' || document.languageId === 'jsonc');
    const file = isJson && session.state === 'running' ? await statusOf(session, document) : undefined;
    if (turn !== latest) return;
    void commands.executeCommand('setContext', 'preflight.opens', file?.opens.join(' ') ?? '');
    if (!isEnabled()) {
      item.hide();
      beside.detail = 'is off: preflight.enable';
      beside.severity = LanguageStatusSeverity.Information;
      beside.busy = false;
      beside.command = enable;
      return;
    }
    const broken = file?.configurationProblem;
    if (file) notice.see(file.configuration, broken);
    beside.command = broken ? showProblem(broken) : { command: 'preflight.menu', title: 'Options' };
    beside.busy = session.state === 'starting';
    beside.detail = describe(session, file);
    beside.severity =
      session.state === 'failed' || broken ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
    show(item, session, file, isJson);
  };
  const refresh = (): void => void update();
  const whenFound = languages.onDidChangeDiagnostics(({ uris }) => {
    const openUri = window.activeTextEditor?.document.uri.toString();
    if (uris.some(uri => uri.toString() === openUri)) refresh();
  });
  return Disposable.from(
    item,
    beside,
    session.onDidChange(refresh),
    window.onDidChangeActiveTextEditor(refresh),
    whenFound,
  );
}

function statusOf(session: ClientSession, document: TextDocument): Promise<FileStatus | undefined> {
  const parameters: FileStatusParams = { uri: document.uri.toString() };
  return session.ask<FileStatus>(requests.fileStatus, parameters);
}

function describe({ state }: ClientSession, file: FileStatus | undefined): string {
  if (state === 'failed') return 'does not run';
  if (state === 'starting') return 'is starting';
  if (file?.configurationProblem) return `the configuration cannot be used: ${file.configurationProblem.message}`;
  if (state === 'waiting' || file?.kind === undefined) return 'knows nothing of this file';
  return `${file.kind}, known by ${file.by ? by[file.by] : 'what is in it'}`;
}

function show(item: StatusBarItem, session: ClientSession, file: FileStatus | undefined, isJson: boolean): void {
  const broken = file?.configurationProblem;
  item.command = broken ? showProblem(broken) : 'preflight.menu';
  const isBad = session.state === 'failed' || broken !== undefined;
  item.backgroundColor = isBad ? new ThemeColor('statusBarItem.errorBackground') : undefined;
  item.accessibilityInformation = undefined;
  if (session.state === 'failed') {
    item.text = '$(error) Preflight';
    item.tooltip = 'Preflight does not run';
    item.show();
    return;
  }
  if (session.state === 'starting' && isJson) {
    item.text = '$(loading~spin) Preflight';
    item.tooltip = 'Preflight is starting';
    item.show();
    return;
  }
  if (file?.kind === undefined && !broken) {
    item.hide();
    return;
  }
  const {
    errors = 0,
    warnings = 0,
    infos = 0,
    baselined = 0,
    live = 0,
    through,
    files = 0,
    configuration,
    platform,
  } = file ?? {};
  const summary =
    errors + warnings + infos === 0
      ? 'nothing found'
      : [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'note')].join(', ');
  item.accessibilityInformation = { label: `Preflight: ${broken ? 'configuration' : file?.kind}, ${summary}` };
  item.text = `$(${broken || errors > 0 ? 'error' : 'pass'}) Preflight${warnings > 0 ? ` $(warning) ${grouped(warnings)}` : ''}`;
  item.tooltip = new MarkdownString(
    [
      `**Preflight**: ${describe(session, file)}`,
      live > 0 ? `${summary}, ${live} of them live` : summary,
      ...(through === undefined ? [] : [`Callers are served by it: ${through}`]),
      ...(baselined > 0 ? [`${baselined} in the baseline`] : []),
      `${count(files, 'file')} in the workspace`,
      ...(platform === undefined ? [] : [`Platform facts: ${platform}`]),
      ...(configuration ? [`Configuration: ${Uri.parse(configuration).path.split('/').slice(-2).join('/')}`] : []),
    ].join('  \n'),
  );
  item.show();
}
