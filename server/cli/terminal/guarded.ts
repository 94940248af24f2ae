import { withoutCommands, withoutControls } from '../../printers/printable.ts';
import type { Output } from './io.ts';

/** An output in which no name or value can command the terminal, or the service that runs a CI job. */
export const guarded = ({ write, isTTY, columns }: Output, colours: boolean): Output => ({
  write: text => write(withoutCommands(withoutControls(text, colours))),
  exactly: write,
  isTTY,
  columns,
});
