import type { References } from '../core/generated/outputs.js';
import type { Document } from '../core/document.ts';
import { secretSpans } from '../core/domain/redacted.ts';
import type { Range } from '../core/engine/report.ts';
import { groupsOf } from '../core/json/multimap.ts';
import type { Span } from '../core/syntax/lines.ts';
import { count, didYouMean } from '../core/wording.ts';
import { meaningsOf, namesOf } from '../features/navigation/references.ts';
import type { State } from '../state/open.ts';
import { answerOf } from '../view/answer.ts';
import { blocksOf, list, type Block } from '../view/blocks.ts';
import { codeFrame } from '../view/code-frame.ts';
import { command } from './terminal/command.ts';
import { remark, UsageError, pathFrom, show } from './terminal/io.ts';
import { openAll, reportUnreadable } from './terminal/workspaces.ts';

type Reference = References['references'][number];

/**
 * Finds the places where a name is defined and used. Only a tool of `preflight mcp`, because people can use their
 * editor.
 */
export const references = command(
  { name: 'references', operands: 'NAME', about: 'Show where a name is defined, set and used.', options: {} },
  ({ positionals }, io) => {
    const [typedName, ...extraNames] = positionals;
    if (!typedName || extraNames.length > 0)
      throw new UsageError('references takes one name: an id, a variable or a tag');
    const name = typedName.replace(/^\{\{\s*|\s*\}\}$/g, ''),
      states = openAll(io);
    for (const state of states) reportUnreadable(state, io);
    let meaning = 0;
    const references = states.flatMap(state =>
      meaningsOf(name, state.workspace).flatMap(({ kind, owner: ownerId = null, places }) => {
        meaning++;
        return places
          .map((place): Reference => {
            const line = lineAt(state.workspace.document(place.file)!, place.selection),
              role = place.isDefinition ? 'defines' : 'uses';
            return { kind, of: ownerId, meaning, role, file: pathFrom(io, state.root, place.file), ...line };
          })
          .sort((a, b) => Number(b.role === 'defines') - Number(a.role === 'defines'));
      }),
    );
    if (references.length === 0) {
      const names = new Set(states.flatMap(({ workspace }: State) => [...namesOf(workspace)]));
      remark(io, `nothing in this workspace has the name ${typedName}${didYouMean(name, names)}`);
    }
    show(
      answerOf({ version: 1, name, references } satisfies References, () => blocksFor(references)),
      'json',
      io,
    );
    return references.length > 0 ? 0 : 1;
  },
);

/** The maximum number of columns of a line that are shown, because prompts are long. */
const MAX_LISTED = 100;

function lineAt(document: Document, { start, end }: Span): Pick<Reference, 'line' | 'column' | 'text'> {
  const [first, last] = [start, end].map(offset => {
    const { line, character } = document.lines.positionAt(offset);
    return { line: line + 1, column: character + 1 };
  }) as [Range['start'], Range['end']];
  const range = { start: first, end: last };
  return { ...first, text: codeFrame(document, range, secretSpans(document), MAX_LISTED).source.trim() };
}

function blocksFor(allReferences: readonly Reference[]): readonly Block[] {
  const meanings = groupsOf(allReferences, references => references.meaning);
  return blocksOf(
    [...meanings.values()].map(places =>
      list(places[0].kind, [
        {
          head: `${places[0].kind}${places[0].of === null ? '' : ` of ${places[0].of}`}, ${count(places.length, 'place')}`,
          lines: places.map(({ file, line, column, role, text }) => `${file}:${line}:${column} ${role}: ${text}`),
        },
      ]),
    ),
  );
}
