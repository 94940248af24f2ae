import type { Block } from './blocks.ts';

/** What a panel shows. */
export interface PanelAnswer {
  /** The content in one sentence, which a screen reader speaks after a change. */
  readonly words: string;
  /** The content. Slots among the blocks are placeholders for controls: `draw`, `call`, `series`. */
  readonly blocks: readonly Block[];
  /** Whether the shown thing can be simulated. */
  readonly canSimulate?: boolean;
  /** For an alert rule: the replayed series, and the other series beside it, sorted by name. */
  readonly series?: { readonly chosen: SeriesFile | null; readonly beside: readonly SeriesFile[] };
  /** The choices, each for the control with its name. */
  readonly choices?: readonly Choice[];
}
/** A short heading, for the title of a tab. */
export function headingOf({ blocks }: PanelAnswer): string | undefined {
  const heading = blocks.find(({ is }) => is === 'title'),
    text = heading?.is === 'title' ? heading.text : undefined,
    words = typeof text === 'object' && 'link' in text ? text.link : text;
  return typeof words === 'string' ? words : undefined;
}
/** The effect of a change of files on every reference, or why there is no plan: no git, no such revision. */
export type PlanAnswer = (PanelAnswer & { readonly problem?: undefined }) | { readonly problem: string };
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
/** A file with values over which a rule can be replayed. */
export interface SeriesFile {
  readonly uri: string;
  readonly name: string;
}

/** A text in two states, decoded. */
export interface ComparedText {
  /** The stable pointer of its place, as acts of a panel use it. */
  readonly key: string;
  readonly file: string;
  readonly at: string;
  /** Its name for people: `CLOSE CALL instruction`. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}
/** What a comparison finds. */
export interface TextsFound {
  /** The names of the two states. */
  readonly sides: { readonly before: string; readonly after: string };
  /** The key of the text at the position; `texts` may lack it. */
  readonly at: string | null;
  readonly texts: readonly ComparedText[];
  readonly problem?: undefined;
}
/** Decoded texts of two states, or why there is nothing to compare. */
export type ComparedTexts = TextsFound | { readonly problem: string };
/**
 * The version at a place, and the versions for comparison: tags and numbers of versions with a record in this
 * workspace.
 */
export interface ComparableVersions extends ComparableVersion {
  readonly agentId: string;
  readonly others: readonly ComparableVersion[];
}
/** A tag or number, and the version that it selects. */
interface ComparableVersion {
  readonly reference: string | number;
  readonly version: number;
}
