export interface PlanParams {
  /** A file that identifies the workspace. */
  readonly uri: string;
  /** A git revision; without it the saved files are compared with the editor's. */
  readonly base?: string;
  /** A hypothetical edit on the platform; then the current files are compared with their state after it. */
  readonly edit?: WhatIf;
}
/** A version is published, or a tag is moved to it. */
export type WhatIf = { readonly agentId: string; readonly version: number } & (
  { readonly kind: 'publish' } | { readonly kind: 'tag'; readonly tag: string }
);
/** A page for people: `html` is self-contained, without script, font or network. */
export interface PlanTextParams extends PlanParams {
  readonly format: 'html' | 'markdown';
}
