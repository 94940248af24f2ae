import type { Cursor } from '../core/cursor.ts';
import type { SimulateCall } from '../core/generated/outputs.js';
import { clockOf } from '../core/numbers.ts';
import { duration, show } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { openingOf, speechTime, wordsFor, type Words } from './call-speech.ts';
import { dtmfEntries } from './dtmf.ts';
import { webhooksOf, type Webhooks } from './webhooks.ts';

/** The kinds of call, named by the only action of the other side. */
export const callKinds = ['silent', 'voicemail', 'ivr', 'barge-in', 'dtmf'] as const satisfies readonly CallKind[];
type CallKind = SimulateCall['call'];
interface CallOptions {
  readonly call: CallKind;
  /** Whether the agent places the call, so that somebody has to answer first. */
  readonly outbound: boolean;
  /** The milliseconds until the other side's action: the end of a greeting or menu, or a caller's first word or key. */
  readonly after?: number | undefined;
  /** The keys that the caller presses in a `dtmf` call. */
  readonly keys: string;
}

/** Whether the agent places the call. Voicemails and phone menus only answer calls. */
export const isOutbound = ({ call, outbound }: Pick<CallOptions, 'call' | 'outbound'>): boolean =>
  outbound || call === 'voicemail' || call === 'ivr';

/** One event of a call. */
type CallEvent = SimulateCall['timeline'][number];
type SimulatedCall = Pick<
  SimulateCall,
  'timeline' | 'ended_at_ms' | 'disconnection_reason' | 'webhooks' | 'unset_variables'
> & { readonly assumptions: readonly Assumption[] };

/** The milliseconds for which voicemail and IVR detection run. Spec: Limits, "first 3 minutes of the call". */
const DETECTION_MS = 180_000;
/** The milliseconds for which the other side speaks: a greeting or menu, or a sentence of a caller. */
const GREETING_MS = 6000,
  SENTENCE_MS = 2000;

/**
 * Simulates one call on a virtual clock.
 * @param agent a place of shape `agent-settings`. Spec: Agent settings, Events
 */
export function simulateCall(agent: Cursor, workspace: Workspace, options: CallOptions): SimulatedCall {
  return new Call(agent, workspace, options).run();
}

interface Span {
  readonly from: number;
  readonly to: number;
}

class Call {
  readonly #agent: Cursor;
  readonly #options: CallOptions;
  readonly #words: Words;
  readonly #opening: ReturnType<typeof openingOf>;
  readonly #webhooks: Webhooks;
  readonly #events: CallEvent[] = [];
  readonly #assumptions = new Set<Assumption>(['call-script']);
  readonly #unsetNames = new Set<string>();
  readonly #maxMs: number;
  /** The time and reason of the end of the call. */
  #end: { readonly at: number; readonly reason: string } | undefined;

  constructor(agent: Cursor, workspace: Workspace, options: CallOptions) {
    this.#agent = agent;
    this.#options = options;
    this.#words = wordsFor(agent, workspace);
    this.#opening = openingOf(agent, workspace);
    this.#webhooks = webhooksOf(agent, workspace);
    this.#maxMs = this.#number('max_call_duration_ms');
    for (const name of [...this.#opening.assumptions, ...this.#words.assumptions]) this.#assumptions.add(name);
  }

  run(): SimulatedCall {
    this.#connect();
    switch (this.#options.call) {
      case 'silent':
        this.#silence(this.#opening.first === 'agent' ? this.#speakFirst() : this.#wait());
        break;
      case 'voicemail':
        this.#machine('voicemail_option', 'the voicemail', 'voicemail_reached');
        break;
      case 'ivr':
        this.#machine('ivr_option', 'the phone menu', 'ivr_reached');
        break;
      case 'barge-in':
        this.#bargeIn();
        break;
      case 'dtmf':
        this.#keys();
        break;
    }
    const { at, reason } = this.#end ?? { at: this.#maxMs, reason: 'max_duration_reached' };
    this.#send('call_ended', at);
    this.#send('call_analyzed', at);
    // simultaneous events keep the order in which they were added
    const timeline = this.#events.sort((a, b) => a.at_ms - b.at_ms);
    return {
      timeline,
      ended_at_ms: at,
      disconnection_reason: reason,
      webhooks: this.#webhooks,
      unset_variables: [...this.#unsetNames].sort(),
      assumptions: [...this.#assumptions].sort(),
    };
  }

  #connect(): void {
    if (isOutbound(this.#options)) {
      this.#add(
        0,
        'platform',
        `dials; rings for at most ${duration(this.#number('ring_duration_ms'))}, then the call would end as dial_no_answer`,
        'ring_duration_ms',
      );
      this.#add(0, 'other side', 'answers');
    } else this.#add(0, 'platform', 'the call is connected');
    this.#send('call_started', 0);
  }

  /** Simulates the first words of an agent that speaks first. */
  #speakFirst(): Span {
    const delay = this.#number('begin_message_delay_ms');
    return this.#say(delay, 'says', this.#opening.begin, delay > 0 ? 'begin_message_delay_ms' : undefined);
  }

  /** Simulates an agent that waits for a silent user. @returns undefined if it waits until the end of the call */
  #wait(): Span | undefined {
    const { begin, reason, afterSilence } = this.#opening;
    this.#add(0, 'agent', `waits for the user to speak (${reason})`);
    if (afterSilence === undefined) return undefined;
    return this.#say(
      afterSilence,
      `speaks on its own after ${duration(afterSilence)} of silence (begin_after_user_silence_ms)`,
      begin,
    );
  }

  /**
   * Simulates silence until `silenceEnd`: reminders, and the end of the call if the silence is long enough.
   * @returns the last words of the agent
   */
  #silence(spokenSpan: Span | undefined, silenceStart = 0, silenceEnd = Infinity): Span | undefined {
    let lastSpan = spokenSpan,
      quietStart = Math.max(spokenSpan?.to ?? 0, silenceStart);
    if (quietStart >= silenceEnd) return lastSpan;
    const limit = this.#number('end_call_after_silence_ms'),
      trigger = this.#number('reminder_trigger_ms'),
      maxReminders = this.#number('reminder_max_count');
    this.#assumptions.add('call-silence');
    if (maxReminders === 0) this.#add(quietStart, 'platform', 'there are no reminders', 'reminder_max_count');
    for (
      let n = 1;
      lastSpan && n <= maxReminders && trigger < limit && quietStart + trigger < Math.min(this.#maxMs, silenceEnd);
      n++
    ) {
      lastSpan = this.#say(
        quietStart + trigger,
        `reminds the user, ${n} of at most ${maxReminders}, after ${duration(trigger)} of silence`,
        undefined,
        'reminder_trigger_ms',
      );
      quietStart = lastSpan.to;
    }
    if (quietStart + limit > silenceEnd && silenceEnd < this.#maxMs) return lastSpan;
    this.#hangUp(
      quietStart + limit,
      'platform',
      `ends the call after ${duration(limit)} of silence`,
      'inactivity',
      'end_call_after_silence_ms',
    );
    return undefined;
  }

  /** Simulates a voicemail or phone menu. It is detected at the end of its words, if that is early enough. */
  #machine(option: 'voicemail_option' | 'ivr_option', name: string, reason: string): void {
    const inputTime = this.#options.after ?? GREETING_MS,
      setting = this.#agent.get(option);
    this.#add(0, 'other side', `${name} speaks, until ${clockOf(inputTime)}`);
    const isDetected = setting.isObject && inputTime <= DETECTION_MS;
    const span = this.#opening.first === 'agent' ? this.#speakFirst() : undefined;
    if (!span) this.#add(0, 'agent', `waits for the user to speak (${this.#opening.reason})`);
    if (!isDetected) {
      if (!setting.exists) this.#assumptions.add('call-detection-unset');
      this.#add(
        inputTime,
        'platform',
        setting.isObject
          ? `detects nothing after the first ${duration(DETECTION_MS)}`
          : `detects nothing: ${option} is ${setting.isNull ? 'null' : 'not set'}`,
        option,
      );
      // the agent notices only that somebody spoke
      const answeredSpan = this.#say(
        Math.max(inputTime, span?.to ?? 0),
        'answers it as if a person had spoken',
        undefined,
      );
      this.#silence(answeredSpan);
      return;
    }
    const isTalking = span !== undefined && span.from < inputTime && inputTime < span.to;
    if (isTalking) this.#stop(span, inputTime);
    const action = setting.get('action'),
      type = action.get('type').string();
    this.#add(inputTime, 'platform', `detects ${name}${isTalking ? '; the agent stops' : ''}`, option);
    switch (type) {
      case 'hangup':
        this.#hangUp(inputTime, 'agent', `hangs up (action ${type})`, reason, option);
        break;
      case 'static_text':
      case 'prompt': {
        this.#assumptions.add('call-after-message');
        const remainingSpan = this.#say(
          inputTime,
          'leaves the message',
          type === 'static_text' ? action.get('text').string() : undefined,
          option,
        );
        this.#hangUp(remainingSpan.to, 'agent', 'hangs up', reason);
        break;
      }
      case 'bridge_transfer':
        this.#add(inputTime, 'agent', 'bridges the transfer', option);
        this.#send('transfer_bridged', inputTime);
        this.#hangUp(inputTime, 'platform', 'the agent leaves the call', 'transfer_bridged');
        break;
      default:
        this.#add(inputTime, 'agent', `the files do not show what the action ${show(type)} does`, option);
        this.#silence(isTalking ? { from: span.from, to: inputTime } : span, inputTime);
    }
  }

  #bargeIn(): void {
    const sensitivity = this.#number('interruption_sensitivity');
    const first = this.#opening.first === 'agent' ? this.#speakFirst() : this.#afterQuestion();
    const start = this.#options.after ?? Math.round((first.from + first.to) / 2),
      spokenSpan = this.#silence(first, 0, start);
    if (!spokenSpan) return;
    const end = start + SENTENCE_MS;
    const isDuring = spokenSpan.from <= start && start < spokenSpan.to;
    this.#add(
      start,
      'other side',
      `begins to speak${isDuring ? ' while the agent speaks' : ''}, until ${clockOf(end)}`,
    );
    let quietStart = spokenSpan.to;
    if (isDuring && sensitivity > 0) {
      this.#assumptions.add('call-barge-in');
      this.#stop(spokenSpan, start);
      this.#add(start, 'agent', 'stops speaking', 'interruption_sensitivity');
      quietStart = start;
    } else if (isDuring)
      this.#add(start, 'agent', 'cannot be interrupted and keeps speaking', 'interruption_sensitivity');
    else this.#add(start, 'platform', 'the agent is not speaking, so nothing is interrupted');
    this.#silence(this.#say(Math.max(end, quietStart), 'answers', undefined));
  }

  /** Simulates a user who speaks first, and the answer of the agent. */
  #afterQuestion(): Span {
    this.#add(0, 'agent', `waits for the user to speak (${this.#opening.reason})`);
    this.#add(0, 'other side', `speaks, until ${clockOf(SENTENCE_MS)}`);
    return this.#say(SENTENCE_MS, 'answers', undefined);
  }

  #keys(): void {
    const first = this.#opening.first === 'agent' ? this.#speakFirst() : this.#afterQuestion();
    const start = this.#options.after ?? Math.round((first.from + first.to) / 2),
      spokenSpan = this.#silence(first, 0, start);
    if (!spokenSpan) return;
    const { entries, presses, openKeys } = dtmfEntries(this.#agent.get('user_dtmf_options'), this.#options.keys, start);
    const isHeard = this.#agent.get('allow_user_dtmf').effective() !== false;
    for (const { key, at } of presses) this.#add(at, 'other side', `presses ${key}`);
    const lastPress = presses.at(-1)!.at;
    if (!isHeard) {
      this.#add(start, 'platform', 'ignores every key', 'allow_user_dtmf');
      this.#silence(spokenSpan, lastPress);
      return;
    }
    const canInterrupt = this.#agent.get('allow_dtmf_interruption').effective() === true;
    const stopAt = (speech: Span, time: number | undefined): Span => {
      if (!canInterrupt || time === undefined) return speech;
      this.#stop(speech, time);
      const position = speech === spokenSpan ? 'the first' : 'this';
      this.#add(
        time,
        'agent',
        `stops speaking at ${position} key, whatever interruption_sensitivity is`,
        'allow_dtmf_interruption',
      );
      return { from: speech.from, to: time };
    };
    const isDuring = spokenSpan.from <= start && start < spokenSpan.to;
    if (isDuring && !canInterrupt)
      this.#add(start, 'agent', 'keeps speaking: keys do not interrupt it', 'allow_dtmf_interruption');
    let answer = stopAt(spokenSpan, isDuring ? start : undefined);
    if (entries.length > 0 || openKeys !== '') this.#assumptions.add('call-dtmf-entry');
    for (const { at, digits, endedBy } of entries)
      this.#add(at, 'platform', `completes the entry ${show(digits)} by ${endedBy}`, 'user_dtmf_options');
    if (openKeys !== '')
      this.#add(
        lastPress,
        'platform',
        `the entry ${show(openKeys)} is never completed: user_dtmf_options sets nothing that completes it`,
        'user_dtmf_options',
      );
    for (const { at } of entries) {
      const answerSpan = this.#say(Math.max(at, answer.to), 'answers', undefined);
      answer = stopAt(answerSpan, presses.find(key => answerSpan.from < key.at && key.at < answerSpan.to)?.at);
    }
    this.#silence(answer, lastPress);
  }

  /** Simulates that the agent speaks a text, or that the model generates one. @returns the span of time */
  #say(start: number, manner: string, text: string | undefined, setting?: string): Span {
    this.#assumptions.add('call-speech-time');
    const filledText = text === undefined ? undefined : this.#words.fill(text);
    for (const name of filledText?.unset ?? []) if (start < this.#maxMs) this.#unsetNames.add(name);
    const end = start + speechTime(filledText?.text, this.#words.speed);
    this.#add(
      start,
      'agent',
      `${manner}${filledText ? `: ${show(filledText.text, 120)}` : ', in its own words'} (until ${clockOf(end)})`,
      setting,
    );
    this.#send('transcript_updated', end);
    return { from: start, to: end };
  }

  /** Ends the speech of the agent early. The transcript is complete from then on. */
  #stop(spokenSpan: Span, time: number): void {
    const pattern = / \(until [\d:.]+\)$/,
      cutNote = ` (cut off at ${clockOf(time)})`;
    const speech = this.#events.findIndex(
      ({ by, at_ms, text }) => by === 'agent' && at_ms === spokenSpan.from && pattern.test(text),
    );
    if (speech >= 0)
      this.#events[speech] = { ...this.#events[speech]!, text: this.#events[speech]!.text.replace(pattern, cutNote) };
    const updateIndex = this.#events.findIndex(
      ({ webhook, at_ms }) => webhook?.event === 'transcript_updated' && at_ms === spokenSpan.to,
    );
    if (updateIndex >= 0) this.#events[updateIndex] = { ...this.#events[updateIndex]!, at_ms: time };
  }

  #hangUp(time: number, party: 'platform' | 'agent', text: string, reason: string, setting?: string): void {
    if (time >= this.#maxMs) {
      this.#add(
        this.#maxMs,
        'platform',
        `ends the call: it has lasted ${duration(this.#maxMs)}`,
        'max_call_duration_ms',
        true,
      );
      this.#end = { at: this.#maxMs, reason: 'max_duration_reached' };
      return;
    }
    this.#add(time, party, text, setting);
    this.#end = { at: time, reason };
  }

  #send(event: Webhooks['events'][number]['event'], time: number): void {
    const sentEvent = this.#webhooks.events.find(entry => entry.event === event);
    this.#assumptions.add('call-webhook-moments');
    if (!sentEvent?.selected) return;
    const { url, timeout_ms } = this.#webhooks;
    this.#push({ at_ms: time, by: 'webhook', text: event, setting: null, webhook: { event, url, timeout_ms } });
  }

  #add(time: number, call: CallEvent['by'], text: string, name?: string, isLast = false): void {
    if (time >= this.#maxMs && !isLast) return;
    const field = name === undefined ? undefined : this.#agent.get(name);
    this.#push({
      at_ms: time,
      by: call,
      text,
      setting:
        field && name !== undefined
          ? { name, value: show(field.isNull ? null : field.effective()), is_default: !field.exists }
          : null,
      webhook: null,
    });
  }

  #push(event: CallEvent): void {
    if (event.at_ms <= this.#maxMs) this.#events.push(event);
  }

  /** A numeric setting of the agent, or its default. */
  #number(name: string): number {
    const field = this.#agent.get(name);
    const number = [field.effective(), field.marks.default].find(value => typeof value === 'number');
    return Math.max(0, number ?? 0);
  }
}
