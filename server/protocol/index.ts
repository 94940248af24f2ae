/**
 * What panels and views show, as plain data. Features make it with files and spans for places, the language server sends it with uris and
 * ranges, the extension draws it: types only, and they import nothing else.
 */
export type * from './agents.ts';
export type * from './changes.ts';
export type * from './flow.ts';
export type * from './place.ts';
export type * from './preview.ts';
export type * from './resolutions.ts';
export type * from './simulation.ts';
export type * from './variables.ts';
export type { Subject } from '../core/generated/outputs.js';
