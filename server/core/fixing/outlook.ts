import type { Document } from '../document.ts';
import type { Finding } from '../finding.ts';

/** A current or possible version of a document, with all its findings, including suppressed ones. */
export interface Outlook {
  readonly document: Document;
  findings(): readonly Finding[];
}
