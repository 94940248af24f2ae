import './flow.css';
import type { FlowAction, FlowData, Mark } from '../flow/flow-messages.ts';
import { flowDrawing, MARGIN } from '../flow/flow-drawing.ts';
import { flowFrame } from '../flow/flow-frame.ts';
import { flowOutline } from '../flow/flow-outline.ts';
import { flowInWords } from '../flow/flow-words.ts';
import { markIn } from '../flow/mark.ts';
import { handlingOf } from '../flow/pointer.ts';
import { treeKeys } from '../flow/tree-keys.ts';
import { READABLE, viewportOf, type Focus } from '../flow/viewport.ts';
import type { Element as Shown } from '../../../../server/view/element.ts';
import { act, draw, isEntering, keep, kept, say, start } from '../page.ts';

interface Kept {
  readonly isListed: boolean;
  readonly asked: FlowData['asked'];
}
type Picture = NonNullable<FlowData['picture']>;

let picture: Picture | undefined,
  words = '',
  isPinned = false,
  isListed = kept<Kept>().isListed ?? false,
  mark: Mark = { node: null, edge: null };
/** Components that can be opened. */
const known = ({ parts }: Picture): ReadonlySet<string> => new Set(parts.flatMap(({ component }) => component ?? []));
const found = (id: string): HTMLElement => document.getElementById(id)!;
/** The last cursor position from the extension. */
let told: Mark | undefined;
let drawing: Shown | null = null,
  outlined: Shown | null = null;
const frame = (): void => draw(...flowFrame({ picture, words, isPinned, isListed, drawing, outline: outlined }));
frame();
const canvas = found('canvas'),
  outline = found('outline'),
  keys = treeKeys(outline);
// the same text as was drawn, so that it is kept when the page is redrawn
const view = viewportOf(canvas, zoom => {
  found('percent').firstChild!.nodeValue = `${Math.round(zoom * 100)} %`;
});

/** Goes to the place of a node, an edge, its label, or an item of the tree. @param cause a click or a key */
function go(target: Element | null, cause?: Event): void {
  const [, kind, index] =
    /^[tl]?([ne])(\d+)$/.exec(
      target?.closest('.node, .line, .label, [role=treeitem]')?.id.replace(/^l(\d+)$/, 'e$1') ?? '',
    ) ?? [];
  told = undefined;
  if (picture && index !== undefined)
    act<FlowAction>({
      type: 'jump',
      kind: kind === 'n' ? 'node' : 'edge',
      index: Number(index),
      identity: picture.identity,
      isEntered: cause === undefined || isEntering(cause),
    });
}

/** Highlights the next or previous node in file order; the editor moves only on Enter. */
function walk(by: 1 | -1): void {
  const nodes = [...canvas.querySelectorAll('.node.placed')];
  const at = nodes.findIndex(({ id }) => id === `n${mark.node}`);
  const next = at < 0 ? nodes.at(by > 0 ? 0 : -1) : nodes[(at + by + nodes.length) % nodes.length];
  if (!next) return;
  put({ node: Number(next.id.slice(1)), edge: null });
  say(next.getAttribute('aria-label') ?? '');
}

function put(next: Mark): void {
  mark = next;
  const { node, item } = markIn(canvas, outline, next);
  if (node) view.reveal(node.querySelector('.box')!);
  keys.take(item, false);
  if (item && !outline.contains(document.activeElement)) item.scrollIntoView({ block: 'nearest' });
}

// showing or hiding the list must not move the picture
new ResizeObserver(() => {
  // hidden
  if (innerWidth === 0) return;
  const room = { width: innerWidth / READABLE, height: canvas.clientHeight / READABLE };
  act<FlowAction>({ type: 'resize', room });
}).observe(document.documentElement);

function focusOf({ flow: { nodes, down } }: Picture, { node }: Mark): Focus {
  const box = (index: number): Element | null => canvas.querySelector(`#n${index} .box`);
  if (node !== null) return { part: box(node), at: 'middle' };
  const start = nodes.findIndex(({ role }) => role === 'start');
  return { part: box(start < 0 ? nodes.findIndex(({ isStart }) => isStart) : start), at: down ? 'top' : 'left' };
}

function redraw(next: Picture | null, why: string, present: Mark): void {
  const isSame = next !== null && picture?.identity === next.identity && picture.flow.down === next.flow.down;
  picture = next ?? undefined;
  words = why;
  drawing = picture ? flowDrawing(picture.flow, known(picture)) : null;
  outlined = picture && isListed ? flowOutline(picture.flow, known(picture)) : null;
  frame();
  if (!picture) return say(why);
  const { width, height } = picture.flow;
  view.draw(
    canvas.querySelector('svg')!,
    { width: width + 2 * MARGIN, height: height + 2 * MARGIN },
    isSame ? undefined : focusOf(picture, present),
  );
  if (!isSame) {
    keys.first();
    say(flowInWords(picture.flow));
  }
}

const step = 1.2,
  stride = 60;
const larger = (): void => view.zoomTo(view.zoom * step),
  smaller = (): void => view.zoomTo(view.zoom / step);
handlingOf(canvas, view, go, {
  '+': larger,
  '=': larger,
  '-': smaller,
  '0': () => view.zoomTo(1),
  f: () => view.fit(),
  n: () => walk(1),
  p: () => walk(-1),
  ArrowLeft: () => view.pan(-stride, 0),
  ArrowRight: () => view.pan(stride, 0),
  ArrowUp: () => view.pan(0, -stride),
  ArrowDown: () => view.pan(0, stride),
  Enter: () => go(document.getElementById(`n${mark.node}`)),
  o: () => document.querySelector(`#n${mark.node} .opener`)?.dispatchEvent(new MouseEvent('click', { bubbles: true })),
});
outline.addEventListener('click', event => {
  const target = event.target as Element;
  if (!target.closest('[data-act]')) go(target, event);
});
outline.addEventListener('keydown', event => {
  if ((event.key !== 'Enter' && event.key !== ' ') || (event.target as Element).closest('[data-act]')) return;
  event.preventDefault();
  go(event.target as Element);
});

const acts: Readonly<Record<string, (target: HTMLElement) => void>> = {
  larger,
  smaller,
  fit: () => view.fit(),
  whole: () => view.zoomTo(1),
  export: () => act<FlowAction>({ type: 'export' }),
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
    outlined = picture && isListed ? flowOutline(picture.flow, known(picture)) : null;
    keep<Kept>({ isListed });
    frame();
    keys.first();
    put(mark);
  },
};
start<FlowData>(
  data => {
    if (data.isPinned !== isPinned) {
      isPinned = data.isPinned;
      frame();
    }
    if (data.picture !== undefined) redraw(data.picture, data.words ?? '', data.mark);
    if (data.asked) keep<Kept>({ asked: data.asked });
    // when the cursor's place is repeated, the page stays where the keyboard has moved since
    if (data.picture === undefined && told?.node === data.mark.node && told.edge === data.mark.edge) return;
    told = data.mark;
    put(data.mark);
  },
  (name, target) => acts[name]?.(target),
);
