/**
 * Preflight's extensions of the language server protocol. The extension sees no other file of the server, so this one
 * imports nothing but types and the formatting of numbers. Positions count from 0, as everywhere in that protocol;
 * files are uris.
 */

import type { Severity } from '../core/finding.ts';
import type { ProtocolPlace, ProtocolPosition } from '../view/panels/index.ts';
import type { Declaration, Declared } from './declaration.ts';

export type * from '../view/panels/index.ts';
export type * from '../view/panel-answer.ts';
export { severities } from '../core/finding.ts';
export { count, groupDigits as grouped } from '../core/numbers.ts';

/** A client's `initializationOptions`. */
export interface InitializationOptions {
  /** Whether the client has the commands of `clientCommands`; without them no lens or action names one. */
  readonly panels?: boolean;
  /** Whether the client reports syntax errors and duplicate keys of JSON files itself, so that the server does not. */
  readonly reportsSyntax?: boolean;
  /** Whether findings in files that are not open are wanted; they are by default. */
  readonly reportsUnopened?: boolean;
  /** The wanted kinds of inlay hints; all by default. */
  readonly inlayHints?: readonly ('versions' | 'names' | 'times' | 'shares' | 'callers')[];
  /** Whether the folders are trusted; untrusted ones are only read. */
  readonly trusted?: boolean;
}

/** Commands that the server names in lenses, actions and hovers, and that a client with panels executes. */
export const clientCommands = {
  /** Arguments: uri, position. */
  preview: 'preflight.preview',
  /** Arguments: uri, position. */
  simulate: 'preflight.simulate',
  /** Arguments: uri, position. */
  prompt: 'preflight.prompt',
  /** Arguments: uri, position. */
  flow: 'preflight.flow',
  /** Arguments: uri, position, and a position in the text. Opens the text there as a document. */
  editText: 'preflight.editText',
  /** Arguments: id of a rule. */
  explain: 'preflight.explainRule',
  /** Arguments: two versions of an agent, and a place in its workspace. Shows the differences. */
  compareVersions: 'preflight.compareVersions',
  /** Arguments: uri, range. Offers the actions of kind `quickfix.disable` there. */
  disable: 'preflight.disable',
  /** Arguments: uri, range of a string's content, for a person to fill in. */
  select: 'preflight.select',
  /** Arguments: title, edit, the placeholder in it, uri of the file: asks for a text in its place, and only then makes the edit. */
  fill: 'preflight.fill',
  /** Arguments: uri, position, places: shows them as references. */
  showReferences: 'preflight.showReferences',
} as const;

/**
 * A link that shows the page of a rule in a client with panels; other editors get the page that came with the package.
 */
export const explaining = (rule: string): string =>
  `command:${clientCommands.explain}?${encodeURIComponent(JSON.stringify([rule]))}`;

/**
 * The scheme of prompt documents: a string of a JSON file with real line breaks. A client with panels opens them; the
 * server answers requests about them from the JSON file, and receives no notifications.
 */
export const promptScheme = 'preflight-prompt';

/** Requests, client to server, with their answers; `params` has their parameters. */
export const requests = {
  /** `FileStatus` */
  fileStatus: 'preflight/fileStatus',
  /** `string | null`: the page of a rule, as markdown */
  explain: 'preflight/explain',
  /** `RuleLine[]`: all rules, those of policies included */
  rules: 'preflight/rules',
  /** `AgentNode[]` */
  agents: 'preflight/agents',
  /** `PanelAnswer | null` */
  preview: 'preflight/preview',
  /** `PanelAnswer | null`: the texts that the model gets and callers hear */
  prompt: 'preflight/prompt',
  /** `FlowView | null` */
  flow: 'preflight/flow',
  /** `PlanAnswer` */
  plan: 'preflight/plan',
  /** `string | null`: the plan as a page of its own or a comment; null if there is none */
  planText: 'preflight/planText',
  /** `ComparedTexts`: the long texts that differ */
  comparedTexts: 'preflight/comparedTexts',
  /** `ComparableVersions | null`: the possible counterparts of the version at a position */
  comparable: 'preflight/comparable',
  /** `FilesEdit`: the platform's side of the differences, as edits of the files */
  take: 'preflight/take',
  /** `PanelAnswer | null` */
  simulate: 'preflight/simulate',
  /** `FilesEdit | null`: an export as files of their kinds */
  split: 'preflight/split',
  /** `FilesEdit`: a text of records as new files */
  paste: 'preflight/paste',
  /** `FilesEdit`: a new agent with its engine, or a new component; the main file comes first */
  newRecord: 'preflight/newRecord',
  /** `PromptPlace | null`: the prompt document of the string at a place */
  promptAt: 'preflight/promptAt',
  /** `PromptText`: the content of a prompt document, and the edits that make it equal to its JSON document */
  promptText: 'preflight/promptText',
  /** `TextItem[]`: the texts of the agent at a place */
  texts: 'preflight/texts',
  /** `AssertionPlace[]`: the configurations' assertions about changes */
  assertions: 'preflight/assertions',
  /** `Judgement`: whether a change meets an assertion of a configuration */
  judge: 'preflight/judge',
} as const;

const position = { line: 'count', character: 'count' } as const;
/** A draw from weights: 1 to 10,000,000 calls, 100,000 by default; another seed gives another draw, `0` by default. */
const draw = { 'calls?': 'number', 'seed?': 'string' } as const;
const comparedFiles = {
  /** A file that identifies the workspace. */
  uri: 'string',
  /** A git revision; without it the saved files are compared with the editor's. */
  'base?': 'string',
  /** A hypothetical edit on the platform; the current files are compared with their state after it. */
  'edit?': {
    byKind: {
      publish: { agentId: 'string', version: 'count' },
      tag: { agentId: 'string', tag: 'string', version: 'count' },
    },
  },
  /** Two versions of one agent, each given as a reference, instead of two states of the files. */
  'versions?': { agentId: 'string', before: 'id', after: 'id' },
  /** Uris of exported files and folders, which are compared with the files. */
  'exports?': ['string'],
} as const;

/** The parameters of each request. Any others are answered with an error that names the field. */
export const params = {
  /** `position`: the answer names the agent that is shown there. */
  fileStatus: { uri: 'string', 'position?': position },
  explain: { rule: 'string' },
  rules: { orNull: {} },
  /** `agentId`: only this agent, with all of its children. */
  agents: { orNull: { 'agentId?': 'string' } },
  preview: { uri: 'string', position, ...draw },
  /**
   * The caller, the node or state, and values of variables (`name=Ada; city=Bonn`); '' means the one at the position.
   */
  prompt: { uri: 'string', position, 'as?': 'string', 'turn?': 'string', 'given?': 'string' },
  flow: { uri: 'string', position },
  plan: comparedFiles,
  /** A page for people: `html` is self-contained, without script, font or network. */
  planText: { ...comparedFiles, format: { oneOf: ['html', 'markdown'] } },
  /** `position`: of a text that is searched for among them. */
  comparedTexts: { ...comparedFiles, 'position?': position },
  comparable: { uri: 'string', position },
  /** `keys`: of single changes; without them, all changes made only on the platform. */
  take: { ...comparedFiles, 'keys?': ['string'] },
  simulate: {
    uri: 'string',
    position,
    ...draw,
    /** For an agent: what the other side of the call does; `silent` by default. */
    'call?': { oneOf: ['silent', 'voicemail', 'ivr', 'barge-in', 'dtmf'] },
    /** For an agent: whether the agent calls. */
    'outbound?': 'boolean',
    /** For a `dtmf` call: the pressed keys. */
    'digits?': 'string',
    /**
     * For the alert rules of the file `of`: the uri of the series; by default, the file beside the rule whose name
     * begins with the rule's name.
     */
    'series?': { of: 'string', uri: 'string' },
  },
  split: { uri: 'string' },
  /** `uri`: a file, saved or not; the new files are created beside it. */
  paste: { uri: 'string', text: 'string' },
  /** `uri`: a file of the workspace, saved or not; with `isBeside` the new files are created beside it. */
  newRecord: {
    uri: 'string',
    isBeside: 'boolean',
    record: {
      byKind: {
        agent: {
          name: 'string',
          channel: { oneOf: ['voice', 'chat'] },
          engine: { oneOf: ['llm', 'conversation-flow'] },
        },
        'flow-component': { name: 'string' },
      },
    },
  },
  promptAt: { uri: 'string', position },
  promptText: {
    /** The uri of the prompt document. */
    uri: 'string',
    /** Its text; without it, nothing is changed. */
    'text?': 'string',
    /** The text of both documents when they were last equal. */
    'base?': 'string',
    /** The JSON document's former spelling of `text`: the `data` of an earlier answer. */
    'spelling?': 'string',
    /** A position in the prompt document; the answer has the corresponding position in the JSON document. */
    'position?': position,
  },
  texts: { uri: 'string', position },
  assertions: { orNull: {} },
  /** `uri`: the configuration; `base`: a git revision, without which the saved files are compared with the editor's. */
  judge: { uri: 'string', 'base?': 'string' },
} as const satisfies Readonly<Record<keyof typeof requests, Declaration>>;

export type ParamsOf<Request extends keyof typeof params> = Declared<(typeof params)[Request]>;
export type FileStatusParams = ParamsOf<'fileStatus'>;
export type ExplainParams = ParamsOf<'explain'>;
export type AgentsParams = ParamsOf<'agents'>;
export type PreviewParams = ParamsOf<'preview'>;
export type PromptParams = ParamsOf<'prompt'>;
export type FlowParams = ParamsOf<'flow'>;
export type PlanParams = ParamsOf<'plan'>;
export type PlanTextParams = ParamsOf<'planText'>;
export type SimulateParams = ParamsOf<'simulate'>;
export type ComparableParams = ParamsOf<'comparable'>;
export type TakeParams = ParamsOf<'take'>;
export type SplitParams = ParamsOf<'split'>;
export type PasteParams = ParamsOf<'paste'>;
export type NewRecordParams = ParamsOf<'newRecord'>;
export type PromptAtParams = ParamsOf<'promptAt'>;
export type TextsParams = ParamsOf<'texts'>;
export type PromptTextParams = ParamsOf<'promptText'>;
export type JudgeParams = ParamsOf<'judge'>;
/** A version is published, or a tag is moved to it. */
export type WhatIf = NonNullable<PlanParams['edit']>;

/** Notifications, server to client. */
export const notifications = {
  /** No parameters: the files, or the facts about them, have changed; a client that shows any of them asks again. */
  changed: 'preflight/changed',
  /** `DrawingParams`: a requested flow is being drawn, which takes a while. */
  drawing: 'preflight/drawing',
} as const;

export interface DrawingParams {
  readonly nodes: number;
}
/**
 * The `data` of a diagnostic that marks a further place of a finding. The diagnostic is a hint, so that no list has it;
 * a client can mark it like the finding.
 */
export interface MarkData {
  readonly severity: Severity;
}
export interface RuleLine {
  readonly id: string;
  /** Plain text. */
  readonly summary: string;
}
/** The content of an editor's status item about a file. */
export interface FileStatus {
  /** `undefined` for a file that is not the platform's. */
  readonly kind?: string;
  /** The source of the kind: a glob of the configuration, the name, or the content. */
  readonly by?: 'configuration' | 'name' | 'content';
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly baselined: number;
  /** Of the agent at the requested position, which panels show there; absent without one. */
  readonly agentId?: string;
  /** Errors, warnings and infos in versions that serve callers; absent if there are none. */
  readonly live?: number;
  /** The panels that can show the file. */
  readonly opens: readonly ('preview' | 'simulate' | 'flow')[];
  /** Which fixes need a draft, and why, as a sentence; absent if none do. */
  readonly leftOut?: string;
  /** How callers reach the record of the file, in markdown: `live through tag prod of agent_desk`. */
  readonly through?: string;
  /** The configuration in force, or why it is not. */
  readonly configuration?: string;
  readonly configurationProblem?: { readonly message: string } & ProtocolPlace;
  /** The date of the facts about the platform: `2026-09-11, 73 days old`. */
  readonly platform?: string;
  /** The number of files in the file's workspace. */
  readonly files: number;
  /** For a prompt document, whose own findings are counted; or a clause that says why there is no such text. */
  readonly text?:
    | {
        readonly name: string;
        readonly size: string;
        /** The agent whose callers or model get the text; absent without one. */
        readonly agent?: string;
        /** Why it cannot be changed, as a clause; and in few words. */
        readonly published?: string;
        readonly brief?: string;
        /** Where its file is not valid JSON, so that it is not saved. */
        readonly invalid?: ProtocolPlace;
      }
    | Refusal;
}

export interface TextEdit {
  readonly range: ProtocolPlace['range'];
  readonly newText: string;
}
/** A prompt document, with the position in it of the JSON document's cursor. */
export interface PromptPlace {
  readonly uri: string;
  /** Whether the cursor was inside the string, not beside it. */
  readonly isWithin: boolean;
  readonly position: ProtocolPosition;
}
interface Refusal {
  /** Why there is no such string, as a clause. */
  readonly why: string;
  /** Whether it will exist again once its file is valid JSON. */
  readonly isBroken: boolean;
  /** Where its file is not valid JSON. */
  readonly invalid?: ProtocolPlace;
}
/** A prompt document and its string. After the client has made both edits, they are equal. */
export type PromptText =
  | Refusal
  | {
      /** The string in the JSON document, the position in it, and the version of the document, if it is open. */
      readonly place: ProtocolPlace;
      readonly at?: ProtocolPosition;
      readonly version: number | null;
      /** The text after the edits; if `isApart`, the text of the JSON document. */
      readonly newText: string;
      /** The edit of the JSON document, and the edit of the prompt document. */
      readonly json?: TextEdit;
      readonly document?: TextEdit;
      /** Whether both were changed at the same place since they were last equal; then there are no edits. */
      readonly isApart: boolean;
      /** Where its file is not valid JSON, although the one on disk is; the string can be read nevertheless. */
      readonly invalid?: ProtocolPlace;
      /** Why it cannot be changed, as a clause. */
      readonly published?: string;
      /** Without a `text` in the request: the saved text; absent if its file on disk has no such text. */
      readonly saved?: string;
      /** Without a `text` in the request: what a person calls it, `general prompt of Front desk, version 3`. */
      readonly title?: string;
      /** How the JSON document spelled the text before the edit, if the edit loses that. */
      readonly data?: string;
    };
/** A text of an agent, in a list of all of them. */
export interface TextItem extends ProtocolPlace {
  readonly name: string;
  readonly size: string;
  readonly beginning: string;
}

/** An entry of `ci.assert`, and its place. */
export interface AssertionPlace extends ProtocolPlace {
  readonly text: string;
}
export interface Judgement {
  /** Why nothing is judged, as a clause; then there are no verdicts. */
  readonly problem: string | null;
  readonly verdicts: readonly {
    readonly text: string;
    readonly holds: boolean;
    /** Why it does not hold. */
    readonly because: string | null;
    /** The things that were checked: `23 references (9 to versions) in 2 workspaces`. */
    readonly evidence: string;
  }[];
}

/** Files to create, in one edit that creates all or none; or a clause that says why that is impossible. */
export type FilesEdit =
  | {
      /** A `WorkspaceEdit` of the language server protocol. */
      readonly edit: object;
      /** Uris of the new files. */
      readonly files: readonly string[];
      /** Uris of existing files that change. */
      readonly edited: readonly string[];
    }
  | { readonly why: string };
