import { NoAnswer, PassingFault, SystemAway } from '@linework/domain/faults';
import type { z } from 'zod';
import { isNeverSent, isNotPassedOn } from '../is-never-sent.ts';
import { AnswerTooLong, readAnswer } from '../read-answer.ts';

/** Another Linework, of which one part is asked over its interface. */
export interface OtherLinework {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  /** What the codes of its faults begin with, such as `catalog`. */
  readonly code: string;
  /** What begins a sentence about it, such as `The catalogue`. */
  readonly name: string;
  /** How long an answer may be, where the usual limit is too small for it. */
  readonly limitBytes?: number;
}

/** Where another Linework is asked, and with which key. */
export type LineworkAddress = Pick<OtherLinework, 'url' | 'key' | 'timeoutMs'>;

export interface LineworkAnswer {
  readonly status: number;
  readonly text: string;
  /** The `Link` header. */
  readonly link: string | null;
}

/**
 * Asks once, and answers what the other said. No answer, and the answer of a gateway, is `NoAnswer`; a request that was never sent `SystemAway`; an
 * answer that cannot be read to its end a `PassingFault`.
 */
export async function askLinework(other: OtherLinework, path: string): Promise<LineworkAnswer> {
  const { code, name } = other;
  const { proxyStatus, ...answer } = await read(other, path);
  const { status } = answer;
  const isOfGateway = status === 502 || status === 504 || isNotPassedOn(status, proxyStatus);
  if (isOfGateway) throw new NoAnswer(`${code}-unavailable`, `${name} answered ${status}.`);
  return answer;
}

async function read({ url, key, timeoutMs, limitBytes, code, name }: OtherLinework, path: string) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { 'X-API-Key': key, Accept: 'application/json' };
    const response = await fetch(url.replace(/\/+$/, '') + path, { headers, signal: timeout, redirect: 'error' });
    const [proxyStatus, link] = ['Proxy-Status', 'Link'].map((header) => response.headers.get(header));
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, proxyStatus: proxyStatus ?? null, link: link ?? null, text: await readAnswer(response, limitBytes) };
  } catch (error) {
    if (error instanceof AnswerTooLong) throw new PassingFault(`${code}-answer-too-long`, `${name} answered more than can be read.`);
    if (timeout.aborted) throw new NoAnswer(`${code}-timeout`, `${name} did not answer in time.`);
    const Fault = error instanceof Error && isNeverSent(error.cause) ? SystemAway : NoAnswer;
    throw new Fault(`${code}-unreachable`, `The connection to another Linework failed (${code}).`);
  }
}

/** What an answer 200 holds. Any other answer, and one of another shape, is a `PassingFault`. */
export function contentOf<Content>({ code, name }: OtherLinework, { status, text }: LineworkAnswer, shape: z.ZodType<Content>): Content {
  if (status !== 200) throw new PassingFault(`${code}-unavailable`, `${name} answered ${status}.`);
  const content = shape.safeParse(readJson(text));
  if (!content.success) throw new PassingFault(`${code}-answer-unreadable`, `${name} answered something that cannot be read.`);
  return content.data;
}

/** What a text says in JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
