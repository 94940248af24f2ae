import { anyOf } from '../patterns.ts';

const placeholder = anyOf(
  'i',
  /^(<.*>|\[.*\]|\$.*|%.*%|env[:.].*)$/,
  /^(your\b.*|your[-_].*|my[-_].*|replace.*|insert.*|change.?me.*|enter[-_ ].*|to[-_ ]?do\b.*|tbd|placeholder.*)$/,
  /^(.*x{4,}|.*\*{3,}|.*\.{3}|.*…)$/,
  /^(none|null|undefined|string)$/,
);

/** Whether a text only marks where a person is to put something: `YOUR_API_KEY`, `<token>`, `sk-…`. */
export const isToBeReplaced = (text: string): boolean => placeholder.test(text.trim());
