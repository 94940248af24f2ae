import type { Command } from './command.ts';

/** A command as the list of commands has it; what it declares is loaded when it is called, so that none pays for another. */
export interface CommandEntry {
  /** What it does, after its name. */
  readonly about: string;
  load(): Promise<Command>;
}
export type Commands = Readonly<Record<string, CommandEntry>>;
