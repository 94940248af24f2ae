/**
 * The content of panels and views, as plain data. Features create it with files and spans as places, the language
 * server sends it with uris and ranges, and the extension draws it. Types only; their imports are those of published
 * results.
 */
export type * from './agents.ts';
export type * from './flow.ts';
export type * from './place.ts';
