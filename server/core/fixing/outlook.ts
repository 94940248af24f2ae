import type { Document } from '../document.ts';
import type { Finding } from '../finding.ts';

/** A document as it is or might become, with all its findings, including suppressed ones. */
export interface Outlook {
  readonly document: Document;
  findings(): readonly Finding[];
}
