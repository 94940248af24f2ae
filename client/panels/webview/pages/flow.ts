import type { DrawnFlow, FromFlowPage, Mark, ToFlowPage } from '../flow-messages.ts';
import { treeKeys } from './tree-keys.ts';
import { viewportOf } from './viewport.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromFlowPage): void; getState(): State | undefined; setState(state: State): void };
interface State { readonly isListed: boolean }

const host = acquireVsCodeApi();
const found = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const canvas = found('canvas'), outline = found('outline'), said = found('said'), parts = found<HTMLSelectElement>('parts'), back = found<HTMLButtonElement>('back');
const list = found<HTMLButtonElement>('list'), pin = found<HTMLButtonElement>('pin'), notes = found('notes'), empty = found('empty'), percent = found('percent');
const step = 1.2, stride = 60;

let flow: DrawnFlow | undefined, mark: Mark = { node: null, edge: null };
const view = viewportOf(canvas, zoom => { percent.textContent = `${Math.round(zoom * 100)} %`; });
const keys = treeKeys(outline);

const toggled = (button: HTMLElement, isOn: boolean): void => button.setAttribute('aria-pressed', String(isOn));
const isOn = (button: HTMLElement): boolean => button.getAttribute('aria-pressed') === 'true';
const listed = (isListed: boolean): void => {
  toggled(list, isListed);
  document.body.classList.toggle('listed', isListed);
  host.setState({ isListed });
};

function draw(next: DrawnFlow): void {
  const isSame = flow?.identity === next.identity;
  flow = next;
  document.body.classList.remove('without');
  canvas.innerHTML = next.svg;
  outline.innerHTML = next.outline;
  canvas.setAttribute('aria-label', next.words);
  view.draw(canvas.querySelector('svg')!, next, isSame);
  keys.first();
  parts.replaceChildren(...next.parts.map(({ title, component, isShown }, i) => {
    const option = document.createElement('option');
    option.value = String(i);
    option.selected = isShown;
    option.textContent = component === null ? title : `↳ ${title}`;
    return option;
  }));
  parts.disabled = next.parts.length < 2;
  back.hidden = next.parts[0]?.isShown ?? true;
  notes.replaceChildren(...[...next.notes.map(text => ['note', text] as const), ...next.findings.map(({ severity, message, rule }) => [`finding ${severity}`, `${severity}: ${message} (${rule})`] as const)].map(([name, text]) => {
    const line = document.createElement('p');
    line.className = name;
    line.textContent = text;
    return line;
  }));
  if (!isSame) said.textContent = next.words;
}

/** Shows where the cursor is: the node, the ways out of it, and the edge. Nothing is drawn anew. */
function put(next: Mark, isRevealed: boolean): void {
  for (const old of document.querySelectorAll('.current, .way-out')) old.classList.remove('current', 'way-out');
  for (const old of outline.querySelectorAll('[aria-selected]')) old.removeAttribute('aria-selected');
  mark = next;
  const node = next.node === null ? null : document.getElementById(`n${next.node}`), item = document.getElementById(next.edge === null ? `tn${next.node}` : `te${next.edge}`);
  if (node) {
    node.classList.add('current');
    canvas.setAttribute('aria-activedescendant', node.id);
    for (const line of canvas.querySelectorAll(`[data-from="${node.id}"]`)) { line.classList.add('way-out'); document.getElementById(`l${line.id.slice(1)}`)?.classList.add('way-out'); }
    if (isRevealed) view.reveal(node.querySelector('.box')!);
  } else canvas.removeAttribute('aria-activedescendant');
  if (next.edge !== null) for (const id of [`e${next.edge}`, `l${next.edge}`]) document.getElementById(id)?.classList.add('current');
  if (item) {
    item.setAttribute('aria-selected', 'true');
    keys.take(item, false);
    if (isRevealed && !outline.contains(document.activeElement)) item.scrollIntoView({ block: 'nearest' });
  }
}

function go(target: Element | null): boolean {
  const opener = target?.closest<HTMLElement | SVGElement>('[data-component]');
  if (opener) { host.postMessage({ type: 'open', component: opener.dataset.component! }); return true; }
  const [, kind, index] = /^[tl]?([ne])(\d+)$/.exec(target?.closest('[id^=n], [id^=e], [id^=l], [id^=tn], [id^=te]')?.id.replace(/^l(\d+)$/, 'e$1') ?? '') ?? [];
  if (!flow || index === undefined) return false;
  host.postMessage({ type: 'jump', kind: kind === 'n' ? 'node' : 'edge', index: Number(index), identity: flow.identity });
  return true;
}

/** Marks the node after, or before, the marked one in the order of the file; nothing jumps until Enter. */
function walk(by: 1 | -1): void {
  const nodes = [...canvas.querySelectorAll('.node.placed')];
  if (nodes.length === 0) return;
  const at = nodes.findIndex(({ id }) => id === `n${mark.node}`), next = nodes[at < 0 ? (by > 0 ? 0 : nodes.length - 1) : (at + by + nodes.length) % nodes.length]!;
  put({ node: Number(next.id.slice(1)), edge: null }, true);
  said.textContent = next.getAttribute('aria-label');
}

const acts: Readonly<Record<string, () => void>> = {
  '+': () => view.zoomTo(view.zoom * step), '=': () => view.zoomTo(view.zoom * step), '-': () => view.zoomTo(view.zoom / step), '0': () => view.zoomTo(1), f: () => view.fit(),
  ArrowLeft: () => view.pan(-stride, 0), ArrowRight: () => view.pan(stride, 0), ArrowUp: () => view.pan(0, -stride), ArrowDown: () => view.pan(0, stride),
  n: () => walk(1), p: () => walk(-1), Enter: () => { if (mark.node !== null) go(document.getElementById(`n${mark.node}`)); },
  o: () => { go(document.querySelector(`#n${mark.node} .opener`)); },
};
canvas.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(acts, event.key)) return;
  event.preventDefault();
  acts[event.key]!();
});
outline.addEventListener('keydown', event => {
  if ((event.key === 'Enter' || event.key === ' ') && !(event.target as Element).closest('button') && go(event.target as Element)) event.preventDefault();
});
outline.addEventListener('click', event => { go(event.target as Element); });

let drag: { readonly x: number; readonly y: number; left: number; top: number; isMoved: boolean } | undefined;
canvas.addEventListener('pointerdown', event => {
  if (event.button !== 0) return;
  drag = { x: event.clientX, y: event.clientY, left: canvas.scrollLeft, top: canvas.scrollTop, isMoved: false };
});
canvas.addEventListener('pointermove', event => {
  if (!drag) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.isMoved && Math.hypot(dx, dy) < 5) return;
  if (!drag.isMoved) { drag.isMoved = true; canvas.setPointerCapture(event.pointerId); canvas.classList.add('dragged'); }
  canvas.scrollTo({ left: drag.left - dx, top: drag.top - dy, behavior: 'instant' });
});
for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => {
  canvas.classList.remove('dragged');
  // the click of the same pointer comes after this
  setTimeout(() => { drag = undefined; });
});
canvas.addEventListener('click', event => { if (!drag?.isMoved) go(event.target as Element); });
canvas.addEventListener('wheel', event => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const { left, top } = canvas.getBoundingClientRect();
  view.zoomTo(view.zoom * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), { x: event.clientX - left, y: event.clientY - top });
}, { passive: false });

found('in').addEventListener('click', acts['+']!);
found('out').addEventListener('click', acts['-']!);
found('fit').addEventListener('click', () => view.fit());
percent.addEventListener('click', acts['0']!);
list.addEventListener('click', () => listed(!isOn(list)));
pin.addEventListener('click', () => { toggled(pin, !isOn(pin)); host.postMessage({ type: 'pin', isPinned: isOn(pin) }); });
found('export').addEventListener('click', () => host.postMessage({ type: 'export' }));
back.addEventListener('click', () => host.postMessage({ type: 'open', component: null }));
parts.addEventListener('change', () => { const part = flow?.parts[Number(parts.value)]; if (part) host.postMessage({ type: 'open', component: part.component }); });

window.addEventListener('message', ({ data }: MessageEvent<ToFlowPage>) => {
  switch (data.type) {
    case 'drawn': draw(data.flow); put(data.mark, true); return;
    case 'mark': put(data.mark, true); return;
    case 'pinned': toggled(pin, data.isPinned); return;
    case 'nothing':
      flow = undefined;
      canvas.replaceChildren();
      outline.replaceChildren();
      notes.replaceChildren();
      empty.textContent = data.words;
      document.body.classList.add('without');
  }
});
listed(host.getState()?.isListed ?? false);
host.postMessage({ type: 'ready' });
