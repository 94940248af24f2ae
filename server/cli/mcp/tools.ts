import type { Arguments, Values } from './arguments.ts';

/** A tool: a command with some of its options. */
export interface Tool {
  readonly about: string;
  readonly argumentTypes: Arguments;
  /** The keys of the lists in its result that are split into pages, in this order. */
  readonly lists: readonly string[];
  /** Returns more options for the command. */
  readonly options?: (values: Values) => readonly string[];
}

const base = {
  about: 'git revision to compare with, such as main or HEAD~1; its merge base with HEAD counts',
} as const;
const agent =
  'AGENT, AGENT@REF or a file: an agent id or unique name; REF a version, latest, latest_published or a tag';

export const tools: Readonly<Record<string, Tool>> = {
  lint: {
    about:
      'Find mistakes in the files, worst first, each with its fix as an edit. Call it after every change. Without ' +
      'arguments: the whole workspace. With path and text: a file before it is written.',
    argumentTypes: {
      paths: { kind: 'texts', isOperand: true, isPath: true, about: 'files, folders or globs to report on' },
      path: { isPath: true, about: 'with text: the path where the file is or will be' },
      text: { kind: 'file', about: 'the whole text of the file at path' },
    },
    lists: ['hidden', 'findings', 'unchecked', 'lost_names', 'settings'],
  },
  explain: {
    about: 'Explain what a rule reports and why, with wrong and right examples. Takes a group or clause, too.',
    argumentTypes: { rule: { isOperand: true, isNeeded: true, about: 'id of a rule, as findings name it' } },
    lists: ['rules'],
  },
  resolve: {
    about: 'Show which version an agent reference selects now, with which dynamic variables, and why.',
    argumentTypes: {
      reference: { isOperand: true, isPath: true, about: `${agent}; or a phone number` },
      all: { kind: 'switch', about: 'every reference in the workspace; the default' },
    },
    lists: ['resolutions'],
    options: ({ reference }) => (reference === undefined ? [] : ['--explain']),
  },
  plan: {
    about:
      'Preview what a change does to callers: who gets another version, what they can no longer reach, which ' +
      'references break. The change is the files against base (default HEAD), or edits on the platform, in the order given.',
    argumentTypes: {
      base,
      publish: { kind: 'texts', about: 'AGENT@N: publish version N' },
      draft: { kind: 'texts', about: 'AGENT@N: create a draft from version N' },
      tag: { kind: 'texts', about: 'AGENT:TAG=N: assign the tag to version N' },
      untag: { kind: 'texts', about: 'AGENT:TAG: unassign the tag' },
    },
    lists: ['callers', 'reach', 'results', 'lost_names', 'changes', 'names', 'contents', 'unreadable', 'long_requests'],
  },
  reach: {
    about:
      'Show what callers can reach (tools, transfers, agents, states, ends) by the shortest path, and what they never reach.',
    argumentTypes: {
      entry: { isOperand: true, isPath: true, about: `phone number, ${agent}; without it every entry` },
    },
    lists: ['entries'],
  },
  references: {
    about: 'Find every place where a name is defined, set or used.',
    argumentTypes: {
      name: { isOperand: true, isNeeded: true, about: 'an id, variable, tag, node, tool or state' },
    },
    lists: ['references'],
  },
  describe: {
    about: 'Show what a shape or a field of it may contain: type, bounds, values, default, since, and an example.',
    argumentTypes: {
      shape: {
        isOperand: true,
        isNeeded: true,
        about:
          'agent-settings, llm, conversation-flow, node, edge, custom-tool, … or a kind of file; a wrong name lists all',
      },
      field: { isOperand: true, about: 'a field of it' },
    },
    lists: ['fields'],
  },
  prompt: {
    about: 'Show the text that the model gets at one moment of a conversation, part by part, with its tokens.',
    argumentTypes: {
      agent: { isOperand: true, isNeeded: true, isPath: true, about: agent },
      state: { about: 'a state of an LLM engine; default: the starting state' },
      node: { about: 'a node of a flow, by id or name; default: the start node' },
      given: { kind: 'map', about: 'variables that the call request gives' },
    },
    lists: ['parts'],
  },
  cost: {
    about: 'Show how many tokens requests to the model have, and what long requests cost.',
    argumentTypes: { agent: { isOperand: true, isPath: true, about: `${agent}; without it every engine` } },
    lists: ['engines'],
    options: () => ['--format=json'],
  },
  drift: {
    about: 'Compare exports of the platform with these files: what was changed here, there, or on both sides.',
    argumentTypes: {
      exports: {
        kind: 'texts',
        isOperand: true,
        isNeeded: true,
        isPath: true,
        about: 'files or folders of exports',
      },
    },
    lists: ['records'],
  },
  affected: {
    about: 'List the agents, numbers, tests and other records that the change since a revision can affect.',
    argumentTypes: { base: { ...base, about: `${base.about}; default: HEAD` } },
    lists: ['records'],
  },
};

/** The arguments that every tool has. */
export const commonArguments: Arguments = {
  cursor: { about: 'next_cursor of the page before, with the same arguments' },
  root: { about: "name or path of one of the client's roots, if there are several; default: the first" },
};
