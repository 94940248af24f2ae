import type { Document } from '../../core/document.ts';
import { placeAt } from '../place.ts';
import { keyName, namesAt, type Name } from './names.ts';
import { partSpan } from './places.ts';

/** The name that an offset is at; its ends belong to it, and so do the quotes around a name that is a whole string. */
export function nameAt(document: Document, offset: number): Name | undefined {
  const place = placeAt(document, offset);
  if (!place || place.part === 'between') return undefined;
  if (place.part === 'key') return keyName(place.at);
  const names = namesAt(place.at).map(name => ({ name, span: typeof name.part === 'object' ? partSpan(name.at, name.part) : place.span }));
  // of a name within a name, the inner one
  return names.filter(({ span }) => span && offset >= span.start && offset <= span.end).sort((a, b) => a.span!.end - a.span!.start - (b.span!.end - b.span!.start))[0]?.name;
}
