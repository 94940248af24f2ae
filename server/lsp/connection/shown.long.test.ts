import { test } from 'vitest';
import { editors } from '../../testing/clients.ts';
import { expectNothingShown, shapes } from '../../testing/shown.ts';

const editorOver = editors();

test.each(shapes)('nothing that an editor shows contains shape %#', async secret =>
  expectNothingShown(editorOver, secret),
);
