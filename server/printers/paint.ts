import type { Severity } from '../core/finding.ts';

/** Colours of a terminal, or the text as it is. By hand because `styleText` came only with Node 20.12. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly severity: (severity: Severity, text: string) => string;
}

export function paint(colours: boolean): Paint {
  const style =
    (open: number, close: number) =>
    (text: string): string =>
      colours && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  const red = style(31, 39),
    yellow = style(33, 39),
    blue = style(34, 39);
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red,
    green: style(32, 39),
    cyan: style(36, 39),
    severity: (severity, text) => (severity === 'error' ? red : severity === 'warning' ? yellow : blue)(text),
  };
}
