/**
 * The content of panels and views, as plain data. Features create it with files and spans as places, the language
 * server sends it with URIs and ranges, and the extension draws it. These files contain only types, and import only
 * types of published results.
 */
export type * from './agents.ts';
export type * from './flow.ts';
export type * from './place.ts';
