import { locate } from '../../core/locate.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { agentOf } from '../../core/workspace/records.ts';
import type { DocumentContext } from '../context.ts';
import { stableDecorations, type DecoratedContext } from './held.ts';
import { sizeOf, textsToOffer } from '../prompts/texts.ts';
import { whyPublishedAt } from '../published.ts';
import { lensSubjects, type LensAction, type LensSubject } from './lens-subjects.ts';

/** A line of text above a line of the document. A lens without a title is resolved later, by its subject. */
interface CodeLens {
  readonly span: Span;
  readonly action: LensAction;
  readonly title?: string;
  readonly subject?: LensSubject;
}

const titles = { preview: 'Preview', simulate: 'Simulate', flow: 'Show flow', editText: 'Edit' } as const;

/** The lenses of a document, sorted by place. A lens with a count gets its title from `resolveLens`. */
export const codeLenses = (context: DecoratedContext): readonly CodeLens[] =>
  stableDecorations(context, { start: 0, end: context.document.text.length }, lensesIn, {
    spanOf: ({ span }) => span,
    move: (lens, distance) => ({
      ...lens,
      span: { start: lens.span.start + distance, end: lens.span.end + distance },
    }),
  });

function lensesIn({ workspace, document }: DocumentContext): readonly CodeLens[] {
  const lenses = document.roots.flatMap(root =>
    [...new Set([root, agentOf(root)])]
      .filter(({ isObject, isArray }) => isObject || isArray)
      .flatMap(record =>
        [...lensSubjects(record, workspace)].map(({ at, action, topic, tag }): CodeLens => {
          const span =
            tag === undefined || at.key !== tag ? locate(document, at.pointer) : locate(document, { key: at.pointer });
          return action === 'references'
            ? { span, action, subject: { topic, pointer: at.pointer, ...(tag !== undefined && { tag }) } }
            : { span, action, title: titles[action] };
        }),
      ),
  );
  lenses.push(
    ...textsToOffer(document).map((cursor): CodeLens => {
      const verb = whyPublishedAt(cursor, workspace) === undefined ? 'Edit' : 'Read',
        title = `${verb} ${cursor.marks['x-text']} · ${sizeOf(cursor.string()!, true)}`;
      return { span: locate(document, cursor.pointer), action: 'editText', title };
    }),
  );
  // an editor cuts a long line of lenses at its end, so frequent actions come first
  const isLong = ({ action }: CodeLens): number => Number(action === 'references');
  return lenses.sort((a, b) => a.span.start - b.span.start || isLong(a) - isLong(b));
}

/** The panels that can be opened for a document, or for a record in it. */
export const panelsOf = (context: DocumentContext): readonly Exclude<LensAction, 'references' | 'editText'>[] => [
  ...new Set(
    codeLenses(context).flatMap(({ action }) => (action === 'references' || action === 'editText' ? [] : [action])),
  ),
];
