import type { ReportedFinding } from '../core/engine/report.ts';
import { printable } from './printable.ts';

/** `file:line:col: severity message [rule]`, for editors and `grep`; without a line end. */
export const compactLine = ({ file, range: { start }, severity, message, rule }: ReportedFinding): string =>
  `${printable(file)}:${start.line}:${start.column}: ${severity} ${printable(message)} [${rule}]`;
