/** What is taken for true where the specification and the files are silent. */
export interface AssumptionEntry {
  /** What is assumed. */
  readonly assumes: string;
  /** When it comes into play. */
  readonly when: string;
  /** The clause that is silent, or that there is none. */
  readonly silent: string;
  /** What in the files would make it needless; null where nothing can. */
  readonly settledBy: string | null;
}

/** Every assumption of resolution, by the name that traces and outputs use. There are no others: the type of a name is a key of this table. */
export const assumptions = {
  'default-version': {
    assumes: 'a reference without a version means `latest`',
    when: 'an agent is named without `agent_version`, in a weight, a swap or an override',
    silent: 'Agent swap says "latest when unspecified"; agent weight and override say nothing',
    settledBy: 'an `agent_version` beside the `agent_id`',
  },
  'from-number-agent': {
    assumes: 'a batch task without an override runs the agent of its `from_number`, if that number has exactly one outbound arm',
    when: 'a batch task names no agent',
    silent: 'Batch calls do not say which agent calls',
    settledBy: 'an `agent_override` in the task',
  },
  'publish-order': {
    assumes: 'of several published versions, the one with the largest `last_modification_timestamp` was published last',
    when: '`latest_published` selects among several published versions',
    silent: 'Versioning 3 says "most recently published"; no shape holds a time of publication',
    settledBy: null,
  },
  'unassigned-tag-variables': {
    assumes: 'a tag that is assigned to no version resolves to `latest` and keeps its own dynamic variables',
    when: 'a reference names a tag that exists and is unassigned',
    silent: 'Versioning 3 says that it resolves to `latest`; Versioning 4 speaks of the variables of a tag\'s assignment only',
    settledBy: 'a `version` for the tag in the agent\'s list item',
  },
  'variable-precedence': {
    assumes: 'values of the call request come first, then the tag\'s, then the engine\'s `default_dynamic_variables`',
    when: 'one variable is set in more than one of these places',
    silent: 'no clause orders the three',
    settledBy: 'one value in one place',
  },
  'workspace-complete': {
    assumes: 'the files hold every version of the agent that matters, so that the largest number in them is the latest',
    when: '`latest` or `latest_published` is selected among versions of an agent whose version summaries are in no file',
    silent: 'Versioning 3 speaks of all versions; files may hold only some',
    settledBy: 'a file `<agent_id>.agent-versions.json`',
  },
} as const satisfies Record<string, AssumptionEntry>;

export type Assumption = keyof typeof assumptions;
