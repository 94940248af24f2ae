import type { Block } from './blocks.ts';

/** What a panel shows. */
export interface PanelAnswer {
  /** The same in one sentence, to be read aloud when it changes. */
  readonly words: string;
  /** Slots among them are for controls: `draw`, `call`, `series`. */
  readonly blocks: readonly Block[];
  /** Whether what is shown can be simulated. */
  readonly canSimulate?: boolean;
  /** Of an alert rule: what it is replayed over, and what else is beside it, sorted by name. */
  readonly series?: { readonly chosen: SeriesFile | null; readonly beside: readonly SeriesFile[] };
  /** What can be chosen, each with its control of that name. */
  readonly choices?: readonly Choice[];
}
/** The effect of a change of files on every reference, or why there is no plan: no git, no such revision. */
export type PlanAnswer = (PanelAnswer & { readonly problem?: undefined }) | { readonly problem: string };
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
/** A file with values that a rule can be replayed over. */
export interface SeriesFile {
  readonly uri: string;
  readonly name: string;
}
