import {
  commands,
  Disposable,
  EventEmitter,
  Uri,
  ViewColumn,
  window,
  workspace,
  type TextDocumentShowOptions,
} from 'vscode';
import {
  requests,
  type ComparableVersions,
  type ComparedText,
  type ComparedTexts,
  type PlanParams,
  type TextsFound,
} from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { askForState } from './plan-revisions.ts';
import { noText } from '../session/texts.ts';
import { targetOf } from './pointing.ts';

const scheme = 'preflight-text';
/** One side of a compared text, which a document of this scheme shows. */
interface TextSide {
  readonly request: PlanParams;
  readonly key: string;
  readonly side: 'before' | 'after';
}

/** Opens the comparison editor of VS Code with the two states of a text. */
async function openText(params: PlanParams, { key, name }: ComparedText, sides: TextsFound['sides']): Promise<void> {
  const uriOf = (side: TextSide['side']): Uri =>
    Uri.from({
      scheme,
      path: `/${name.replace(/[/\\]+/g, ' ')}.md`,
      query: JSON.stringify({ request: params, key, side } satisfies TextSide),
    });
  // the comparison must not cover the panel that has the focus
  const { viewColumn = ViewColumn.One } = window.activeTextEditor ?? window.visibleTextEditors[0] ?? {};
  await commands.executeCommand(
    'vscode.diff',
    uriOf('before'),
    uriOf('after'),
    `${name} (${sides.before} ↔ ${sides.after})`,
    { viewColumn } satisfies TextDocumentShowOptions,
  );
}

/** Opens one text of a comparison in the comparison editor, by its key. */
export async function openTextOf(session: ClientSession, params: PlanParams, key: string): Promise<void> {
  const comparedTexts = await session.ask<ComparedTexts>(requests.comparedTexts, params);
  const text = comparedTexts?.problem === undefined ? comparedTexts?.texts.find(text => text.key === key) : undefined;
  if (comparedTexts?.problem !== undefined || !comparedTexts || !text)
    return void window.showWarningMessage(
      `The texts cannot be compared: ${comparedTexts?.problem ?? 'this text no longer differs'}.`,
    );
  await openText(params, text, comparedTexts.sides);
}

/**
 * Registers the documents that show the decoded texts of two states, and the command that compares the text at the
 * cursor.
 */
export function texts(session: ClientSession, askForExports: () => Promise<readonly string[] | undefined>): Disposable {
  const emitter = new EventEmitter<Uri>();
  return Disposable.from(
    emitter,
    session.onDidChange(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) emitter.fire(uri);
    }),
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: emitter.event,
      provideTextDocumentContent: async ({ query }) => {
        const { request: params, key, side } = JSON.parse(query) as TextSide;
        await session.start();
        const comparedTexts = await session.ask<ComparedTexts>(requests.comparedTexts, params);
        return comparedTexts?.problem === undefined
          ? (comparedTexts?.texts.find(text => text.key === key)?.[side] ??
              'This text is the same on both sides now.\n')
          : comparedTexts.problem;
      },
    }),
    commands.registerCommand('preflight.compareText', async (uri?: unknown, position?: unknown) => {
      const target = targetOf(uri, position);
      if (!target) return void window.showInformationMessage(noText);
      const versions = await session.ask<ComparableVersions | null>(requests.comparable, target),
        params = await otherSide(target.uri, versions ?? null, askForExports);
      if (!params) return;
      const comparedTexts = await session.ask<ComparedTexts>(requests.comparedTexts, {
        ...params,
        position: target.position,
      });
      if (!comparedTexts || comparedTexts.problem !== undefined)
        return void window.showWarningMessage(
          `The texts cannot be compared: ${comparedTexts?.problem ?? 'Preflight could not answer'}.`,
        );
      const ownText = comparedTexts.texts.find(text => text.key === comparedTexts.at) ?? (await choose(comparedTexts));
      if (ownText) await openText(params, ownText, comparedTexts.sides);
    }),
  );
}

/** Asks for the other side of the comparison: a revision, another version or tag, or an export. */
async function otherSide(
  uri: string,
  versions: ComparableVersions | null,
  askForExports: () => Promise<readonly string[] | undefined>,
): Promise<PlanParams | undefined> {
  const choices: { label: string; description?: string; value: Pick<PlanParams, 'versions'> | 'exports' }[] = [
    // a tag of the same version has the same texts, so it is left out
    ...(versions?.otherVersions ?? [])
      .filter(({ version }) => version !== versions!.version)
      .map(({ reference, version }) => ({
        label: typeof reference === 'number' ? `$(versions) version ${reference}` : `$(tag) tag ${reference}`,
        ...(typeof reference === 'string' && { description: `version ${version}` }),
        value: { versions: { agentId: versions!.agentId, before: reference, after: versions!.reference } },
      })),
    { label: '$(cloud-download) An export…', value: 'exports' },
  ];
  const choice = await askForState(Uri.parse(uri), {
    title: 'Compare Text',
    subject: 'this text',
    choices,
    isTrusted: workspace.isTrusted,
  });
  if (!choice) return undefined;
  if ('base' in choice) return { uri, ...(choice.base !== null && { base: choice.base }) };
  if (choice.value !== 'exports') return { uri, ...choice.value };
  const exports = await askForExports();
  return exports && { uri, exports };
}

/** Asks for one of the texts that differ, if the text at the cursor is the same on both sides. */
async function choose({ texts, at: place, sides }: TextsFound): Promise<ComparedText | undefined> {
  const note = place === null ? '' : 'The text at the cursor is the same. ';
  if (texts.length === 0) {
    void window.showInformationMessage(`${note}No text differs between ${sides.before} and ${sides.after}.`);
    return undefined;
  }
  const items = texts.map(text => ({
    label: text.name,
    description: text.file,
    detail: (text.after || text.before).replace(/\s+/g, ' ').slice(0, 100),
    text,
  }));
  const choice = await window.showQuickPick(items, {
    title: `Texts that differ: ${sides.before} ↔ ${sides.after}`,
    placeHolder: `${note}Choose another text`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return choice?.text;
}
