/**
 * What the language server speaks beside the language server protocol. The extension sees this file of the server and no other, so it
 * imports nothing but what panels show (`server/protocol/`), which is types, and how numbers are written. Positions count
 * from 0, as everywhere in that protocol; files are uris.
 */

import type { ProtocolPlace } from '../protocol/index.ts';

export type * from '../protocol/index.ts';
export { severities } from '../core/finding.ts';
export { clockOf, count, grouped } from '../core/numbers.ts';

/** What a client may say in `initializationOptions`. */
export interface InitializationOptions {
  /** Whether the client has the commands of `clientCommands`; without it no lens or action names one. */
  readonly panels?: boolean;
  /** Whether the client shows syntax errors and repeated keys of JSON files itself, so that the server must not. */
  readonly reportsSyntax?: boolean;
  /** Whether the server offers to format; an editor with a formatter of its own may do without. By default it does. */
  readonly formats?: boolean;
  /** The kinds of inlay hints that are wanted; all of them where nothing is said. */
  readonly inlayHints?: readonly ('versions' | 'names' | 'times' | 'shares' | 'callers')[];
  /** Folders that are not trusted are read, nothing else. */
  readonly trusted?: boolean;
}

/** Commands that the server names in lenses, actions and hovers, and that a client with panels carries out. */
export const clientCommands = {
  /** Arguments: uri, position. */
  preview: 'preflight.preview',
  /** Arguments: uri, position. */
  simulate: 'preflight.simulate',
  /** Arguments: uri, position. */
  flow: 'preflight.flow',
  /** Arguments: id of a rule. */
  explain: 'preflight.explainRule',
  /** Arguments: uri, range: selects it, for what is left to a person to fill in. */
  select: 'preflight.select',
  /** Arguments: uri, position, places: shows them as references. */
  showReferences: 'preflight.showReferences',
} as const;

/** The scheme of the documents that a client with panels makes of rules' pages; other editors get the page that came with the package. */
export const rulePageScheme = 'preflight-rule';

/** Requests, client to server. */
export const requests = {
  /** `FileStatusParams` → `FileStatus` */
  fileStatus: 'preflight/fileStatus',
  /** `ExplainParams` → `string | null`: the page of a rule, as markdown */
  explain: 'preflight/explain',
  /** `AgentsParams` → `AgentNode[]` */
  agents: 'preflight/agents',
  /** `CompareVersionsParams` → `string | null`: a page of markdown; null of an agent that no workspace knows */
  compareVersions: 'preflight/compareVersions',
  /** `PreviewParams` → `Preview | null` */
  preview: 'preflight/preview',
  /** `FlowParams` → `FlowView | null` */
  flow: 'preflight/flow',
  /** `PlanParams` → `PlanReport` */
  plan: 'preflight/plan',
  /** `SimulateParams` → `SimulationReport | null` */
  simulate: 'preflight/simulate',
  /** `SplitParams` → `FilesEdit | null`: an export as files of their kinds */
  split: 'preflight/split',
  /** `PasteParams` → `FilesEdit`: a text of records as new files */
  paste: 'preflight/paste',
  /** `NewRecordParams` → `FilesEdit`: a new agent with its engine, or a new component; the file to begin with comes first */
  newRecord: 'preflight/newRecord',
  /** No parameters → `AssertionPlace[]`: what configurations demand of a change */
  assertions: 'preflight/assertions',
  /** `JudgeParams` → `Judgement`: whether a change keeps to what a configuration demands */
  judge: 'preflight/judge',
} as const;

/** Notifications, server to client. */
export const notifications = {
  /** No parameters: the files, or what is known of them, have changed; a client that shows any of it asks again. */
  changed: 'preflight/changed',
  /** `DrawingParams`: a flow that was asked for is being drawn, and it takes a while. */
  drawing: 'preflight/drawing',
} as const;

export interface DrawingParams {
  readonly nodes: number;
}
export interface FileStatusParams {
  readonly uri: string;
}
/** What the status item of an editor shows of a file. */
export interface FileStatus {
  /** `undefined` for a file that is not the platform's. */
  readonly kind?: string;
  /** What determines the kind: a glob of the configuration, the name, the content. */
  readonly by?: 'configuration' | 'name' | 'content';
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly baselined: number;
  /** Of errors, warnings and infos, those in versions that callers are served by; absent where there are none. */
  readonly live?: number;
  /** Through what callers reach the record of the file, in markdown: `live through tag prod of agent_desk`. */
  readonly through?: string;
  /** The configuration that holds, and why it does not, if it does not. */
  readonly configuration?: string;
  readonly configurationProblem?: { readonly message: string } & ProtocolPlace;
  /** Files of the workspace that the file belongs to. */
  readonly files: number;
}

export interface ExplainParams {
  readonly rule: string;
}

/** Two versions of one agent, each as a reference writes it. */
export interface CompareVersionsParams {
  readonly agentId: string;
  readonly before: string | number;
  readonly after: string | number;
}

/** An entry of `ci.assert`, and where it is. */
export interface AssertionPlace extends ProtocolPlace {
  readonly text: string;
}
export interface JudgeParams {
  /** The configuration. */
  readonly uri: string;
  /** A git revision; without it the saved files are compared with what is in the editor. */
  readonly base?: string;
}
export interface Judgement {
  /** Why nothing is judged: a clause; then there are no verdicts. */
  readonly problem: string | null;
  readonly verdicts: readonly {
    readonly text: string;
    readonly holds: boolean;
    /** Why it does not hold. */
    readonly because: string | null;
    /** What it was judged by: `23 references in 2 workspaces`. */
    readonly evidence: string;
  }[];
}

export interface SplitParams {
  readonly uri: string;
}
export interface PasteParams {
  /** A file beside which the new ones are made, saved or not. */
  readonly uri: string;
  readonly text: string;
}
export interface NewRecordParams {
  /** A file of the workspace that is meant, saved or not; with `isBeside` the new ones are made beside it. */
  readonly uri: string;
  readonly isBeside: boolean;
  readonly record:
    | {
        readonly kind: 'agent';
        readonly name: string;
        readonly channel: 'voice' | 'chat';
        readonly engine: 'llm' | 'conversation-flow';
      }
    | { readonly kind: 'flow-component'; readonly name: string };
}
/** Files to be made, as one edit that makes all of them or none; or why that cannot be: a clause. */
export type FilesEdit =
  | {
      /** A `WorkspaceEdit` of the language server protocol. */
      readonly edit: object;
      /** Uris of the new files. */
      readonly files: readonly string[];
    }
  | { readonly why: string };
