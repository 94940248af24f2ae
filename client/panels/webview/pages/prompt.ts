import './prompt.css';
import type { PlaceData, PromptControls } from '../messages.ts';
import { startPlacePage } from '../place-page.ts';
import { promptPage } from '../place-pages.ts';

/**
 * `current`: the part at the cursor; `cursor`: the place of the cursor. The page scrolls only when the cursor enters
 * another part.
 */
let current: string | undefined, cursor: string | undefined;
function showPart({ answer, trouble, isBusy, memory: { request } }: PlaceData<PromptControls>): void {
  if (!answer || trouble !== null || isBusy) return;
  const currentSection = document.querySelector<HTMLElement>('.section[aria-current]'),
    name = `${document.querySelector('.heading')?.textContent} ${currentSection?.dataset.section}`,
    place = JSON.stringify(request);
  const isMoved = cursor !== undefined && cursor !== place && current !== name;
  current = name;
  cursor = place;
  if (!currentSection || !isMoved) return;
  const { top, bottom } = currentSection.getBoundingClientRect();
  if (top < parseFloat(getComputedStyle(currentSection).scrollMarginTop) || bottom > innerHeight)
    currentSection.scrollIntoView();
}

startPlacePage<PromptControls>(
  { page: promptPage, onDrawn: showPart },
  {
    as: ({ value }) => ({ as: value }),
    turn: ({ value }) => ({ turn: value }),
    given: ({ value }) => ({ given: value }),
  },
);
