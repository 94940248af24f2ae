import type { Document } from '../document.ts';
import type { Finding } from '../finding.ts';

/** A document as it is or might be, and all that is found in it then, also what is suppressed. */
export interface Outlook {
  readonly document: Document;
  findings(): readonly Finding[];
}
