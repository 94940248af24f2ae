import { commands, Disposable, Position, Uri, window, workspace, type ExtensionContext, type TextEditor } from 'vscode';
import {
  clientCommands,
  requests,
  type FlowLayout,
  type FlowParams,
  type FlowView,
  type ProtocolPlace,
} from '../../server/lsp/protocol.ts';
import { flowSvg } from '../../server/view/flow/flow-svg.ts';
import type { ClientSession } from '../session/session.ts';
import { pointTo, revealPlace } from '../session/places.ts';
import { flowOf, whereIn, type FlowSelection } from './flow-place.ts';
import { positionIn } from '../session/positions.ts';
import { cursorOf, inJson, isJson, isSamePlace, targetOf, type PanelTarget } from './pointing.ts';
import { Panel } from './webview.ts';
import type { FlowAction, FlowData, Mark } from './webview/flow/flow-messages.ts';

/** The number of milliseconds without changes of the cursor, or of the files, before the picture is updated. */
const pauses = { cursor: 120, files: 250 };
const noMark: Mark = { node: null, edge: null };
const messages = {
  nothing:
    'There is no flow here. Put the cursor into a conversation flow, a component, or an agent whose engine is a flow.',
  waiting: 'Preflight reads the files…',
  drawing: (nodes: number) => `Drawing ${nodes.toLocaleString('en')} nodes…`,
  stopped: 'Preflight does not run. The command “Preflight: Restart” starts it again.',
} as const;

type FlowContext = Pick<ExtensionContext, 'extensionUri' | 'workspaceState'>;
type Way = FlowLayout['way'];
type FlowTarget = FlowAction & { readonly type: 'select' | 'enter' };
/**
 * The storage key of the layout in which each flow was shown last. The value is a list of pairs with the identity of
 * the flow, latest last.
 */
const LAYOUTS_KEY = 'preflight.flow.layouts';
const MAX_LAYOUTS = 200;

/**
 * The command that shows a flow as a graph beside the editor. There is only one panel, which follows the cursor until
 * it is pinned.
 */
export function flowPanel(session: ClientSession, { extensionUri, workspaceState }: FlowContext): Disposable {
  const panel = new Panel<FlowData, FlowAction, { readonly request: FlowParams }>(extensionUri, {
    type: 'preflight.flow',
    page: 'flow',
    title: 'Flow',
  });
  const flow = new ShownFlow(session, panel, workspaceState);
  return Disposable.from(
    panel,
    flow,
    commands.registerCommand(clientCommands.flow, async (uri?: unknown, position?: unknown) => {
      const target = targetOf(uri, position);
      if (!target) return window.showInformationMessage('Open a conversation flow, a component or an agent first.');
      panel.open();
      return flow.show(await inJson(session, target));
    }),
    panel.onOpen(memory => {
      if (!memory?.request) return;
      void session.start();
      void flow.show(memory.request);
    }),
    panel.onAction(action => void flow.act(action)),
    panel.onSeen(() => flow.refresh()),
    session.onDidChange(() => flow.refresh()),
    session.onDrawing(({ nodes }) => flow.wait(nodes)),
    window.onDidChangeTextEditorSelection(({ textEditor }) => flow.follow(textEditor)),
    window.onDidChangeActiveTextEditor(editor => {
      if (editor) flow.follow(editor);
    }),
  );
}

class ShownFlow implements Disposable {
  readonly #session: ClientSession;
  readonly #panel: Panel<FlowData, FlowAction, { readonly request: FlowParams }>;
  readonly #memory: FlowContext['workspaceState'];
  #params: FlowParams | undefined;
  #view: FlowView | null | undefined;
  /** The id of the component that is shown; null for the flow itself. */
  #component: string | null = null;
  #picture:
    { readonly flow: FlowView; readonly picture: NonNullable<FlowData['picture']>; readonly text: string } | undefined;
  #isPinned = false;
  #mark: Mark = noMark;
  /** Whether the text currently cannot be parsed, so that the last valid picture is shown. */
  #isOld = false;
  #turn = 0;
  /**
   * Pending updates by their cause, with a timer for each: an update of the files must not cancel an update for the
   * cursor.
   */
  readonly #timers = new Map<keyof typeof pauses, NodeJS.Timeout>();
  /**
   * The place to which the panel itself moved the cursor. The panel does not follow this move, because that would undo
   * the effect of later keys in the panel.
   */
  #origin: PanelTarget | undefined;
  /**
   * Whether the panel is moving the cursor. An editor that is being opened reports its first position as the cursor
   * before the move ends.
   */
  #isLeading = false;

  constructor(
    session: ClientSession,
    panel: Panel<FlowData, FlowAction, { readonly request: FlowParams }>,
    memory: FlowContext['workspaceState'],
  ) {
    this.#session = session;
    this.#panel = panel;
    this.#memory = memory;
  }

  async show(params: FlowParams): Promise<void> {
    this.#isPinned = false;
    if (!this.#view) this.#showMark(noMark);
    await this.#ask(params, true);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#turn++;
  }

  /** Reports that a large flow is being drawn. An existing picture is shown until the new one is complete. */
  wait(nodes: number): void {
    if (!this.#view)
      this.#panel.show({
        mark: noMark,
        isPinned: this.#isPinned,
        isOld: false,
        way: null,
        picture: null,
        words: messages.drawing(nodes),
      });
  }

  follow(editor: TextEditor): void {
    if (!this.#panel.isVisible || this.#isLeading || !isJson(editor)) return;
    const cursor = cursorOf(editor);
    if (this.#origin && isSamePlace(this.#origin, cursor)) return;
    this.#origin = undefined;
    this.#schedule('cursor', async () => this.#goTo(await inJson(this.#session, cursor)));
  }

  /** Updates the picture after a change of the files, or when the panel becomes visible again. */
  refresh(): void {
    if (this.#panel.isVisible) this.#schedule('files', () => this.#askAgain());
  }

  async act(action: FlowAction): Promise<void> {
    switch (action.type) {
      case 'pin':
        this.#isPinned = action.isPinned;
        return;
      case 'open':
        if (!this.#view || flowOf(this.#view, action.component) === null) return;
        this.#component = action.component;
        return this.#showMark(noMark);
      case 'select': {
        const place = this.#placeOf(action);
        return place ? pointTo(place) : undefined;
      }
      case 'enter':
        return this.#enter(action);
      case 'edit': {
        const { flow, picture } = this.#picture ?? {},
          fact = picture?.identity === action.identity && flow?.nodes[action.node]?.facts[action.fact];
        if (fact && fact.place)
          await commands.executeCommand(
            clientCommands.editText,
            fact.place.uri,
            fact.place.range.start,
            positionIn(fact.value, action.offset),
          );
        return;
      }
      case 'halve':
        await commands.executeCommand('workbench.action.evenEditorWidths');
        return;
      case 'export':
        return this.#export(action.way);
      case 'layout':
        return this.#remember(action.identity, action.way);
    }
  }

  get #layouts(): readonly (readonly [identity: string, way: Way])[] {
    return this.#memory.get(LAYOUTS_KEY, []);
  }

  async #remember(identity: string, way: Way): Promise<void> {
    const entries = this.#layouts.filter(([key]) => key !== identity);
    await this.#memory.update(LAYOUTS_KEY, [...entries, [identity, way]].slice(-MAX_LAYOUTS));
  }

  #schedule(cause: keyof typeof pauses, act: () => unknown): void {
    clearTimeout(this.#timers.get(cause));
    this.#timers.set(cause, setTimeout(act, pauses[cause]));
  }

  /**
   * Highlights the node and edge at the cursor. The server is asked only if the picture does not contain the cursor.
   */
  async #goTo(params: FlowParams): Promise<void> {
    const view = this.#view,
      selection = view && this.#whereIn(view, params);
    if (!view || !selection) return this.#isPinned ? undefined : this.#ask(params, false);
    const component = selection.flow === view ? null : selection.flow.componentId;
    if (component !== this.#component && this.#isPinned) return this.#showMark(noMark);
    this.#component = component;
    // a component is shown within the flow that runs it, so the request for that flow is kept
    if (!this.#isPinned && component === null) this.#params = params;
    this.#showMark({ node: selection.node, edge: selection.edge }, true);
  }

  async #askAgain(): Promise<void> {
    if (!this.#params) return;
    const cursor = this.#cursor();
    await this.#ask(!this.#isPinned && cursor?.uri === this.#params.uri ? cursor : this.#params, true);
  }

  /**
   * Requests a flow.
   * @param isWanted whether a place without a flow empties the panel; false when the cursor only passes over it
   */
  async #ask(params: FlowParams, isWanted: boolean): Promise<void> {
    const turn = ++this.#turn;
    if (isWanted) this.#params = params;
    const view = await this.#session.ask<FlowView | null>(requests.flow, params);
    if (turn !== this.#turn) return;
    if (view === undefined || (view === null && !isWanted)) return this.#showMark(noMark);
    this.#params = params;
    const oldView = this.#view,
      cursor = this.#cursor();
    this.#isOld = view?.isBroken === true && oldView?.isBroken === false && oldView.place.uri === view.place.uri;
    if (this.#isOld) return this.#showMark(this.#mark);
    const selection = view && ((cursor && this.#whereIn(view, cursor)) ?? this.#whereIn(view, params));
    this.#view = view;
    const isSame = view !== null && oldView?.place.uri === view.place.uri && oldView.componentId === view.componentId;
    if (!isSame || flowOf(view, this.#component) === null) this.#component = null;
    this.#showMark(
      view && selection && selection.flow === flowOf(view, this.#component)
        ? { node: selection.node, edge: selection.edge }
        : noMark,
    );
  }

  /**
   * The cursor of the active editor. While the panel has the focus, it is the cursor of the editor in which the panel
   * last showed a place.
   */
  #cursor(): PanelTarget | undefined {
    // the editor does not report the new cursor yet
    if (this.#isLeading) return this.#origin;
    const editor =
      window.activeTextEditor ??
      window.visibleTextEditors.find(({ document: { uri } }) => uri.toString() === this.#origin?.uri);
    return editor && cursorOf(editor);
  }

  #whereIn(view: FlowView, { uri, position }: FlowParams): FlowSelection | null {
    const document = workspace.textDocuments.find(document => document.uri.toString() === uri);
    return document
      ? whereIn(
          view,
          {
            uri,
            text: document.getText(),
            offsetAt: ({ line, character }) => document.offsetAt(new Position(line, character)),
          },
          position,
        )
      : null;
  }

  /** Sends the picture if the page shows a different one, or else only the highlight. */
  #showMark(mark: Mark, isMoved = false): void {
    this.#mark = mark;
    const view = this.#view,
      visibleFlow = view && flowOf(view, this.#component),
      commonData = {
        mark,
        isMoved,
        isPinned: this.#isPinned,
        isOld: this.#isOld,
        way: null,
        ...(this.#params && { request: this.#params }),
      };
    if (!view || !visibleFlow) {
      this.#picture = undefined;
      const missingAnswer = this.#session.state === 'failed' ? messages.stopped : messages.waiting;
      return this.#panel.show({
        ...commonData,
        picture: null,
        words: view === null ? messages.nothing : missingAnswer,
      });
    }
    const oldPicture = this.#picture;
    if (oldPicture?.flow !== visibleFlow) {
      const { components: _, place, ...flow } = visibleFlow;
      const parts = [view, ...view.components].map(part => ({
        component: part === view ? null : part.componentId,
        title: part.title,
        isShown: part === visibleFlow,
      }));
      const picture = { identity: `${place.uri}#${visibleFlow.componentId ?? ''}`, flow, parts },
        text = JSON.stringify(picture);
      this.#picture =
        oldPicture?.text === text ? { ...oldPicture, flow: visibleFlow } : { flow: visibleFlow, picture, text };
    }
    const { picture, text } = this.#picture!;
    const way = this.#layouts.find(([identity]) => identity === picture.identity)?.[1] ?? null,
      data = { ...commonData, way, picture };
    this.#panel.show(data, `Flow: ${visibleFlow.title}`, oldPicture?.text === text ? commonData : data);
  }

  #placeOf({ kind, index, identity }: FlowTarget): ProtocolPlace | null | undefined {
    const { flow, picture } = this.#picture ?? {};
    return picture?.identity === identity ? flow?.[kind === 'node' ? 'nodes' : 'edges'][index]?.place : null;
  }

  /** Moves the focus from the panel to the text of a node or edge. */
  async #enter(target: FlowTarget): Promise<void> {
    const place = this.#placeOf(target),
      { kind, index } = target,
      flow = this.#picture?.flow;
    if (!place || !flow) return;
    const from = kind === 'edge' ? flow.edges[index]?.from : undefined;
    this.#showMark(
      from === undefined
        ? { node: index, edge: null }
        : { node: flow.nodes.findIndex(({ id }) => id === from), edge: index },
    );
    this.#origin = { uri: Uri.parse(place.uri).toString(), position: place.range.start };
    this.#isLeading = true;
    await revealPlace(place, true);
    this.#isLeading = false;
  }

  async #export(way: FlowLayout['way']): Promise<void> {
    const flow = this.#picture?.flow;
    if (!flow) return;
    const name = `${
      flow.title
        .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
        .trim()
        .slice(0, 80) || 'flow'
    }.svg`;
    const target = await window.showSaveDialog({
      defaultUri: Uri.joinPath(Uri.parse(flow.place.uri), '..', name),
      filters: { 'Scalable Vector Graphics': ['svg'] },
      saveLabel: 'Export',
      title: 'Export Flow as Image',
    });
    if (!target) return;
    try {
      await workspace.fs.writeFile(
        target,
        new TextEncoder().encode(
          flowSvg(
            flow,
            flow.layouts.find(layout => layout.way === way),
          ),
        ),
      );
    } catch (error) {
      void window.showErrorMessage(
        `The picture could not be saved: ${error instanceof Error ? error.message : String(error)}`,
      );
      return;
    }
    window.setStatusBarMessage(`$(check) ${target.path.split('/').at(-1)} is saved`, 4000);
  }
}
