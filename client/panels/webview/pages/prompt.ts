import './prompt.css';
import type { PromptControls } from '../messages.ts';
import { startPlacePage } from '../place-page.ts';
import { promptPage } from '../prompt/prompt-page.ts';

startPlacePage<PromptControls>(
  { page: promptPage },
  {
    as: ({ value }) => ({ as: value }),
    turn: ({ value }) => ({ turn: value }),
    given: ({ value }) => ({ given: value }),
  },
);
