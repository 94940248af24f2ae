import { blocksOf, code, link, list, section, values, type Block } from '../blocks.ts';
import type { ViewPlan } from '../panels/index.ts';

/** What live versions say or do differently under the same version number, record by record. */
export const contentsBlocks = (
  { contents: groups, places }: Pick<ViewPlan, 'contents' | 'places'>,
  key: string,
): Block | false =>
  groups.length > 0 &&
  section(
    key,
    'Contents, under the same number or name',
    [
      list(
        'Contents that change under the same number or name',
        groups.map(({ title, reach, isLive, file, rows }) => ({
          live: isLive ? 'callers hear this' : null,
          head: title,
          words: isLive ? reach.replace(/^live /, '') : reach,
          lines: [code(file)],
          blocks: blocksOf(
            values(
              rows.map(({ pointer, at, words, hunk }) => ({
                name: pointer === '' ? '' : link(code(at), places[`${file}#${pointer}`]),
                words,
                hunk,
              })),
              true,
            ),
          ),
        })),
      ),
    ],
    { count: String(groups.reduce((sum, { rows }) => sum + rows.length, 0)) },
  );
