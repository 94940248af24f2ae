import { test } from 'vitest';
import { editors } from '../../testing/clients.ts';
import { expectNothingShown, shapes } from '../../testing/shown.ts';

const editorOver = editors();

test.each(shapes)('no shown text contains a credential of shape %#', async secret =>
  expectNothingShown(editorOver, secret),
);
