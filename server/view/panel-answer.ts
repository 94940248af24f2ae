import type { Block } from './blocks.ts';

/** The content of a panel. */
export interface PanelAnswer {
  /** The content in one sentence, which a screen reader speaks after a change. */
  readonly words: string;
  /** The content. Slots among the blocks are placeholders for controls: `draw`, `call`, `series`. */
  readonly blocks: readonly Block[];
  /** Whether the subject of the panel can be simulated. */
  readonly canSimulate?: boolean;
  /** For an alert rule: the replayed series, and the other series beside it, sorted by name. */
  readonly series?: { readonly chosenFile: SeriesFile | null; readonly otherFiles: readonly SeriesFile[] };
  /** The choices of the user, each for the control with the same name. */
  readonly choices?: readonly Choice[];
}
/** A short heading, for the title of a tab. */
export function headingOf({ blocks }: PanelAnswer): string | undefined {
  const heading = blocks.find(({ is }) => is === 'title'),
    text = heading?.is === 'title' ? heading.text : undefined,
    words = typeof text === 'object' && 'link' in text ? text.link : text;
  return typeof words === 'string' ? words : undefined;
}
/**
 * The effect of a change of files on every reference, or the reason why there is no plan, such as an unknown revision.
 */
export type PlanAnswer = (PanelAnswer & { readonly problem?: undefined }) | { readonly problem: string };
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chosenValue: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
/** A file with a series of values over which an alert rule can be replayed. */
export interface SeriesFile {
  readonly uri: string;
  readonly name: string;
}

/** The decoded text of a value in two states. */
export interface ComparedText {
  /** The stable pointer of the text, which the actions of a panel use. */
  readonly key: string;
  readonly file: string;
  readonly at: string;
  /** The name of the text for people: `CLOSE CALL instruction`. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}
/** The texts that a comparison finds. */
export interface TextsFound {
  /** The names of the two states. */
  readonly sides: { readonly before: string; readonly after: string };
  /** The key of the text at the requested position; `texts` may not contain it. */
  readonly at: string | null;
  readonly texts: readonly ComparedText[];
  readonly problem?: undefined;
}
/** Texts in two states, or the reason why there is nothing to compare. */
export type ComparedTexts = TextsFound | { readonly problem: string };
/**
 * The version at a place, and the versions for comparison: tags and numbers of versions with a record in this
 * workspace.
 */
export interface ComparableVersions extends ComparableVersion {
  readonly agentId: string;
  readonly otherVersions: readonly ComparableVersion[];
}
/** A tag or number, and the version that it selects. */
interface ComparableVersion {
  readonly reference: string | number;
  readonly version: number;
}
