import type { Document } from '../document.ts';
import type { Finding } from '../finding.ts';

/** A version of a document before or after fixes, with all its findings, including suppressed ones. */
export interface Outlook {
  readonly document: Document;
  findings(): readonly Finding[];
}
