import type { Printer } from './report.ts';
import { compact } from './compact.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { pretty } from './pretty.ts';
import { sarif } from './sarif.ts';

/** The formats of `preflight lint --format`. */
export const printers = { pretty, json, sarif, github, gitlab, junit, markdown, compact } as const satisfies Record<
  string,
  Printer
>;
export type Format = keyof typeof printers;
export const isFormat = (name: string): name is Format => Object.hasOwn(printers, name);
