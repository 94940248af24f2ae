import { testCases } from '../../testing/cases.ts';
import { hovered } from '../../testing/hover-at.ts';

testCases(new URL('cases/', import.meta.url), { hover: files => hovered(files) });
