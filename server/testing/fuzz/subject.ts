import { Document } from '../../core/document.ts';
import { lint, type RuleSet } from '../../core/engine/lint.ts';
import type { Finding } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { type Configuration, defaultConfiguration } from '../../core/configuration/configuration.ts';
import type { PositionContext } from '../../features/context.ts';
import { baseOf, type Input } from './inputs.ts';
import type { Random } from './random.ts';

/** An input, read and linted, and a position in it to ask about. */
export interface FuzzSubject {
  readonly asked: PositionContext;
  readonly findings: readonly Finding[];
  readonly rules: RuleSet;
  readonly configuration: Configuration;
  readonly random: Random;
}

export function subjectOf({ source, text, random }: Input, rules: RuleSet): FuzzSubject {
  const { configuration } = source.opened,
    { file } = source;
  const document = new Document(file, text, 1, configuration.kindOf(file)),
    workspace = baseOf(source).with(document);
  return {
    asked: { workspace, saved: workspace, document, offset: placeIn(document, random) },
    findings: linted(document, workspace, rules),
    rules,
    configuration,
    random,
  };
}

export const linted = (document: Document, workspace: Workspace, rules: RuleSet): Finding[] =>
  lint(document, workspace, rules, defaultConfiguration);

/** A position that an editor can name: none is within a CR LF. */
function placeIn(document: Document, random: Random): number {
  const at = anywhereIn(document, random);
  return document.text[at - 1] === '\r' && document.text[at] === '\n' ? at - 1 : at;
}
/** Mostly positions of values and keys. */
function anywhereIn({ text, parsed: { tape } }: Document, random: Random): number {
  if (tape.length === 0 || random.chance(0.3)) return random.upTo(text.length + 1);
  const node = random.upTo(tape.length),
    { start, end } = (random.chance(0.4) ? tape.keySpan(node) : undefined) ?? tape.span(node);
  return start + random.upTo(Math.min(end - start, 40) + 1);
}

/** What is wrong with a span: it must be within the text, and its ends must be positions that an editor can name. */
export function wrongSpan({ text }: Document, { start, end }: Span): string | undefined {
  const isIn = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length;
  if (!isIn) return `${start} to ${end} is not in the text, which has ${text.length} characters`;
  const isSplit = [start, end].some(at => text[at - 1] === '\r' && text[at] === '\n');
  return isSplit ? `${start} to ${end} splits a CR LF` : undefined;
}
