/**
 * Preflight's extensions of the language server protocol. The extension may import only this file of the server, so
 * the file itself imports only types and the formatting of numbers. Positions are zero-based and files are uris, as in
 * the whole protocol.
 */

import type { Severity } from '../core/finding.ts';
import type { ProtocolPlace, ProtocolPosition } from '../view/panels.ts';
import type { Declaration, DeclaredType } from './declaration.ts';

export type * from '../view/panels.ts';
export type * from '../view/panel-answer.ts';
export { severities } from '../core/finding.ts';
export { count, groupDigits as grouped } from '../core/numbers.ts';

/** The `initializationOptions` of a client. */
export interface InitializationOptions {
  /** Whether the client implements `clientCommands`; if not, no lens or action refers to them. */
  readonly panels?: boolean;
  /** Whether the client itself reports syntax errors and duplicate keys of JSON files, so that the server does not. */
  readonly reportsSyntax?: boolean;
  /** Whether findings in files that are not open are requested; true by default. */
  readonly reportsUnopened?: boolean;
  /** The requested kinds of inlay hints; all kinds by default. */
  readonly inlayHints?: readonly ('versions' | 'names' | 'times' | 'shares' | 'callers')[];
  /** Whether the folders are trusted; untrusted folders are read-only. */
  readonly trusted?: boolean;
}

/** Commands in lenses, actions and hovers of the server that a client with panels implements. */
export const clientCommands = {
  /** Arguments: uri, position. */
  preview: 'preflight.preview',
  /** Arguments: uri, position. */
  simulate: 'preflight.simulate',
  /** Arguments: uri, position. */
  prompt: 'preflight.prompt',
  /** Arguments: uri, position. */
  flow: 'preflight.flow',
  /** Arguments: uri, position, and a position in the text. Opens the text at the position as a document. */
  editText: 'preflight.editText',
  /** Arguments: the id of a rule. Shows the page of the rule. */
  explain: 'preflight.explainRule',
  /** Arguments: two versions of an agent, and a place in its workspace. Shows the differences. */
  compareVersions: 'preflight.compareVersions',
  /** Arguments: uri, range. Offers the actions of kind `quickfix.disable` for the range. */
  disable: 'preflight.disable',
  /** Arguments: uri, and the range of the content of a string. Selects the range for a person to fill in. */
  select: 'preflight.select',
  /**
   * Arguments: title, edit, the placeholder in the edit, uri of the file. Asks for a text, and then makes the edit
   * with the text in place of the placeholder.
   */
  fill: 'preflight.fill',
  /** Arguments: uri, position, places. Shows the places as references. */
  showReferences: 'preflight.showReferences',
} as const;

/** A link that shows the page of a rule in a client with panels; other editors open the page in the package. */
export const explaining = (rule: string): string =>
  `command:${clientCommands.explain}?${encodeURIComponent(JSON.stringify([rule]))}`;

/**
 * The scheme of prompt documents: a string of a JSON file with real line breaks. A client with panels opens them. The
 * server answers requests about them from the JSON file, and receives no notifications about them.
 */
export const promptScheme = 'preflight-prompt';

/** Requests from client to server, each with the type of its answer; `params` contains their parameters. */
export const requests = {
  /** `FileStatus` */
  fileStatus: 'preflight/fileStatus',
  /** `string | null`: the page of a rule, as markdown */
  explain: 'preflight/explain',
  /** `RuleLine[]`: all rules, including those of policies */
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
  /** `string | null`: the plan as a separate HTML page or as markdown; null if there is none */
  planText: 'preflight/planText',
  /** `ComparedTexts`: the long texts that differ */
  comparedTexts: 'preflight/comparedTexts',
  /** `ComparableVersions | null`: the versions that can be compared with the version at a position */
  comparable: 'preflight/comparable',
  /** `FilesEdit`: the platform's side of the differences, as edits of the files */
  take: 'preflight/take',
  /** `PanelAnswer | null` */
  simulate: 'preflight/simulate',
  /** `FilesEdit | null`: an edit that splits an export into files of their kinds */
  split: 'preflight/split',
  /** `FilesEdit`: an edit that creates files from a text of records */
  paste: 'preflight/paste',
  /** `FilesEdit`: an edit that creates an agent with its engine, or a component; the main file comes first */
  newRecord: 'preflight/newRecord',
  /** `PromptPlace | null`: the prompt document of the string at a place */
  promptAt: 'preflight/promptAt',
  /** `PromptText`: the content of a prompt document, and the edits that make it equal to its JSON document */
  promptText: 'preflight/promptText',
  /** `TextItem[]`: the texts of the agent at a place */
  texts: 'preflight/texts',
  /** `AssertionPlace[]`: the assertions of the configurations about changes */
  assertions: 'preflight/assertions',
  /** `Judgement`: whether a change meets an assertion of a configuration */
  judge: 'preflight/judge',
} as const;

const position = { line: 'count', character: 'count' } as const;
/**
 * The options of a draw from weights: 1 to 10,000,000 calls, by default 100,000; a seed for another draw, by default
 * `0`.
 */
const draw = { 'calls?': 'number', 'seed?': 'string' } as const;
const comparedFiles = {
  /** The uri of a file that identifies the workspace. */
  uri: 'string',
  /** A git revision. Without it, the saved files are compared with the editor's. */
  'base?': 'string',
  /** A hypothetical edit on the platform. The current files are compared with their state after the edit. */
  'edit?': {
    byKind: {
      publish: { agentId: 'string', version: 'count' },
      tag: { agentId: 'string', tag: 'string', version: 'count' },
    },
  },
  /** Two versions of one agent, each given as a reference. They are compared instead of two states of the files. */
  'versions?': { agentId: 'string', before: 'id', after: 'id' },
  /** The uris of exported files and folders to compare with the files. */
  'exports?': ['string'],
} as const;

/** The parameters of each request. Requests with other parameters are answered with an error that names the field. */
export const params = {
  /** With `position`, the answer contains the agent that panels show for this position. */
  fileStatus: { uri: 'string', 'position?': position },
  explain: { rule: 'string' },
  rules: { orNull: {} },
  /** With `agentId`, the answer contains only this agent, with all of its children. */
  agents: { orNull: { 'agentId?': 'string' } },
  preview: { uri: 'string', position, ...draw },
  /**
   * `as`: the caller; `turn`: the node or state; `given`: values of variables (`name=Ada; city=Bonn`). An empty `as`
   * or `turn` means the caller or node at the position.
   */
  prompt: { uri: 'string', position, 'as?': 'string', 'turn?': 'string', 'given?': 'string' },
  flow: { uri: 'string', position },
  plan: comparedFiles,
  /** `format`: an `html` page is self-contained, without scripts, fonts or network access. */
  planText: { ...comparedFiles, format: { oneOf: ['html', 'markdown'] } },
  /** `position`: the position of a text, which the answer identifies among the compared texts. */
  comparedTexts: { ...comparedFiles, 'position?': position },
  comparable: { uri: 'string', position },
  /** `keys`: the keys of single changes; without them, all changes made only on the platform are taken. */
  take: { ...comparedFiles, 'keys?': ['string'] },
  simulate: {
    uri: 'string',
    position,
    ...draw,
    /** For an agent: the behavior of the other side of the call; `silent` by default. */
    'call?': { oneOf: ['silent', 'voicemail', 'ivr', 'barge-in', 'dtmf'] },
    /** For an agent: whether the agent makes the call. */
    'outbound?': 'boolean',
    /** For a `dtmf` call: the pressed keys. */
    'digits?': 'string',
    /**
     * For the alert rules of the file `of`: the uri of the series. By default, the file beside the rule whose name
     * begins with the name of the rule.
     */
    'series?': { of: 'string', uri: 'string' },
  },
  split: { uri: 'string' },
  /** `uri`: a file, saved or not; the new files are created beside this file. */
  paste: { uri: 'string', text: 'string' },
  /** `uri`: a file of the workspace, saved or not; with `isBeside`, the new files are created beside this file. */
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
    /** The text of the prompt document; without it, no edits are returned. */
    'text?': 'string',
    /** The text of both documents when they were last equal. */
    'base?': 'string',
    /** The former spelling of `text` in the JSON document: the `data` of an earlier answer. */
    'spelling?': 'string',
    /** A position in the prompt document; the answer contains the corresponding position in the JSON document. */
    'position?': position,
  },
  texts: { uri: 'string', position },
  assertions: { orNull: {} },
  /** `uri`: the configuration; `base`: a git revision; without it, the saved files are compared with the editor's. */
  judge: { uri: 'string', 'base?': 'string' },
} as const satisfies Readonly<Record<keyof typeof requests, Declaration>>;

export type ParamsOf<Request extends keyof typeof params> = DeclaredType<(typeof params)[Request]>;
export type FileStatusParams = ParamsOf<'fileStatus'>;
export type ExplainParams = ParamsOf<'explain'>;
export type AgentsParams = ParamsOf<'agents'>;
export type PreviewParams = ParamsOf<'preview'>;
export type PromptParams = ParamsOf<'prompt'>;
export type FlowParams = ParamsOf<'flow'>;
export type PlanParams = ParamsOf<'plan'>;
export type PlanTextParams = ParamsOf<'planText'>;
export type SimulateParams = ParamsOf<'simulate'>;
export type TakeParams = ParamsOf<'take'>;
export type SplitParams = ParamsOf<'split'>;
export type PasteParams = ParamsOf<'paste'>;
export type NewRecordParams = ParamsOf<'newRecord'>;
export type PromptAtParams = ParamsOf<'promptAt'>;
export type TextsParams = ParamsOf<'texts'>;
export type PromptTextParams = ParamsOf<'promptText'>;
export type JudgeParams = ParamsOf<'judge'>;
/** A hypothetical edit: a version is published, or a tag is moved to it. */
export type WhatIf = NonNullable<PlanParams['edit']>;

/** Notifications from server to client. */
export const notifications = {
  /**
   * Without parameters: the files, or the facts about them, have changed. A client that shows such facts requests them
   * again.
   */
  changed: 'preflight/changed',
  /** `DrawingParams`: a requested flow is being drawn, which takes a while. */
  drawing: 'preflight/drawing',
} as const;

export interface DrawingParams {
  readonly nodes: number;
}
/**
 * The `data` of a diagnostic that marks a further place of a finding. The diagnostic is a hint, so that it is not
 * listed; a client can mark its range like the finding.
 */
export interface MarkData {
  readonly severity: Severity;
}
export interface RuleLine {
  readonly id: string;
  /** The summary in plain text. */
  readonly summary: string;
}
/** The content of the status item of an editor for a file. */
export interface FileStatus {
  /** The kind of the file; `undefined` for a file that is not the platform's. */
  readonly kind?: string;
  /** The source of the kind: a glob of the configuration, the name, or the content. */
  readonly kindSource?: 'configuration' | 'name' | 'content';
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly baselinedCount: number;
  /** The id of the agent that panels show for the requested position; absent if there is no agent. */
  readonly agentId?: string;
  /** The number of errors, warnings and infos in versions that serve callers; absent if it is zero. */
  readonly liveCount?: number;
  /** The panels that can show the file. */
  readonly panels: readonly ('preview' | 'simulate' | 'flow')[];
  /** The fixes that can only be made in a draft, and the reason, as a sentence; absent if there are none. */
  readonly leftOut?: string;
  /** The path by which callers reach the record of the file, in markdown: `live through tag prod of agent_desk`. */
  readonly livePath?: string;
  /** The uri of the configuration that applies, or the reason why none applies. */
  readonly configuration?: string;
  readonly configurationProblem?: { readonly message: string } & ProtocolPlace;
  /** The date and age of the facts about the platform: `2026-09-11, 73 days old`. */
  readonly platform?: string;
  /** The number of files in the workspace of the file. */
  readonly files: number;
  /** For a prompt document: its text, whose own findings are counted, or the reason why there is no such text. */
  readonly text?:
    | {
        readonly name: string;
        readonly size: string;
        /** The agent whose callers or model get the text; absent if there is no agent. */
        readonly agent?: string;
        /**
         * The reason why the published text cannot be changed, as a clause; `brief` is the same reason in a few words.
         */
        readonly readOnlyReason?: string;
        readonly brief?: string;
        /** The place at which the file is not valid JSON, so that the text is not saved. */
        readonly invalid?: ProtocolPlace;
      }
    | Refusal;
}

export interface TextEdit {
  readonly range: ProtocolPlace['range'];
  readonly newText: string;
}
/** A prompt document, with the position in it that corresponds to the cursor in the JSON document. */
export interface PromptPlace {
  readonly uri: string;
  /** Whether the cursor was inside the string, rather than beside it. */
  readonly isWithin: boolean;
  readonly position: ProtocolPosition;
}
interface Refusal {
  /** The reason why there is no such string, as a clause. */
  readonly reason: string;
  /** Whether the string will exist again once its file is valid JSON. */
  readonly isBroken: boolean;
  /** The place at which the file is not valid JSON. */
  readonly invalid?: ProtocolPlace;
}
/** A prompt document and its string. After the client has applied both edits, they are equal. */
export type PromptText =
  | Refusal
  | {
      /**
       * `place`: the string in the JSON document; `at`: the position in it; `version`: the version of the document, if
       * it is open.
       */
      readonly place: ProtocolPlace;
      readonly at?: ProtocolPosition;
      readonly version: number | null;
      /** The text after the edits; with `isApart`, the text of the JSON document. */
      readonly newText: string;
      /** `json`: the edit of the JSON document; `prompt`: the edit of the prompt document. */
      readonly json?: TextEdit;
      readonly document?: TextEdit;
      /** Whether both documents were changed at the same place since they were last equal; then there are no edits. */
      readonly isApart: boolean;
      /**
       * The place at which the file in the editor is not valid JSON although the saved file is; the string can still
       * be read.
       */
      readonly invalid?: ProtocolPlace;
      /** The reason why the published text cannot be changed, as a clause. */
      readonly readOnlyReason?: string;
      /** The saved text, if the request has no `text`; absent if the file on disk has no such text. */
      readonly savedText?: string;
      /** The title of the text, such as `general prompt of Front desk, version 3`, if the request has no `text`. */
      readonly title?: string;
      /** The spelling of the text in the JSON document before the edit, if the edit loses it. */
      readonly data?: string;
    };
/** A text in the list of all texts of an agent. */
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
  /** The reason why no assertion is judged, as a clause; in this case, there are no verdicts. */
  readonly problem: string | null;
  readonly verdicts: readonly {
    readonly text: string;
    readonly holds: boolean;
    /** The reason why the assertion is not met. */
    readonly because: string | null;
    /** A summary of what was checked, such as `23 references (9 to versions) in 2 workspaces`. */
    readonly evidence: string;
  }[];
}

/** An edit that creates either all files or none; or a clause with the reason why it is impossible. */
export type FilesEdit =
  | {
      /** A `WorkspaceEdit` of the language server protocol. */
      readonly edit: object;
      /** Uris of the new files. */
      readonly files: readonly string[];
      /** Uris of existing files that the edit changes. */
      readonly editedFiles: readonly string[];
    }
  | { readonly reason: string };
