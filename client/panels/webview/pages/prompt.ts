import './prompt.css';
import type { PromptControls } from '../messages.ts';
import { startPlacePage } from '../place-page.ts';
import { promptPage } from '../prompt/prompt-page.ts';

/** The part that was scrolled to: it stays where it is while its text is edited. */
let current: string | undefined;
function showPart(): void {
  const part = document.querySelector<HTMLElement>('.section[aria-current]'),
    name = `${document.querySelector('.heading')?.textContent} ${part?.dataset.section}`;
  if (!part || name === current) return;
  current = name;
  const { top, bottom } = part.getBoundingClientRect();
  if (top < parseFloat(getComputedStyle(part).scrollMarginTop) || bottom > innerHeight) part.scrollIntoView();
}

startPlacePage<PromptControls>(
  { page: promptPage, onDrawn: showPart },
  {
    as: ({ value }) => ({ as: value }),
    turn: ({ value }) => ({ turn: value }),
    given: ({ value }) => ({ given: value }),
  },
);
