import type { Element } from '../../../../server/view/element.ts';
import { promptControls } from '../controls.ts';
import { frame, tool } from '../frame.ts';
import type { PlaceData, PromptControls } from '../messages.ts';

export const promptPage = (data: PlaceData<PromptControls>): Element =>
  frame(data, [data.answer && tool('preview', 'preview', 'Preview', { title: 'Show what this resolves to' })], {
    choices: promptControls(data.answer?.choices ?? [], data.controls),
  });
