import { testCases } from '../../testing/cases.ts';
import { renamed } from '../../testing/renamed.ts';

testCases(new URL('cases/', import.meta.url), { rename: (files, name) => renamed(files, name) });
