import type { Describe, DescribeField } from '../core/generated/outputs.js';
import { kinds, type Kind } from '../core/kinds.ts';
import { shapeNames, type ShapeName } from '../core/shapes/table.ts';
import { didYouMean, listed } from '../core/wording.ts';
import { shapeDescription } from '../features/completion/shape-description.ts';
import { answerOf } from '../view/answer.ts';
import { blocksOf, list, section, title, verbatim, words, type Block } from '../view/blocks.ts';
import { command } from './terminal/command.ts';
import { UsageError, show } from './terminal/io.ts';
import { samples } from './examples.ts';

/**
 * Prints the description of a shape in the schemas. Only a tool of `preflight mcp`, because people can read hovers and
 * schemas.
 */
export const describe = command(
  {
    name: 'describe',
    operands: 'SHAPE [FIELD]',
    about: 'Show what the schemas say about a shape, or a field of it.',
    options: {},
  },
  ({ positionals }, io) => {
    const [name = '', field = null] = positionals,
      shape = shapeCalled(name);
    const description = shapeDescription(shape, field, samples());
    if (!description) {
      const names = shapeDescription(shape, null, samples())!.fields.map(({ name }) => name);
      const suggestion = didYouMean(field!, names) || `; its fields: ${listed(names, 'and', 30)}`;
      throw new UsageError(`${shape} has no field ${field}${suggestion}`);
    }
    show(
      answerOf({ version: 1, ...description } satisfies Describe, () => blocksFor(description)),
      'json',
      io,
    );
    return 0;
  },
);

/**
 * A shape by its name, or the shape of the records of a kind of file.
 * @throws UsageError for an unknown name
 */
function shapeCalled(name: string): ShapeName {
  if ((shapeNames as readonly string[]).includes(name)) return name as ShapeName;
  if (Object.hasOwn(kinds, name)) return kinds[name as Kind].shapes[0];
  throw new UsageError(
    `no shape is called "${name}"${didYouMean(name, shapeNames) || `; shapes: ${listed(shapeNames, 'and', Infinity)}`}`,
  );
}

const factsOf = ({
  type,
  shape,
  required,
  default: usualField,
  bounds,
  form,
  values,
  since,
  instead,
}: DescribeField): string =>
  [
    shape === null ? type : `${type} (${shape})`,
    required && 'required',
    usualField !== null && `default ${JSON.stringify(usualField)}`,
    bounds,
    form,
    values.length > 0 &&
      `one of ${listed(
        values.map(({ value }) => JSON.stringify(value)),
        'or',
        40,
      )}`,
    since !== null && `since ${since}`,
    instead !== null && `deprecated: ${instead}`,
  ]
    .filter(fact => typeof fact === 'string' && fact !== '')
    .join('; ');

function blocksFor({ field, shape, about, fields, variants, example }: Omit<Describe, 'version'>): readonly Block[] {
  const meanings = about.values.filter(({ meaning, since }) => meaning !== null || since !== null);
  return blocksOf(
    title(field === null ? shape : `${field} of ${shape}`),
    words(factsOf(meanings.length > 0 ? { ...about, values: [] } : about)),
    about.description !== null && words(about.description),
    meanings.length > 0 &&
      list(
        'Values',
        about.values.map(({ value, meaning, since }) => ({
          head: [JSON.stringify(value), meaning, since !== null && `since ${since}`].filter(Boolean).join(': '),
        })),
      ),
    variants.length > 0 &&
      words(
        `${variants[0]!.field} decides: ${variants.map(variant => `${variant.value} (${variant.shape})`).join(', ')}`,
      ),
    fields.length > 0 &&
      section('fields', 'Fields', [
        list(
          'Fields',
          fields.map(field => ({ head: `${field.name}: ${factsOf(field)}` })),
        ),
      ]),
    example && section('example', 'Example', [verbatim(JSON.stringify(example.value, undefined, 2))]),
  );
}
