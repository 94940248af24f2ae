import { withoutCommands, withoutControls } from '../../printers/printable.ts';
import type { Output } from './io.ts';

/** An output through which no name and no value commands the terminal, or the service that runs a CI job. */
export const guarded = ({ write, isTTY, columns }: Output, colours: boolean): Output => ({
  write: text => write(withoutCommands(withoutControls(text, colours))),
  exactly: write,
  isTTY,
  columns,
});
