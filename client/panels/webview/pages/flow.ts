import './flow.css';
import type { FlowLayout } from '../../../../server/lsp/protocol.ts';
import type { Element as Shown } from '../../../../server/view/element.ts';
import { flowDrawing } from '../../../../server/view/flow/flow-drawing.ts';
import { openingLayout } from '../../../../server/view/flow/flow-svg.ts';
import { flowInWords } from '../../../../server/view/flow/flow-words.ts';
import { familyOf } from '../../../../server/view/flow/node-shapes.ts';
import { clicksOf, textClicks } from '../flow/clicks.ts';
import { FlowScene, markIn, raise } from '../flow/flow-scene.ts';
import type { Adjacency, Arrow } from '../flow/find.ts';
import { adjacencyOf, firstNode, matches, neighbor, nodesBetween, reachable, searchField, step } from '../flow/find.ts';
import { flowDetails } from '../flow/flow-details.ts';
import { flowFrame } from '../flow/flow-frame.ts';
import type { FlowAction, FlowData, Mark, PageState } from '../flow/flow-messages.ts';
import { flowOutline } from '../flow/flow-outline.ts';
import { lights, undoOf, type LightOptions } from '../flow/light.ts';
import { showText } from '../flow/show-text.ts';
import { MIN_NODES, minimap } from '../flow/minimap.ts';
import { handlingOf, keysOf } from '../flow/pointer.ts';
import { treeKeys } from '../flow/tree-keys.ts';
import { act, draw, keep, memory, say, start } from '../page.ts';

type Picture = NonNullable<FlowData['picture']>;

let picture: Picture | undefined,
  layout: FlowLayout | undefined,
  adjacency: Adjacency = { next: [], previous: [] },
  words = '',
  isPinned = false,
  isOld = false,
  isListed = memory<PageState>().isListed ?? false,
  /** Whether the selected node is shown as text; true only after the user has selected a node in the panel. */
  isDetailed = false,
  mark: Mark = { node: null, edge: null };
/** The search and filters of the user; `to` is the node from which paths to the next clicked node are shown. */
let query = '',
  kind: LightOptions['kind'] = null,
  shownPart: { readonly nodes: ReadonlySet<number>; readonly words: string } | null = null,
  to: number | null = null,
  isWhole = true;
/** The ids of components that can be opened. */
const componentIds = ({ parts }: Picture): ReadonlySet<string> =>
  new Set(parts.flatMap(({ component }) => component ?? []));
const elementOf = (id: string): HTMLElement => document.getElementById(id)!;
/** The last mark that the extension sent. */
let lastMark: Mark | undefined;
let drawing: Shown | null = null,
  outlinedElement: Shown | null = null,
  map: Shown | null = null;
const nameOf = (node: number): string => picture?.flow.nodes[node]?.label ?? '';

function frame(): void {
  const nodes = picture?.flow.nodes ?? [],
    hits = picture ? matches(picture.flow, query) : [],
    matchIndex = mark.node === null ? -1 : hits.indexOf(mark.node),
    kinds = [...new Set(nodes.map(familyOf))].filter(family => family !== 'start');
  const count = matchIndex < 0 ? String(hits.length) : `${matchIndex + 1} of ${hits.length}`,
    onlyText = to === null ? (shownPart?.words ?? '') : `Click the node where the paths from ${nameOf(to)} end`;
  draw(
    ...flowFrame({
      picture,
      words,
      isPinned,
      isListed,
      isOld,
      drawing,
      outline: outlinedElement,
      details: picture && isDetailed ? flowDetails(picture.flow, mark) : null,
      map,
      way: layout?.way ?? 'tidy',
      search: { query, count: query.trim() ? count : '', kinds, kind, onlyText, hasSelection: mark.node !== null },
    }),
  );
}
frame();
const canvas = elementOf('canvas'),
  outline = elementOf('outline'),
  keys = treeKeys(outline, goTo),
  scene = new FlowScene(canvas, zoom => {
    // the value of the text node is changed, because a redraw of the page would remove a new node
    elementOf('percent').firstChild!.nodeValue = `${Math.round(zoom * 100)} %`;
  }),
  { view } = scene;

/** Draws nodes that the search and filters select in full, and all others pale or not at all. */
function light(): void {
  if (!picture) return;
  const hits = matches(picture.flow, query);
  const options: LightOptions = {
    focus: isWhole ? null : mark.node,
    matches: query.trim() ? new Set(hits) : null,
    kind,
    onlyNodes: shownPart?.nodes ?? null,
  };
  scene.light(lights(picture.flow, adjacency, options), mark);
}

/** Selects the node, edge (or its label) or outline item of an element, or moves the focus to its text. */
function goTo(target: Element | null, isEntered: boolean): void {
  const id = target?.closest('.node, .line, .label, [role=treeitem]')?.id ?? '',
    [, kindOf, index] = /^[tl]?([ne])(\d+)$/.exec(id.replace(/^l(\d+)$/, 'e$1')) ?? [];
  if (!picture) return;
  if (index === undefined) {
    // the click was outside of all nodes and edges
    isWhole = true;
    return light();
  }
  if (to !== null && kindOf === 'n') return endWays(Number(index));
  const edge = kindOf === 'e' ? Number(index) : null,
    // a node without a place in a text can be highlighted, too
    node = edge === null ? Number(index) : indexOf(picture.flow.edges[edge]!.from);
  const choose = (): void => select(node, edge);
  if (isEntered) {
    choose();
    return sendMark('enter');
  }
  // details take up room and move the picture, so they are shown only when a second click can no longer follow
  isWhole = false;
  mark = { node, edge };
  markIn(canvas, outline, mark);
  light();
  clicks.first(choose);
}

const clicks = clicksOf(() => sendMark('enter')),
  isTextOpened = textClicks((text, offset) => edit(text, offset));

const indexOf = (id: string): number => picture?.flow.nodes.findIndex(node => node.id === id) ?? -1;

/** Highlights a node or edge here and in its visible text. Only Enter and a double click move the editor's cursor. */
function select(node: number | undefined, edge: number | null = null): void {
  if (node === undefined || !picture) return;
  isWhole = false;
  isDetailed = true;
  setMark({ node, edge });
  say(elementOf(edge === null ? `n${node}` : `e${edge}`).getAttribute('aria-label') ?? '');
  sendMark('select');
}

function sendMark(type: 'select' | 'enter'): void {
  const { node, edge } = mark;
  if (!picture || node === null) return;
  const { identity, flow } = picture,
    // if the selected node is the destination of the edge that was followed, the node is meant
    isEdge = edge !== null && flow.edges[edge]!.from === flow.nodes[node]?.id;
  showText({ type, kind: isEdge ? 'edge' : 'node', index: isEdge ? edge : node, identity }, revealMark);
}

/** Opens a text of the selected node as a document. */
function edit({ dataset }: HTMLElement, offset = 0): void {
  const node = mark.node,
    fact = Number(dataset.fact);
  if (picture && node !== null) showText({ type: 'edit', node, fact, offset, identity: picture.identity }, revealMark);
}

/** Selects the next or previous node, in the order of the file. */
const walk = (delta: 1 | -1): void =>
  select(step(picture?.flow.nodes.flatMap(({ place }, i) => (place ? [i] : [])) ?? [], mark.node, delta));

function follow(key: Arrow): void {
  if (!picture || !layout || layout.boxes.length === 0) return;
  select(mark.node === null ? firstNode(picture.flow) : neighbor(mark.node, key, adjacency, layout.boxes));
}

function setMark(newMark: Mark, isRevealed = true): void {
  clicks.forget();
  mark = newMark;
  const { item } = markIn(canvas, outline, newMark);
  frame();
  light();
  if (isRevealed) revealMark();
  keys.focusItem(item, false);
  if (item && !outline.contains(document.activeElement)) item.scrollIntoView({ block: 'nearest' });
  if (newMark.edge !== null) elementOf('details').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

const revealMark = (): void => scene.reveal(mark.node);

/** Shows only the nodes of a part, or all nodes. */
function show(nodes: typeof shownPart): void {
  shownPart = nodes;
  to = null;
  isWhole = true;
  frame();
  light();
  if (shownPart) say(shownPart.words);
}

/** Closes the details. The node stays selected, because the cursor is in it. */
function close(): void {
  if (elementOf('details').contains(document.activeElement)) canvas.focus();
  isDetailed = false;
  show(shownPart);
}

function showAll(): void {
  kind = null;
  show(null);
}

function escape(): void {
  const undo = undoOf(query, kind !== null || shownPart !== null || to !== null, mark.node !== null);
  if (undo === 'search') field.value = query = '';
  if (undo === 'filter') return showAll();
  if (undo === 'selection') {
    close();
    mark = { node: null, edge: null };
  }
  setMark(mark, false);
}

function endWays(end: number): void {
  const nodes = nodesBetween(to!, end, adjacency),
    names = `from ${nameOf(to!)} to ${nameOf(end)}`;
  if (nodes.size > 0) return show({ nodes, words: `Only the paths ${names}` });
  show(null);
  say(`No path leads ${names}`);
}

/** Draws the picture in its layout; `isNew`: whether to choose zoom and position again. */
function redraw(isNew: boolean): void {
  drawing = picture && layout ? flowDrawing(picture.flow, layout, componentIds(picture)) : null;
  map = layout && layout.boxes.length >= MIN_NODES ? minimap(layout) : null;
  outlinedElement = picture && isListed ? flowOutline(picture.flow, componentIds(picture)) : null;
  frame();
  if (!picture || !layout) return;
  const startIndex = mark.node ?? firstNode(picture.flow);
  scene.show(picture.flow, layout, adjacency, isNew ? { node: startIndex, isTop: mark.node === null } : undefined);
}

/** Takes data from the extension; returns whether the same flow was already shown. */
function receive(data: FlowData): boolean {
  const { picture: newPicture = null, words: reason = '' } = data;
  const isSame = newPicture !== null && picture?.identity === newPicture.identity;
  picture = newPicture ?? undefined;
  words = reason;
  if (!isSame) {
    query = '';
    kind = null;
  }
  shownPart = null;
  to = null;
  if (picture) {
    const { flow } = picture,
      asBefore = isSame ? layout?.way : data.way;
    adjacency = adjacencyOf(flow);
    // the layout depends on the size of the canvas, so the page must be drawn before
    if (!isSame) frame();
    const openLayout = flow.layouts.find(({ way }) => way === asBefore);
    layout = openLayout ?? openingLayout(flow.layouts, { width: canvas.clientWidth, height: canvas.clientHeight });
    if (!openLayout) remember(layout.way);
  } else layout = undefined;
  if (!isSame || !clicks.isPending()) mark = data.mark;
  redraw(!isSame);
  if (!picture) say(reason);
  else if (!isSame) {
    keys.first();
    say(flowInWords(picture.flow));
  }
  return isSame;
}

function remember(way: FlowLayout['way']): void {
  if (picture) act<FlowAction>({ type: 'layout', identity: picture.identity, way });
}
function setLayout(way: FlowLayout['way'] | undefined): void {
  const newLayout = picture?.flow.layouts.find(layout => layout.way === way);
  if (!newLayout || newLayout === layout) return;
  layout = newLayout;
  remember(newLayout.way);
  redraw(true);
  setMark(mark, false);
}

const zoomStep = 1.2;
const zoomIn = (): void => view.zoomTo(view.zoom * zoomStep),
  smaller = (): void => view.zoomTo(view.zoom / zoomStep),
  fitAll = (): void => {
    view.zoomTo(1);
    revealMark();
  };
handlingOf(canvas, view, target => goTo(target, false));
// lines from the same box overlap until they separate, so the line under the pointer is moved to the front
canvas.addEventListener('pointerover', ({ target }) => raise((target as Element).closest('.line')));
const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;
keysOf({
  '+': zoomIn,
  '=': zoomIn,
  '-': smaller,
  '0': fitAll,
  f: () => view.fit(),
  t: () => setLayout(layout?.way === 'tidy' ? 'placed' : 'tidy'),
  n: () => walk(1),
  p: () => walk(-1),
  '/': () => elementOf('query').focus(),
  Escape: escape,
  ...Object.fromEntries(arrows.map(key => [key, () => follow(key)])),
  Enter: () => {
    if (isTextOpened()) return;
    if (to === null || mark.node === null) goTo(document.getElementById(`n${mark.node}`), true);
    else endWays(mark.node);
  },
  o: () => document.querySelector(`#n${mark.node} .opener`)?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
});
const field = elementOf('query') as HTMLInputElement;
searchField(field, () => mark.node, {
  search: value => {
    query = value;
    frame();
    light();
  },
  matches: () => (picture ? matches(picture.flow, query) : []),
  select,
  leave: () => {
    canvas.focus();
    escape();
  },
});

const handlers: Readonly<Record<string, (target: HTMLElement) => void>> = {
  larger: zoomIn,
  smaller,
  fit: () => view.fit(),
  whole: fitAll,
  way: ({ dataset }) => setLayout(dataset.way as FlowLayout['way']),
  kind: ({ dataset }) => {
    kind = dataset.kind === kind ? null : (dataset.kind as LightOptions['kind']);
    frame();
    light();
  },
  close,
  enter: () => sendMark('enter'),
  edit: target => edit(target),
  copy: ({ dataset }) => {
    const { value = '' } = picture?.flow.nodes[mark.node ?? -1]?.facts[Number(dataset.fact)] ?? {};
    void navigator.clipboard.writeText(value).then(() => say('Copied'));
  },
  follow: ({ dataset }) => {
    const edge = Number(dataset.edge),
      otherEnd = picture?.flow.edges[edge]?.[dataset.end as 'from' | 'to'];
    if (otherEnd === undefined) return;
    select(indexOf(otherEnd), edge);
    // the focus was in the list of the previous node
    elementOf('details').querySelector<HTMLElement>('.text, button')?.focus({ preventScroll: true });
    elementOf('details').scrollTop = 0;
  },
  from: () => {
    if (mark.node !== null)
      show({ nodes: reachable(mark.node, adjacency.next), words: `Only nodes reached from ${nameOf(mark.node)}` });
  },
  ways: () => {
    to = mark.node;
    frame();
  },
  all: showAll,
  export: () => {
    if (layout) act<FlowAction>({ type: 'export', way: layout.way });
  },
  back: () => act<FlowAction>({ type: 'open', component: null }),
  open: ({ dataset }) => act<FlowAction>({ type: 'open', component: dataset.component! }),
  part: target => {
    const part = picture?.parts[Number((target as HTMLSelectElement).value)];
    if (part) act<FlowAction>({ type: 'open', component: part.component });
  },
  pin: () => {
    isPinned = !isPinned;
    act<FlowAction>({ type: 'pin', isPinned });
    frame();
  },
  list: () => {
    isListed = !isListed;
    outlinedElement = picture && isListed ? flowOutline(picture.flow, componentIds(picture)) : null;
    keep<PageState>({ isListed });
    frame();
    keys.first();
    setMark(mark);
  },
};
start<FlowData>(
  data => {
    if (data.isPinned !== isPinned || data.isOld !== isOld) {
      ({ isPinned, isOld } = data);
      frame();
    }
    const isShown = data.picture === undefined || receive(data);
    if (data.request) keep<PageState>({ request: data.request });
    // the extension may repeat the place of the cursor; the selection of the user is then kept
    const isRepeated = lastMark?.node === data.mark.node && lastMark.edge === data.mark.edge && !data.isMoved;
    lastMark = data.mark;
    // a click whose action has not run yet is newer than the place of the cursor
    if (isShown && (clicks.isPending() || (data.picture === undefined && isRepeated))) return;
    isWhole = data.mark.node === null;
    setMark(data.mark, isShown);
  },
  (name, target) => handlers[name]?.(target),
);
