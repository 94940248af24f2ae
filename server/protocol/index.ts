/**
 * What panels and views show, as plain data. Features create it with files and spans as places, the language server
 * sends it with uris and ranges, and the extension draws it. Types only, without other imports.
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
