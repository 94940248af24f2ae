import type { Cursor } from '../core/cursor.ts';
import type { SimulateCall } from '../core/generated/outputs.js';
import { clockOf } from '../core/numbers.ts';
import { duration, show } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { openingOf, speechTime, wordsFor, type Words } from './call-speech.ts';
import { dtmfEntries } from './dtmf.ts';
import { webhooksOf, type Webhooks } from './webhooks.ts';

/** What the other side does; nothing else happens in the call. */
export const callKinds = ['silent', 'voicemail', 'ivr', 'barge-in', 'dtmf'] as const satisfies readonly CallKind[];
type CallKind = SimulateCall['call'];
interface CallOptions {
  readonly call: CallKind;
  /** Whether the agent calls; then somebody has to answer first. */
  readonly outbound: boolean;
  /**
   * When the other side acts: the greeting or menu ends, the caller begins to speak or to press keys. Milliseconds
   * since the connection.
   */
  readonly after?: number | undefined;
  /** The keys of a `dtmf` call. */
  readonly keys: string;
}

/** Voicemails and phone menus answer calls; they do not make them. */
export const isOutbound = ({ call, outbound }: Pick<CallOptions, 'call' | 'outbound'>): boolean =>
  outbound || call === 'voicemail' || call === 'ivr';

/** One event. */
type CallEvent = SimulateCall['timeline'][number];
type SimulatedCall = Pick<
  SimulateCall,
  'timeline' | 'ended_at_ms' | 'disconnection_reason' | 'webhooks' | 'unset_variables'
> & { readonly assumptions: readonly Assumption[] };

/** Voicemail and IVR detection run for this long. Spec: Limits, "first 3 minutes of the call". */
const DETECTION = 180_000;
/** How long the other side speaks: a greeting or menu, and a caller's sentence. */
const GREETING = 6000,
  SENTENCE = 2000;

/**
 * The events of one call, on a virtual clock. @param agent a place of shape `agent-settings`. Spec: Agent settings,
 * Events
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
  readonly #used = new Set<Assumption>(['call-script']);
  readonly #unset = new Set<string>();
  readonly #longest: number;
  /** When the call ended, and why. */
  #end: { readonly at: number; readonly reason: string } | undefined;

  constructor(agent: Cursor, workspace: Workspace, options: CallOptions) {
    this.#agent = agent;
    this.#options = options;
    this.#words = wordsFor(agent, workspace);
    this.#opening = openingOf(agent, workspace);
    this.#webhooks = webhooksOf(agent, workspace);
    this.#longest = this.#number('max_call_duration_ms');
    for (const name of [...this.#opening.assumptions, ...this.#words.assumptions]) this.#used.add(name);
  }

  run(): SimulatedCall {
    this.#connect();
    switch (this.#options.call) {
      case 'silent':
        this.#silence(this.#opening.first === 'agent' ? this.#open() : this.#wait());
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
    const { at, reason } = this.#end ?? { at: this.#longest, reason: 'max_duration_reached' };
    this.#send('call_ended', at);
    this.#send('call_analyzed', at);
    // simultaneous events keep the order in which they were found
    const timeline = this.#events.sort((a, b) => a.at_ms - b.at_ms);
    return {
      timeline,
      ended_at_ms: at,
      disconnection_reason: reason,
      webhooks: this.#webhooks,
      unset_variables: [...this.#unset].sort(),
      assumptions: [...this.#used].sort(),
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

  /** The first words of an agent that speaks first. */
  #open(): Span {
    const delay = this.#number('begin_message_delay_ms');
    return this.#say(delay, 'says', this.#opening.begin, delay > 0 ? 'begin_message_delay_ms' : undefined);
  }

  /** The agent waits for a user who says nothing; undefined: forever. */
  #wait(): Span | undefined {
    const { begin, why, afterSilence } = this.#opening;
    this.#add(0, 'agent', `waits for the user to speak (${why})`);
    if (afterSilence === undefined) return undefined;
    return this.#say(
      afterSilence,
      `speaks on its own after ${duration(afterSilence)} of silence (begin_after_user_silence_ms)`,
      begin,
    );
  }

  /**
   * Nobody speaks: reminders, then the end.
   * @param until when the other side finally does something
   * @returns what the agent said last, if the call continues
   */
  #silence(spokenSpan: Span | undefined, since = 0, until = Infinity): Span | undefined {
    let last = spokenSpan,
      quiet = Math.max(spokenSpan?.to ?? 0, since);
    if (quiet >= until) return last;
    const limit = this.#number('end_call_after_silence_ms'),
      trigger = this.#number('reminder_trigger_ms'),
      most = this.#number('reminder_max_count');
    this.#used.add('call-silence');
    if (most === 0) this.#add(quiet, 'platform', 'there are no reminders', 'reminder_max_count');
    for (let n = 1; last && n <= most && trigger < limit && quiet + trigger < Math.min(this.#longest, until); n++) {
      last = this.#say(
        quiet + trigger,
        `reminds the user, ${n} of at most ${most}, after ${duration(trigger)} of silence`,
        undefined,
        'reminder_trigger_ms',
      );
      quiet = last.to;
    }
    if (quiet + limit > until && until < this.#longest) return last;
    this.#hangUp(
      quiet + limit,
      'platform',
      `ends the call after ${duration(limit)} of silence`,
      'inactivity',
      'end_call_after_silence_ms',
    );
    return undefined;
  }

  /** A voicemail or phone menu speaks; it is detected when it has finished, within the first minutes. */
  #machine(option: 'voicemail_option' | 'ivr_option', name: string, reason: string): void {
    const heard = this.#options.after ?? GREETING,
      setting = this.#agent.get(option);
    this.#add(0, 'other side', `${name} speaks, until ${clockOf(heard)}`);
    const detects = setting.isObject && heard <= DETECTION;
    const span = this.#opening.first === 'agent' ? this.#open() : undefined;
    if (!span) this.#add(0, 'agent', `waits for the user to speak (${this.#opening.why})`);
    if (!detects) {
      if (!setting.exists) this.#used.add('call-detection-unset');
      this.#add(
        heard,
        'platform',
        setting.isObject
          ? `detects nothing: that is after the first ${duration(DETECTION)}`
          : `detects nothing: ${option} is ${setting.isNull ? 'null' : 'not set'}`,
        option,
      );
      // to the agent, what was heard is speech
      const answeredSpan = this.#say(Math.max(heard, span?.to ?? 0), 'answers it as if a person had spoken', undefined);
      this.#silence(answeredSpan);
      return;
    }
    const talking = span !== undefined && span.from < heard && heard < span.to;
    if (talking) this.#stop(span, heard);
    const action = setting.get('action'),
      type = action.get('type').string();
    this.#add(heard, 'platform', `detects ${name}${talking ? '; the agent stops' : ''}`, option);
    switch (type) {
      case 'hangup':
        this.#hangUp(heard, 'agent', `hangs up (action ${type})`, reason, option);
        break;
      case 'static_text':
      case 'prompt': {
        this.#used.add('call-after-message');
        const remainingSpan = this.#say(
          heard,
          'leaves the message',
          type === 'static_text' ? action.get('text').string() : undefined,
          option,
        );
        this.#hangUp(remainingSpan.to, 'agent', 'hangs up', reason);
        break;
      }
      case 'bridge_transfer':
        this.#add(heard, 'agent', 'bridges the transfer', option);
        this.#send('transfer_bridged', heard);
        this.#hangUp(heard, 'platform', 'the agent leaves the call', 'transfer_bridged');
        break;
      default:
        this.#add(heard, 'agent', `what the action ${show(type)} does is not shown`, option);
        this.#silence(talking ? { from: span.from, to: heard } : span, heard);
    }
  }

  #bargeIn(): void {
    const sensitivity = this.#number('interruption_sensitivity');
    const first = this.#opening.first === 'agent' ? this.#open() : this.#afterQuestion();
    const from = this.#options.after ?? Math.round((first.from + first.to) / 2),
      spokenSpan = this.#silence(first, 0, from);
    if (!spokenSpan) return;
    const done = from + SENTENCE;
    const during = spokenSpan.from <= from && from < spokenSpan.to;
    this.#add(from, 'other side', `begins to speak${during ? ' while the agent speaks' : ''}, until ${clockOf(done)}`);
    let quiet = spokenSpan.to;
    if (during && sensitivity > 0) {
      this.#used.add('call-barge-in');
      this.#stop(spokenSpan, from);
      this.#add(from, 'agent', 'stops speaking', 'interruption_sensitivity');
      quiet = from;
    } else if (during) this.#add(from, 'agent', 'cannot be interrupted and keeps speaking', 'interruption_sensitivity');
    else this.#add(from, 'platform', 'the agent is not speaking, so nothing is interrupted');
    this.#silence(this.#say(Math.max(done, quiet), 'answers', undefined));
  }

  /** The user speaks first, and the agent answers. */
  #afterQuestion(): Span {
    this.#add(0, 'agent', `waits for the user to speak (${this.#opening.why})`);
    this.#add(0, 'other side', `speaks, until ${clockOf(SENTENCE)}`);
    return this.#say(SENTENCE, 'answers', undefined);
  }

  #keys(): void {
    const first = this.#opening.first === 'agent' ? this.#open() : this.#afterQuestion();
    const from = this.#options.after ?? Math.round((first.from + first.to) / 2),
      spokenSpan = this.#silence(first, 0, from);
    if (!spokenSpan) return;
    const { entries, presses, open } = dtmfEntries(this.#agent.get('user_dtmf_options'), this.#options.keys, from);
    const heard = this.#agent.get('allow_user_dtmf').effective() !== false;
    for (const { key, at } of presses) this.#add(at, 'other side', `presses ${key}`);
    const last = presses.at(-1)!.at;
    if (!heard) {
      this.#add(from, 'platform', 'ignores every key', 'allow_user_dtmf');
      this.#silence(spokenSpan, last);
      return;
    }
    const interrupts = this.#agent.get('allow_dtmf_interruption').effective() === true;
    const stopped = (speech: Span, at: number | undefined): Span => {
      if (!interrupts || at === undefined) return speech;
      this.#stop(speech, at);
      const which = speech === spokenSpan ? 'the first' : 'this';
      this.#add(
        at,
        'agent',
        `stops speaking at ${which} key, whatever interruption_sensitivity is`,
        'allow_dtmf_interruption',
      );
      return { from: speech.from, to: at };
    };
    const during = spokenSpan.from <= from && from < spokenSpan.to;
    if (during && !interrupts)
      this.#add(from, 'agent', 'keeps speaking: keys do not interrupt it', 'allow_dtmf_interruption');
    let answer = stopped(spokenSpan, during ? from : undefined);
    if (entries.length > 0 || open !== '') this.#used.add('call-dtmf-entry');
    for (const { at, digits, by } of entries)
      this.#add(at, 'platform', `takes ${show(digits)} as entered, by ${by}`, 'user_dtmf_options');
    if (open !== '')
      this.#add(
        last,
        'platform',
        `${show(open)} stays open: user_dtmf_options sets nothing that ends it`,
        'user_dtmf_options',
      );
    for (const { at } of entries) {
      const answerSpan = this.#say(Math.max(at, answer.to), 'answers', undefined);
      answer = stopped(answerSpan, presses.find(key => answerSpan.from < key.at && key.at < answerSpan.to)?.at);
    }
    this.#silence(answer, last);
  }

  /**
   * The agent speaks. @param text undefined: generated by the model
   * @returns from when to when
   */
  #say(from: number, how: string, text: string | undefined, setting?: string): Span {
    this.#used.add('call-speech-time');
    const filled = text === undefined ? undefined : this.#words.fill(text);
    for (const name of filled?.unset ?? []) if (from < this.#longest) this.#unset.add(name);
    const to = from + speechTime(filled?.text, this.#words.speed);
    this.#add(
      from,
      'agent',
      `${how}${filled ? `: ${show(filled.text, 120)}` : ', in its own words'} (until ${clockOf(to)})`,
      setting,
    );
    this.#send('transcript_updated', to);
    return { from, to };
  }

  /** The agent's speech is cut off; its transcript is complete at once. */
  #stop(spokenSpan: Span, at: number): void {
    const pattern = / \(until [\d:.]+\)$/,
      cut = ` (cut off at ${clockOf(at)})`;
    const speech = this.#events.findIndex(
      ({ by, at_ms, text }) => by === 'agent' && at_ms === spokenSpan.from && pattern.test(text),
    );
    if (speech >= 0)
      this.#events[speech] = { ...this.#events[speech]!, text: this.#events[speech]!.text.replace(pattern, cut) };
    const update = this.#events.findIndex(
      ({ webhook, at_ms }) => webhook?.event === 'transcript_updated' && at_ms === spokenSpan.to,
    );
    if (update >= 0) this.#events[update] = { ...this.#events[update]!, at_ms: at };
  }

  #hangUp(at: number, by: 'platform' | 'agent', text: string, reason: string, setting?: string): void {
    if (at >= this.#longest) {
      this.#add(
        this.#longest,
        'platform',
        `ends the call: it has lasted ${duration(this.#longest)}`,
        'max_call_duration_ms',
        true,
      );
      this.#end = { at: this.#longest, reason: 'max_duration_reached' };
      return;
    }
    this.#add(at, by, text, setting);
    this.#end = { at, reason };
  }

  #send(event: Webhooks['events'][number]['event'], at: number): void {
    const sent = this.#webhooks.events.find(one => one.event === event);
    this.#used.add('call-webhook-moments');
    if (!sent?.selected) return;
    const { url, timeout_ms } = this.#webhooks;
    this.#push({ at_ms: at, by: 'webhook', text: event, setting: null, webhook: { event, url, timeout_ms } });
  }

  #add(at: number, call: CallEvent['by'], text: string, name?: string, last = false): void {
    if (at >= this.#longest && !last) return;
    const field = name === undefined ? undefined : this.#agent.get(name);
    this.#push({
      at_ms: at,
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
    if (event.at_ms <= this.#longest) this.#events.push(event);
  }

  /** A number of the agent, or its default. */
  #number(name: string): number {
    const field = this.#agent.get(name);
    const number = [field.effective(), field.marks.default].find(value => typeof value === 'number');
    return Math.max(0, number ?? 0);
  }
}
