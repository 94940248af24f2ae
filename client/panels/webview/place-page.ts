import type { Element } from '../../../server/view/element.ts';
import type { PlaceAction, PlaceMemory, PlaceData, PreviewControls } from './messages.ts';
import { act, draw, keep, memory, say, start } from './page.ts';
import { nextSeed } from './controls.ts';

/**
 * Starts the page of a panel about one place.
 * @param controls return the settings that other fields of the page change, by their `data-act`
 */
export function startPlacePage<Controls extends object>(
  {
    page,
    onDrawn = () => undefined,
  }: {
    readonly page: (data: PlaceData<Controls>) => Element;
    readonly onDrawn?: (data: PlaceData<Controls>) => void;
  },
  controls: Readonly<Record<string, (field: HTMLInputElement | HTMLSelectElement) => Partial<Controls>>> = {},
): void {
  let seed = '0',
    isPinned = false,
    isShown = false;
  const send = (action: PlaceAction<PreviewControls>): void => act(action);
  start<PlaceData<Controls>>(
    data => {
      ({ seed = '0' } = data.controls as Partial<PreviewControls>);
      ({ isPinned } = data.memory);
      // a page that is shown again keeps its scroll position only for the same place
      if (!isShown && JSON.stringify(memory<PlaceMemory<Controls>>().request) !== JSON.stringify(data.memory.request))
        keep({ scrolled: 0 });
      isShown = true;
      keep(data.memory);
      draw(page(data));
      onDrawn(data);
      if (data.answer && data.trouble === null && !data.isBusy) say(data.answer.words);
    },
    (name, target) => {
      const field = target as HTMLInputElement | HTMLSelectElement;
      switch (name) {
        case 'pin':
          return send({ type: 'pin', isPinned: !isPinned });
        case 'again':
          return send({ type: 'controls', controls: { seed: nextSeed(seed) } });
        case 'seed':
          return send({ type: 'controls', controls: { seed: field.value } });
        case 'calls':
          return send({ type: 'controls', controls: { calls: Number(field.value) } });
        case 'restart':
        case 'output':
        case 'simulate':
        case 'preview':
        case 'prompt':
        case 'choose':
          return send({ type: name });
        default: {
          const change = controls[name]?.(field);
          if (change) act<PlaceAction<Controls>>({ type: 'controls', controls: change });
        }
      }
    },
  );
}
