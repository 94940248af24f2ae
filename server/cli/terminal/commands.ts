import type { Command } from './command.ts';

/** An entry in the list of commands; its declaration is loaded when it is called, so that none pays for another. */
export interface CommandEntry {
  /** What it does, after its name. */
  readonly about: string;
  load(): Promise<Command>;
}
export type Commands = Readonly<Record<string, CommandEntry>>;
