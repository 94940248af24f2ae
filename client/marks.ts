import {
  DecorationRangeBehavior,
  Disposable,
  languages,
  OverviewRulerLane,
  ThemeColor,
  window,
  type Diagnostic,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import { severities, type MarkData } from '../server/lsp/protocol.ts';

/** Underlines the further places of a finding like its first place, which is the only one that is listed. */
export function marks(): Disposable {
  const types = severities.map(severity => [severity, underline(severity)] as const);
  const markedEditors = new WeakSet<TextEditor>();
  const show = (editor: TextEditor): void => {
    const diagnostics = languages
      .getDiagnostics(editor.document.uri)
      .filter(diagnostic => severityOf(diagnostic) !== undefined);
    if (diagnostics.length === 0 && !markedEditors.has(editor)) return;
    markedEditors.add(editor);
    for (const [severity, type] of types) {
      const ownDiagnostics = diagnostics.filter(diagnostic => severityOf(diagnostic) === severity);
      editor.setDecorations(
        type,
        ownDiagnostics.map(({ range }) => range),
      );
    }
  };
  const showAll = (): void => window.visibleTextEditors.forEach(show);
  showAll();
  return Disposable.from(
    ...types.map(([, type]) => type),
    window.onDidChangeVisibleTextEditors(showAll),
    languages.onDidChangeDiagnostics(({ uris }) => {
      const changedUris = new Set(uris.map(String));
      for (const editor of window.visibleTextEditors) if (changedUris.has(editor.document.uri.toString())) show(editor);
    }),
  );
}

const severityOf = ({
  source,
  ...rest
}: Diagnostic & { readonly data?: MarkData }): MarkData['severity'] | undefined =>
  source === 'preflight' ? rest.data?.severity : undefined;

function underline(severity: MarkData['severity']): TextEditorDecorationType {
  const name = `${severity[0]!.toUpperCase()}${severity.slice(1)}`;
  return window.createTextEditorDecorationType({
    textDecoration: `underline wavy var(--vscode-editor${name}-foreground) 1px; text-decoration-skip-ink: none`,
    overviewRulerColor: new ThemeColor(`editorOverviewRuler.${severity}Foreground`),
    overviewRulerLane: OverviewRulerLane.Right,
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}
