import { listed } from '../wording.ts';

/** An assumption about something that is in neither the specification nor the files. */
export interface AssumptionEntry {
  /** The assumption. */
  readonly assumes: string;
  /** The case in which the assumption applies. */
  readonly when: string;
  /** The clause of the specification that leaves the question open, or the statement that there is no such clause. */
  readonly silent: string;
  /** The value in the files that would make the assumption unnecessary; null if there can be none. */
  readonly settledBy: string | null;
}

/** Every assumption of resolution and simulation, by its name in traces and outputs. The type allows no other name. */
export const assumptions = {
  'alert-aggregation': {
    assumes:
      'if several values of a series fall into one window, counts and costs are added up, rates and latencies are averaged, ' +
      'and the highest concurrency counts',
    when: 'a series has several values in one window',
    silent: 'Alert rule names the metrics and the window, but not how a metric is computed for a window',
    settledBy: 'a series of call records, or one value per window',
  },
  'alert-alignment': {
    assumes:
      'evaluations happen at multiples of `frequency` since the epoch, in UTC; ' +
      'each covers the `window` before that time, without the start of the window and with its end',
    when: 'an alert rule is replayed',
    silent: 'Alert rule says how often a rule is evaluated and over which window, but not at which times',
    settledBy: null,
  },
  'alert-coverage': {
    assumes:
      'a rule is evaluated only if the series covers its whole window; a value covers the time since the previous value, ' +
      'and a single value covers a whole window',
    when: 'an alert rule is replayed from the beginning of a series',
    silent: 'no clause says what happens before there is a whole window',
    settledBy: '`--from` and `--to`, the time that the series covers completely',
  },
  'alert-empty-window': {
    assumes:
      'a window without records has a count or cost of 0, and no rate or latency; without a figure nothing is triggered or resolved',
    when: 'no record of a series falls into a window',
    silent: 'Average metric has null for "no qualifying observations"; alerts say nothing',
    settledBy: null,
  },
  'alert-previous-period': {
    assumes: 'the previous period is the window of the same length right before',
    when: 'a relative threshold is replayed',
    silent: 'Alert rule says "relative to the previous period", but not which period that is',
    settledBy: null,
  },
  'alert-previous-zero': {
    assumes: 'if the previous period is 0 or unknown, there is no change in percent: nothing is triggered or resolved',
    when: 'a relative threshold is replayed and the previous window is 0, empty, or before the series',
    silent: 'no clause says what a change from 0 is',
    settledBy: 'a threshold_type of `absolute`',
  },
  'alert-records': {
    assumes: 'a record counts at its timestamp; a rate is a share of the records that have the field',
    when: 'call records are aggregated into a metric',
    silent: 'the metrics are named, not defined',
    settledBy: 'a series of values',
  },
  'alert-resolves': {
    assumes:
      'an incident resolves at the first evaluation at which the comparison no longer holds, and until then no other is opened',
    when: 'a replayed rule triggers',
    silent: 'States and transitions of an alert incident: not shown',
    settledBy: null,
  },
  'alert-series-gap': {
    assumes:
      'gaps in a series are ignored: a window sums up the values that it has; a window without values has no figure, and ' +
      'triggers and resolves nothing',
    when: 'a series of values has a gap',
    silent: 'no clause says what a missing measurement is',
    settledBy: 'a series without gaps',
  },
  'alert-values-filtered': {
    assumes: "the values of a series are already filtered by the rule's filter",
    when: 'a rule with a filter is replayed over a series of values',
    silent: 'values do not say which calls they are computed from',
    settledBy: 'a series of call records',
  },
  'any-hour-without-windows': {
    assumes: 'a `call_time_window` without windows allows every hour of its days',
    when: 'a batch call has a `call_time_window` whose `windows` are absent, null or empty',
    silent: 'Batch call says what a window is, but not what the absence of windows means',
    settledBy: 'a window, or no `call_time_window`',
  },
  'asr-buckets': {
    assumes:
      'which share of an ASR split a call gets depends on the hash of seed and call id that Preflight publishes, ' +
      'with the shares in file order',
    when: 'calls are drawn for an ASR routing with a split',
    silent: 'Other shapes say "bucketed stably by call id", but not how',
    settledBy: null,
  },
  'billed-time-scaled': {
    assumes: 'a request over 3,500 tokens scales all of the billed time by tokens ÷ 3,500',
    when: 'a cost factor is shown',
    silent:
      'not in the specification; two sources differ on whether all of a call or only the share of the model is scaled',
    settledBy: null,
  },
  'call-after-message': {
    assumes: 'the agent hangs up after leaving its message on a voicemail',
    when: 'a voicemail is detected and the action is static_text or prompt',
    silent: 'VoicemailAction: fields not shown',
    settledBy: null,
  },
  'call-barge-in': {
    assumes:
      'any interruption_sensitivity above 0 lets a clear interruption through at once, and the agent answers when the caller is done',
    when: 'a caller interrupts the agent',
    silent: 'interruption_sensitivity: only 0 is explained',
    settledBy: null,
  },
  'call-detection-unset': {
    assumes: 'nothing is detected if the option is not set',
    when: 'an agent sets no voicemail_option or ivr_option',
    silent: 'only `null` is said to disable the detection',
    settledBy: 'the option, or null',
  },
  'call-dtmf-entry': {
    assumes:
      'an entry ends at the first of digit_limit, termination_key and timeout_ms that is set; ' +
      'without any of them it is never completed, and a key that is no termination_key counts as a digit',
    when: 'a caller enters digits',
    silent: 'user_dtmf_options: how an entry ends without them is not shown',
    settledBy: 'all of user_dtmf_options',
  },
  'call-engine-unknown': {
    assumes: 'the agent speaks first, and its words are not known',
    when: 'the engine of the agent is not in this workspace',
    silent: 'what the engine says is not in this workspace',
    settledBy: "the engine's file",
  },
  'call-script': {
    assumes: "the other side does exactly what the simulation's name says, at the times in the timeline",
    when: 'a call is simulated',
    silent: 'a simulation, not a recording',
    settledBy: '`--after-ms` and `--digits`',
  },
  'call-silence': {
    assumes: 'silence begins when the agent stops speaking, for reminders and for hanging up; a reminder restarts it',
    when: 'nobody answers the agent',
    silent: 'reminder_trigger_ms says "silence after agent speech"; end_call_after_silence_ms says nothing',
    settledBy: null,
  },
  'call-speech-time': {
    assumes: 'a given text is spoken at 15 characters a second times voice_speed, a generated one takes 4 seconds',
    when: 'the agent speaks',
    silent: 'no clause says how long speech takes',
    settledBy: null,
  },
  'call-start-speaker': {
    assumes: 'the agent speaks first',
    when: 'an engine does not say who begins',
    silent: 'start_speaker: no default is shown',
    settledBy: 'start_speaker in the engine',
  },
  'call-webhook-moments': {
    assumes:
      'events are sent when their names suggest: call_started at connection, call_ended at the end, call_analyzed after that',
    when: 'a call is simulated',
    silent: 'Events 6: the operation that causes each event is not shown',
    settledBy: null,
  },
  'default-version': {
    assumes: 'a reference without a version means `latest`',
    when: 'an agent is named without `agent_version`, in a weight, a swap or an override',
    silent: 'Agent swap says "latest when unspecified"; agent weight and override say nothing',
    settledBy: 'an `agent_version` beside the `agent_id`',
  },
  'dial-when-open': {
    assumes:
      'each task of a batch is dialed at the first moment that the schedule and the call time window allow, ' +
      'regardless of how many other tasks are due at that moment',
    when: 'the dial time of a batch task is shown',
    silent: 'Lifecycles of calls and batch calls: not shown; neither are the order and pace of dialing',
    settledBy: null,
  },
  'draft-number': {
    assumes: 'a new draft gets the number after the largest in this workspace',
    when: 'a plan makes a draft (`--draft`)',
    silent:
      'States and transitions says that a new draft arises; ' +
      'Versioning 3 that the latest has the largest number; neither says which number a new draft gets',
    settledBy: null,
  },
  'edits-come-last': {
    assumes:
      'the steps of a plan happen after everything in this workspace, so a version that the plan makes or publishes has the newest time',
    when: 'a plan makes a draft or publishes a version',
    silent: 'a plan is hypothetical: it has no time',
    settledBy: null,
  },
  'from-number-agent': {
    assumes:
      'a batch task without an override runs the agent of its `from_number`, if that number has exactly one outbound arm',
    when: 'a batch task names no agent',
    silent: 'Batch call does not say which agent makes the call',
    settledBy: 'an `agent_override` in the task',
  },
  'publish-order': {
    assumes: 'of several published versions, the one with the largest `last_modification_timestamp` was published last',
    when: '`latest_published` selects among several published versions',
    silent: 'Versioning 3 says "most recently published"; no shape has a time of publication',
    settledBy: null,
  },
  'publish-touches-nothing-else': {
    assumes:
      'publishing makes one version and its engine published; its number, its tags, and all other versions are unchanged',
    when: 'a plan publishes a version (`--publish`)',
    silent:
      'States and transitions: the effect of the publish request on `is_published` and on other versions is not shown',
    settledBy: null,
  },
  'query-in-any-case': {
    assumes: 'the `query` of an agent list filter selects an agent if its name or id contains it, ignoring case',
    when: 'an agent list filter with a `query` is tried',
    silent:
      'Agent list item and list filter: "case-insensitive substring over agent name plus substring over agent ' +
      'id", but not whether case is significant in the id',
    settledBy: null,
  },
  'request-contents': {
    assumes:
      'a request to the model has the global prompt, the name, description and parameters of each tool, the state or node ' +
      'with the conditions of its edges and of global nodes (in flex mode all nodes), and the conversation so far',
    when: 'the tokens of a request are shown',
    silent: 'not in the specification; how the platform words a request is not known',
    settledBy: null,
  },
  'series-utc': {
    assumes: 'a time without a zone is in UTC',
    when: 'a series has times without a zone',
    silent: 'no clause: the series is no file of the platform',
    settledBy: 'times with Z or an offset',
  },
  'tag-keeps-variables': {
    assumes: 'a tag that is assigned to another version keeps its dynamic variables, and a new tag has none',
    when: 'a plan assigns a tag (`--tag`)',
    silent: 'Versioning 4 gives each tag assignment variables; whether they move with the tag is not shown',
    settledBy: null,
  },
  'tokens-of-o200k': {
    assumes: 'every model counts tokens by o200k_base, the encoding of GPT-4o, GPT-4.1 and GPT-5',
    when: 'tokens are counted',
    silent: 'not in the specification; the tokenizers of Claude and Gemini are not published',
    settledBy: null,
  },
  'transcript-growth': {
    assumes:
      'a minute of conversation adds 100 to 250 tokens to each request; results of tools and of knowledge bases come on top',
    when: 'the time at which a request becomes long is shown',
    silent: 'no clause says how much is spoken; 15 characters a second without a pause are some 220 tokens',
    settledBy: '`llm_token_usage` of call records',
  },
  'unassigned-tag-variables': {
    assumes: 'a tag that is assigned to no version resolves to `latest` and keeps its own dynamic variables',
    when: 'a reference names a tag that exists and is unassigned',
    silent:
      "Versioning 3 says that it resolves to `latest`; Versioning 4 is only about the variables of a tag's assignment",
    settledBy: "a `version` for the tag in the agent's list item",
  },
  'untag-keeps-the-tag': {
    assumes: 'a tag that is removed from its version still exists, but is unassigned, so it resolves to `latest`',
    when: 'a plan removes a tag (`--untag`)',
    silent: 'Versioning 3 mentions tags that exist and are unassigned; the operations on tags are not shown',
    settledBy: null,
  },
  'variable-precedence': {
    assumes: "values of the call request come first, then the tag's, then the engine's `default_dynamic_variables`",
    when: 'one variable is set in more than one of these places',
    silent: 'no clause orders these three sources',
    settledBy: 'one value in one place',
  },
  'weights-in-proportion': {
    assumes: 'weights that do not add up to 1 keep their proportions',
    when: 'calls are drawn from a list of agent weights whose sum is not 1',
    silent: 'Agent weight says that the weights of a list add up to 1, not what happens when they do not',
    settledBy: 'weights that add up to 1',
  },
  'workspace-complete': {
    assumes:
      'this workspace has every version of the agent that matters, so the largest number here is the latest, and no version ' +
      'that only a `base_version` names was published last',
    when: '`latest` or `latest_published` is selected among versions of an agent without version summaries in this workspace',
    silent: 'Versioning 3 is about all versions; the files may have only some',
    settledBy: 'a file `<agent_id>.agent-versions.json`',
  },
} as const satisfies Record<string, AssumptionEntry>;

export type Assumption = keyof typeof assumptions;

/**
 * The reason why a result is withheld: `depends on publish-order, switched off in preflight.config.json`; undefined if
 * the result used none of these assumptions.
 * @param refusedAssumptions the assumptions that the configuration switches off
 */
export function refusalOf(
  usedAssumptions: Iterable<Assumption>,
  refusedAssumptions: readonly string[],
): string | undefined {
  if (refusedAssumptions.length === 0) return undefined;
  const names = [...new Set(usedAssumptions)].filter(name => refusedAssumptions.includes(name)).sort();
  return names.length === 0 ? undefined : `depends on ${listed(names, 'and')}, switched off in preflight.config.json`;
}
