import type { Workspace } from '../core/workspace/workspace.ts';
import type { FilePlace } from '../core/locate.ts';
import type { Block } from '../view/blocks.ts';
import { paint } from '../view/paint.ts';
import { viewText } from '../view/text.ts';
import { wrapped } from './wrapped.ts';

/**
 * Prints blocks like a terminal, with the places of links: `version 2 ‹v2.agent.json:1:1 {›`. An assumption is printed
 * as its name.
 * @param keys the sections to print; '' stands for blocks outside of sections
 */
export function panelText(blocks: readonly Block[], workspace: Workspace, ...keys: readonly string[]): string {
  const selectedBlocks =
    keys.length === 0 ? blocks : blocks.filter(block => keys.includes(block.is === 'section' ? block.key : ''));
  const text = viewText(withPlaceNames(selectedBlocks, workspace) as readonly Block[], {
    paint: paint(false),
    columns: 110,
  });
  return wrapped(text.replaceAll('\u00a0', ' ').trimEnd());
}

/** The tooltips of blocks, which a terminal does not show. */
export function tooltips(blocks: unknown): readonly string[] {
  if (typeof blocks !== 'object' || blocks === null) return [];
  const ownTooltips = 'hover' in blocks ? [String(blocks.hover)] : [];
  return [...ownTooltips, ...Object.values(blocks).flatMap(tooltips)];
}

function withPlaceNames(value: unknown, workspace: Workspace): unknown {
  if (Array.isArray(value)) return value.map(one => withPlaceNames(one, workspace));
  if (typeof value !== 'object' || value === null) return value;
  if ('prose' in value) return '';
  if ('places' in value)
    return (value.places as FilePlace[]).map((place, i) => [i > 0 ? ' ' : '', placeText(place, workspace)]);
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withPlaceNames(part, workspace)]));
  if ('does' in value) {
    const { command, argument } = value.does as { readonly command: string; readonly argument: object };
    const words = Object.values(argument).map(value =>
      typeof value === 'object' ? placeText(value as FilePlace, workspace) : value,
    );
    return [parts['text'], ` ‹${[command, ...words].join(' ')}›`];
  }
  if (!('link' in value) || !('to' in value) || !value.to) return parts;
  return [parts['link'], ' ', placeText(value.to as FilePlace, workspace)];
}

function placeText({ file, span }: FilePlace, workspace: Workspace): string {
  const document = workspace.document(file)!,
    { line, character } = document.lines.positionAt(span.start);
  return `‹${file}:${line + 1}:${character + 1} ${document.text.slice(span.start, span.end)}›`;
}
