// Generated from the files of this folder by `npm run generate`.
import type { ReportFormat } from '../report.ts';
import compact from './compact.ts';
import github from './github.ts';
import gitlab from './gitlab.ts';
import json from './json.ts';
import junit from './junit.ts';
import markdown from './markdown.ts';
import pretty from './pretty.ts';
import sarif from './sarif.ts';

const found = { compact, github, gitlab, json, junit, markdown, pretty, sarif };
export type FormatName = keyof typeof found;
/** The formats of `preflight lint --format`. */
export const formats: Readonly<Record<FormatName, ReportFormat>> = found;
export const isFormat = (name: string): name is FormatName => Object.hasOwn(formats, name);
