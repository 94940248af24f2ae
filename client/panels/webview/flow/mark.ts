import type { Mark } from './flow-messages.ts';

/**
 * Highlights the marked node with its edges, and the marked edge, without redrawing.
 * @returns the highlighted elements
 */
export function markIn(
  canvas: Element,
  outline: Element,
  { node: nodeIndex, edge: edgeIndex }: Mark,
): { readonly node: Element | null; readonly item: HTMLElement | null } {
  for (const markedElement of canvas.querySelectorAll('.current, .way-out, .way-in'))
    markedElement.classList.remove('current', 'way-out', 'way-in');
  for (const selectedItem of outline.querySelectorAll('[aria-selected]')) selectedItem.removeAttribute('aria-selected');
  const node = nodeIndex === null ? null : canvas.querySelector(`#n${nodeIndex}`),
    item =
      nodeIndex === null && edgeIndex === null
        ? null
        : outline.querySelector<HTMLElement>(edgeIndex === null ? `#tn${nodeIndex}` : `#te${edgeIndex}`);
  if (node) {
    node.classList.add('current');
    canvas.setAttribute('aria-activedescendant', node.id);
    for (const [name, className] of [
      ['from', 'way-out'],
      ['to', 'way-in'],
    ] as const)
      for (const line of canvas.querySelectorAll(`[data-${name}="${node.id}"]`))
        for (const element of [line, canvas.querySelector(`#l${line.id.slice(1)}`)]) element?.classList.add(className);
  } else canvas.removeAttribute('aria-activedescendant');
  if (edgeIndex !== null)
    for (const element of canvas.querySelectorAll(`#e${edgeIndex}, #l${edgeIndex}`)) {
      element.classList.add('current');
      raise(element);
    }
  item?.setAttribute('aria-selected', 'true');
  return { node, item };
}

/** Moves a line in front of all others. */
export function raise(line: Element | null): void {
  if (line && line.parentElement?.lastChild !== line) line.parentElement?.append(line);
}
