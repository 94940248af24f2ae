/** A file whose values a rule can be replayed over. */
export interface SeriesFile {
  readonly uri: string;
  readonly name: string;
}
/** When an alert rule would have fired. */
export interface AlertReplay {
  /** What the rule compares, and how often. */
  readonly condition: string;
  /** The series that was replayed; null: none was chosen. */
  readonly series: SeriesFile | null;
  /** Series beside the rule, sorted by name. */
  readonly beside: readonly SeriesFile[];
  /** Why the series cannot be replayed; null if it was, or none was chosen. */
  readonly problem: string | null;
  /** How many evaluations there were. */
  readonly evaluations: number;
  /** Of those, how many had no figure. */
  readonly undecided: number;
  /** What is drawn; null without an evaluation. */
  readonly plot: {
    /** Milliseconds since the epoch. Without a figure the line has a gap. */
    readonly points: readonly { readonly at: number; readonly figure: number | null }[];
    readonly low: number;
    readonly high: number;
    readonly threshold: number;
    /** Low, high and threshold with their units. */
    readonly words: { readonly low: string; readonly high: string; readonly threshold: string };
  } | null;
  readonly incidents: readonly {
    /** Milliseconds since the epoch. */
    readonly from: number;
    /** null: it still held at the end. */
    readonly to: number | null;
    readonly lasted: string | null;
    readonly value: string;
  }[];
}
