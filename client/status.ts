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
  type Command,
} from 'vscode';
import {
  count,
  grouped,
  promptScheme,
  type FileStatus,
  clientCommands,
  type ProtocolPlace,
} from '../server/lsp/protocol.ts';
import { isJson } from './panels/pointing.ts';
import { statusOf } from './session/texts.ts';
import { isEnabled } from './session/settings.ts';
import type { ClientSession } from './session/session.ts';
import { plainMarkdown } from './views/agent-items.ts';

type Problem = NonNullable<FileStatus['configurationProblem']>;

/** The command that opens the place where a configuration or another file is invalid. */
const showProblem = ({ uri, range }: ProtocolPlace): Command => ({
  title: 'Show',
  command: clientCommands.select,
  arguments: [uri, range],
});

/**
 * Reports that a configuration cannot be used: once for each reason, and not while the configuration is being edited.
 */
class ConfigurationNotice {
  /** The last message for each configuration, by its uri. */
  readonly #lastMessages = new Map<string | undefined, string>();

  /**
   * Reports a problem that was not reported before.
   * @param configuration uri of the configuration that applies to the visible file
   * @param problem of the configuration, if there is one
   */
  update(configuration: string | undefined, problem: Problem | undefined): void {
    if (!problem) {
      this.#lastMessages.delete(configuration);
      return;
    }
    const isShown = window.activeTextEditor?.document.uri.toString() === Uri.parse(problem.uri).toString();
    if (isShown || this.#lastMessages.get(configuration) === problem.message) return;
    this.#lastMessages.set(configuration, problem.message);
    void say(problem);
  }
}

async function say(problem: Problem): Promise<void> {
  const name = Uri.parse(problem.uri).path.split('/').at(-1)!,
    { title, command, arguments: place = [] } = showProblem(problem);
  const choice = await window.showErrorMessage(
    `${name} cannot be used, so the files are checked without it: ${problem.message}`,
    title,
  );
  if (choice === title) await commands.executeCommand(command, ...(place as unknown[]));
}

const evidence = { configuration: 'the configuration', name: "the file's name", content: 'what is in it' } as const;
const enable = { command: 'workbench.action.openSettings', title: 'Settings', arguments: ['preflight.enable'] };

/**
 * The status item for the visible file: whether it has errors in the status bar, and its kind and findings in the
 * tooltip and beside the language. For a prompt document, its name, its length, and the reason why it cannot be
 * changed.
 */
export function status(session: ClientSession): Disposable {
  const item = window.createStatusBarItem('preflight', StatusBarAlignment.Right, 90);
  item.name = 'Preflight';
  const notice = new ConfigurationNotice();
  const selector = [{ language: 'json' }, { language: 'jsonc' }, { scheme: promptScheme }],
    kindItem = languages.createLanguageStatusItem('preflight', selector);
  kindItem.name = 'Preflight';
  kindItem.text = 'Preflight';

  let latest = 0;
  const update = async (): Promise<void> => {
    const turn = ++latest,
      editor = window.activeTextEditor;
    const isOurs = editor !== undefined && isJson(editor);
    const file = isOurs && session.state === 'running' ? await statusOf(session, editor.document) : undefined;
    if (turn !== latest) return;
    void commands.executeCommand('setContext', 'preflight.opens', file?.panels.join(' ') ?? '');
    if (!isEnabled()) {
      item.hide();
      kindItem.detail = 'is off: preflight.enable';
      kindItem.severity = LanguageStatusSeverity.Information;
      kindItem.busy = false;
      kindItem.command = enable;
      return;
    }
    const problem = file?.configurationProblem;
    if (file) notice.update(file.configuration, problem);
    kindItem.command = problem ? showProblem(problem) : { command: 'preflight.menu', title: 'Options' };
    kindItem.busy = session.state === 'starting';
    kindItem.detail = describe(session, file);
    kindItem.severity =
      session.state === 'failed' || problem ? LanguageStatusSeverity.Error : LanguageStatusSeverity.Information;
    show(item, session, file, isOurs);
  };
  const refresh = (): void => void update();
  const whenFound = languages.onDidChangeDiagnostics(({ uris }) => {
    const openUri = window.activeTextEditor?.document.uri.toString();
    if (uris.some(uri => uri.toString() === openUri)) refresh();
  });
  return Disposable.from(
    item,
    kindItem,
    session.onDidChange(refresh),
    window.onDidChangeActiveTextEditor(refresh),
    whenFound,
  );
}

/** The status of a prompt document: the text of the item, and a sentence. */
function describeText(text: NonNullable<FileStatus['text']>): readonly [short: string, long: string] {
  if ('reason' in text) {
    const title = text.isBroken ? 'the JSON file is not valid' : 'the text was removed';
    return [`$(warning) not saved: ${title}`, `${text.reason}; what is typed is kept in this editor`];
  }
  const { agent, name, size, readOnlyReason, brief, invalid } = text;
  if (invalid) {
    const line = invalid.range.start.line + 1;
    return [
      '$(warning) not saved: the JSON file is not valid',
      `the JSON file is not valid at line ${line}; the text is saved once it is valid`,
    ];
  }
  const parts = [agent, name, size].filter(part => part !== undefined);
  // VS Code cuts the end of a long item, and the name of the agent is also elsewhere
  const shortParts = [size, name, agent].filter(part => part !== undefined);
  return readOnlyReason === undefined
    ? [`$(edit) ${shortParts.join(' · ')}`, parts.join(', ')]
    : [`$(lock) ${parts.slice(0, -1).join(' · ')} · read-only: ${brief}`, `read-only: ${readOnlyReason}`];
}

function describe({ state }: ClientSession, file: FileStatus | undefined): string {
  if (state === 'failed') return 'does not run';
  if (state === 'starting') return 'is starting';
  if (file?.configurationProblem) return `the configuration cannot be used: ${file.configurationProblem.message}`;
  if (state === 'waiting' || file?.kind === undefined) return 'does not recognize this file';
  return `${file.kind}, recognized by ${file.kindSource ? evidence[file.kindSource] : 'its contents'}`;
}

function show(item: StatusBarItem, session: ClientSession, file: FileStatus | undefined, isOurs: boolean): void {
  const problem = file?.configurationProblem;
  const place = problem ?? file?.text?.invalid;
  item.command = place ? showProblem(place) : 'preflight.menu';
  const isBad = session.state === 'failed' || problem !== undefined;
  item.backgroundColor = isBad ? new ThemeColor('statusBarItem.errorBackground') : undefined;
  item.accessibilityInformation = undefined;
  if (session.state === 'failed') {
    item.text = '$(error) Preflight';
    item.tooltip = 'Preflight does not run';
    item.show();
    return;
  }
  if (session.state === 'starting' && isOurs) {
    item.text = '$(loading~spin) Preflight';
    item.tooltip = 'Preflight is starting';
    item.show();
    return;
  }
  if (file?.kind === undefined && !problem && !file?.text) {
    item.hide();
    return;
  }
  const {
    errors = 0,
    warnings = 0,
    infos = 0,
    baselinedCount = 0,
    liveCount = 0,
    livePath,
    files = 0,
    configuration,
    platform,
  } = file ?? {};
  const summary =
    errors + warnings + infos === 0
      ? 'nothing found'
      : [
          ...(errors > 0 ? [count(errors, 'error')] : []),
          ...(warnings > 0 ? [count(warnings, 'warning')] : []),
          ...(infos > 0 ? [count(infos, 'note')] : []),
        ].join(', ');
  const text = file?.text && describeText(file.text),
    isAway = file?.text !== undefined && 'reason' in file.text;
  const counts = isAway
    ? []
    : [
        ...(errors > 0 ? [`$(error) ${grouped(errors)}`] : []),
        ...(warnings > 0 ? [`$(warning) ${grouped(warnings)}`] : []),
      ];
  item.accessibilityInformation = {
    label: `Preflight: ${problem ? 'configuration' : (text?.[1] ?? file?.kind)}, ${summary}`,
  };
  const sign = counts.length > 0 || text ? '' : '$(pass) ';
  item.text = [problem ? '$(error) Preflight' : (text?.[0] ?? `${sign}Preflight`), ...counts].join(' ');
  item.tooltip = new MarkdownString(
    [
      `**Preflight**: ${text ? plainMarkdown(text[1]) : describe(session, file)}`,
      liveCount > 0 ? `${summary}, ${liveCount} of them live` : summary,
      ...(livePath === undefined ? [] : [`Callers are served by it: ${livePath}`]),
      ...(baselinedCount > 0 ? [`${baselinedCount} in the baseline`] : []),
      `${count(files, 'file')} in the workspace`,
      ...(platform === undefined ? [] : [`Platform facts: ${platform}`]),
      ...(configuration ? [`Configuration: ${Uri.parse(configuration).path.split('/').slice(-2).join('/')}`] : []),
    ].join('  \n'),
  );
  item.show();
}
