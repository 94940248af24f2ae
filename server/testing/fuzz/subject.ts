import { Document } from '../../core/document.ts';
import { lint, type RuleSet } from '../../core/engine/lint.ts';
import type { Finding } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { defaultConfiguration } from '../../core/configuration/configuration.ts';
import type { PositionContext } from '../../features/context.ts';
import { baseOf, type Input } from './inputs.ts';
import type { Random } from './random.ts';

/** A parsed input with a position for requests. */
export class Subject {
  readonly context: PositionContext;
  readonly input: Input;
  readonly rules: RuleSet;
  readonly random: Random;
  /** The actions that were checked already, because many positions offer the same actions. */
  readonly checkedActions = new Set<string>();
  #findings: readonly Finding[] | undefined;

  constructor(input: Input, rules: RuleSet) {
    const { file, text, source, random } = input;
    const document = new Document(file, text, 1, source.configuration.kindOf(file)),
      savedWorkspace = baseOf(input);
    this.input = input;
    this.rules = rules;
    this.random = random;
    this.context = {
      workspace: savedWorkspace.withDocument(document),
      savedWorkspace,
      document,
      offset: randomOffset(document, random),
    };
  }
  get findings(): readonly Finding[] {
    return (this.#findings ??= linted(this.context.document, this.context.workspace, this.rules));
  }
  /** Returns the subject at another position, which may be outside the text. */
  moveTo(offset: number): Subject {
    return Object.defineProperties(Object.create(this) as Subject, {
      context: { value: { ...this.context, offset } },
      findings: { get: () => this.findings },
    });
  }
  /** Returns the subject without cached results. */
  rebuild(): Subject {
    return new Subject(this.input, this.rules).moveTo(this.context.offset);
  }
  get isInText(): boolean {
    const { offset, document } = this.context;
    return offset >= 0 && offset <= document.text.length;
  }

  /** Yields the invalid spans anywhere in an answer. A span must be within the file that the answer names. */
  *invalidSpans(answer: unknown, file = this.context.document.file): Generator<string> {
    if (typeof answer !== 'object' || answer === null) return;
    const { start, end, file: answerFile = file } = answer as Partial<Span> & { file?: string };
    if (typeof start === 'number' && typeof end === 'number') {
      const { document: result, workspace } = this.context,
        document = answerFile === result.file ? result : workspace.document(answerFile);
      const wrong = document ? this.wrongSpan(document, { start, end }) : `${answerFile} is no file of the workspace`;
      if (wrong !== undefined) yield wrong;
    }
    for (const part of Object.values(answer)) yield* this.invalidSpans(part, answerFile);
  }
  /** The reason why a span is invalid, if it is: a span must be within the text, and must not split a CR LF. */
  wrongSpan({ text }: Document, { start, end }: Span): string | undefined {
    const isIn = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= text.length;
    if (!isIn) return `${start} to ${end} is not in the text, which has ${text.length} characters`;
    const isWithin = (of: string, offset: number): boolean => of[offset - 1] === '\r' && of[offset] === '\n';
    if (isWithin(this.context.document.text, this.context.offset)) return undefined;
    return [start, end].some(offset => isWithin(text, offset)) ? `${start} to ${end} splits a CR LF` : undefined;
  }
}

export const linted = (document: Document, workspace: Workspace, rules: RuleSet): Finding[] =>
  lint(document, workspace, rules, defaultConfiguration);

/** A random position that is not within a CR LF, because editors cannot name such positions. */
function randomOffset(document: Document, random: Random): number {
  const offset = offsetInValue(document, random);
  return document.text[offset - 1] === '\r' && document.text[offset] === '\n' ? offset - 1 : offset;
}
/** A random position, mostly in a value or key. */
function offsetInValue({ text, parsed: { nodes } }: Document, random: Random): number {
  if (nodes.length === 0 || random.chance(0.3)) return random.upTo(text.length + 1);
  const node = random.upTo(nodes.length),
    { start, end } = (random.chance(0.4) ? nodes.keySpan(node) : undefined) ?? nodes.span(node);
  return start + random.upTo(Math.min(end - start, 40) + 1);
}
