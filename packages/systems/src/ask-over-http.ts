import { NoAnswer, PassingFault, Refusal, SystemAway } from '@linework/domain/faults';
import { z } from 'zod';
import { isNeverSent, isNotPassedOn } from './is-never-sent.ts';
import { AnswerTooLong, readAnswer } from './read-answer.ts';

/** A system that is asked over HTTP. */
export interface OtherSystem {
  readonly url: string;
  readonly timeoutMs: number;
  /** What the codes of its faults begin with, such as `network`. */
  readonly code: string;
  /** What it is called in a sentence, such as `the network`. */
  readonly name: string;
  /** Sends requests over a connection of its own, such as one with a client certificate; `fetch` unless told otherwise. */
  readonly fetch?: typeof fetch;
  /** Sent with each request, such as a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes a refusal of what it said; its own words unless told otherwise. */
  readonly refusal?: (said: Said) => Refusal;
}

/** What a system says when it refuses. */
export type Said = z.infer<typeof refusalAnswer>;

/** Why it refuses. */
const refusalAnswer = z.object({ code: z.string().min(1), detail: z.string() });

export interface Question<Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly answer: z.ZodType<Answer>;
}

/**
 * Asks once and answers what the system said. A clear "no" is a `Refusal` with its code; whatever leaves the outcome
 * open (429, 5xx, an answer that cannot be read) is a `PassingFault`; no answer in time, a broken connection, 502 and 504 are `NoAnswer`;
 * a request that was never sent, or that a proxy did not pass on, is `SystemAway`.
 */
export async function askOverHttp<Answer>(system: OtherSystem, question: Question<Answer>): Promise<Answer> {
  const { status, proxyStatus, text } = await send(system, question);
  if (isNotPassedOn(status, proxyStatus)) throw new SystemAway(`${system.code}-unreachable`, `A proxy cannot reach ${system.name} (${status}).`);
  if (status === 429) throw passing(system, 'busy', 'asks for fewer calls');
  // Answers of a gateway, which the system itself did not answer.
  if (status === 502 || status === 504) throw new NoAnswer(`${system.code}-unavailable`, sentence(system.name, `did not answer its gateway (${status})`));
  if (status >= 500) throw passing(system, 'unavailable', `answered ${status}`);
  if (status < 400) return parse(system, question.answer, text);
  // Our credentials are wrong, not the request: a person puts them right, and until then it waits.
  if (status === 401 || status === 403 || status === 407) throw passing(system, 'credentials-refused', `refused our credentials (${status})`);
  const said = parse(system, refusalAnswer, text);
  throw system.refusal?.(said) ?? new Refusal(said.code, said.detail);
}

interface Received {
  readonly status: number;
  readonly proxyStatus: string | null;
  readonly text: string;
}

async function send(system: OtherSystem, question: Question<unknown>): Promise<Received> {
  const { url, timeoutMs, code, name } = system;
  const { method, path, body, signal } = question;
  const headers = { ...system.headers, ...question.headers };
  const timeout = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const sent = body === undefined ? { headers } : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await (system.fetch ?? fetch)(new URL(path, url), { method, ...sent, signal: ends, redirect: 'error' });
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, proxyStatus: response.headers.get('Proxy-Status'), text: await readAnswer(response) };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw passing(system, 'answer-too-long', 'answered more than can be read');
    if (ends.aborted) throw new NoAnswer(`${code}-timeout`, sentence(name, 'did not answer in time'));
    const cause = error instanceof Error ? error.cause : undefined;
    const Fault = isNeverSent(cause) ? SystemAway : NoAnswer;
    throw new Fault(`${code}-unreachable`, `The connection to ${name} failed${reasonOf(cause)}.`);
  }
}

/** The system's word for it, such as ECONNREFUSED; the message itself may hold the address that was called. */
function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
}

function parse<Answer>(system: OtherSystem, shape: z.ZodType<Answer>, text: string): Answer {
  const read = shape.safeParse(readJson(text));
  if (read.success) return read.data;
  throw passing(system, 'answer-unreadable', 'answered something that cannot be read');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function passing({ code, name }: OtherSystem, what: string, did: string): PassingFault {
  return new PassingFault(`${code}-${what}`, sentence(name, did));
}

const sentence = (name: string, did: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${did}.`;
