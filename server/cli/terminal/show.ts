import type { Answer } from '../../view/answer.ts';
import { paint } from '../../view/paint.ts';
import { publishedJson } from '../../view/printable.ts';
import { coloursFor, type Io } from './io.ts';

/** Prints an answer in a format, or hands it to the program that called the command. */
export function show(answer: Answer, format: 'json' | 'table' | 'text' | 'markdown' | 'html' | 'ids', io: Io): void {
  if (io.take) {
    io.take(answer);
    return;
  }
  const { stdout } = io;
  const print = format === 'markdown' || format === 'html' || format === 'ids' ? answer[format] : undefined;
  if (format === 'json') stdout.write(publishedJson(answer.result));
  else stdout.write(print?.() ?? answer.text({ paint: paint(coloursFor(stdout, io)), columns: stdout.columns }));
}
