import { rules } from '../../rules/index.ts';
import { lazy } from '../core/memory.ts';
import { shapeNames } from '../core/shapes/table.ts';
import { exampleOf } from '../features/completion/shape-description.ts';
import { openSettings, openWorkspace } from '../state/open.ts';
import { command } from './terminal/command.ts';
import { packageFile } from './terminal/package.ts';
import { today, show } from './terminal/io.ts';

/** The sample workspace without mistakes, from which the examples are taken. */
export const samples = lazy(
  () =>
    openWorkspace(openSettings(packageFile('samples/clinic'), rules, { baseline: false }), { today: today() })
      .workspace,
);

/** Prints an example of each shape in the samples. Only the resources of `preflight mcp`. */
export const examples = command({ name: 'examples', about: 'Show an example of each shape.', options: {} }, (_, io) => {
  const examples = shapeNames.flatMap(shape => {
    const example = exampleOf(shape, null, samples());
    return example ? [[shape, example.value] as const] : [];
  });
  show({ result: Object.fromEntries(examples), text: () => '' }, 'json', io);
  return 0;
});
