import { PassingFault, Refusal } from '@linework/domain/faults';
import { z } from 'zod';

/** A system that is asked over HTTP. */
export interface OtherSystem {
  readonly url: string;
  readonly timeoutMs: number;
  /** What the codes of its faults begin with, such as `network`. */
  readonly code: string;
  /** What it is called in a sentence, such as `the network`. */
  readonly name: string;
}

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
 * open (no answer in time, no connection, 429, 5xx, an answer that cannot be read) is a `PassingFault`.
 */
export async function askOverHttp<Answer>(system: OtherSystem, question: Question<Answer>): Promise<Answer> {
  const { status, text } = await send(system, question);
  if (status === 429) throw passing(system, 'busy', 'asks for fewer calls');
  if (status >= 500) throw passing(system, 'unavailable', `answered ${status}`);
  if (status < 400) return parse(system, question.answer, text);
  const { code, detail } = parse(system, refusalAnswer, text);
  throw new Refusal(code, detail);
}

interface Received {
  readonly status: number;
  readonly text: string;
}

async function send(system: OtherSystem, question: Question<unknown>): Promise<Received> {
  const { url, timeoutMs, code, name } = system;
  const { method, path, headers = {}, body, signal } = question;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const sent = body === undefined ? { headers } : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(new URL(path, url), { method, ...sent, signal: ends, redirect: 'error' });
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (ends.aborted) throw passing(system, 'timeout', 'did not answer in time');
    throw new PassingFault(`${code}-unreachable`, `The connection to ${name} failed${reasonOf(error)}.`);
  }
}

/** The system's word for it, such as ECONNREFUSED; the message itself may hold the address that was called. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
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
  return new PassingFault(`${code}-${what}`, `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${did}.`);
}
