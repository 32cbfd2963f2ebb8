import { PassingFault, Refusal } from '@linework/domain/faults';
import type { z } from 'zod';
import { refusalAnswer } from './answers.ts';

export interface SimulatorAddress {
  readonly url: string;
  readonly timeoutMs: number;
}

export interface Question<Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly answer: z.ZodType<Answer>;
}

/**
 * Asks once and answers what the simulator said. A clear "no" is a `Refusal` with its code; whatever leaves the outcome
 * open (no answer in time, no connection, 429, 5xx, an answer that cannot be read) is a `PassingFault`.
 */
export async function askSimulator<Answer>(address: SimulatorAddress, question: Question<Answer>): Promise<Answer> {
  const { status, text } = await send(address, question);
  if (status === 429) throw new PassingFault('network-busy', 'The network asks for fewer calls.');
  if (status >= 500) throw new PassingFault('network-unavailable', `The network answered ${status}.`);
  if (status < 400) return parse(question.answer, text);
  const { code, detail } = parse(refusalAnswer, text);
  throw new Refusal(code, detail);
}

interface Received {
  readonly status: number;
  readonly text: string;
}

async function send({ url, timeoutMs }: SimulatorAddress, question: Question<unknown>): Promise<Received> {
  const { method, path, headers = {}, body, signal } = question;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const sent = body === undefined ? { headers } : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(new URL(path, url), { method, ...sent, signal: ends, redirect: 'error' });
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (ends.aborted) throw new PassingFault('network-timeout', 'The network did not answer in time.');
    throw new PassingFault('network-unreachable', `The connection to the network failed${reasonOf(error)}.`);
  }
}

/** The system's word for it, such as ECONNREFUSED; the message itself may hold the address that was called. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
}

function parse<Answer>(shape: z.ZodType<Answer>, text: string): Answer {
  const read = shape.safeParse(readJson(text));
  if (read.success) return read.data;
  throw new PassingFault('network-answer-unreadable', 'The network answered something that cannot be read.');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
