import { NoResponseError, SystemAway, TransientError } from '@linework/domain/system-errors';
import type { z } from 'zod';
import { isNeverSent, isNotForwarded } from '../is-never-sent.ts';
import { ResponseTooLong, readResponse } from '../read-response.ts';

/** Another Linework, of which one part is asked over its interface. */
export interface RemoteLinework {
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
export type LineworkAddress = Pick<RemoteLinework, 'url' | 'key' | 'timeoutMs'>;

export interface LineworkResponse {
  readonly status: number;
  readonly text: string;
  /** The `Link` header. */
  readonly link: string | null;
}

/**
 * Asks once, and answers what the other said. No answer, and the answer of a gateway, is `NoResponseError`; a request that was never sent `SystemAway`; an
 * answer that cannot be read to its end a `TransientError`.
 */
export async function callLinework(remote: RemoteLinework, path: string): Promise<LineworkResponse> {
  const { code, name } = remote;
  const { proxyStatus, ...response } = await sendRequest(remote, path);
  const { status } = response;
  const isGatewayResponse = status === 502 || status === 504 || isNotForwarded(status, proxyStatus);
  if (isGatewayResponse) throw new NoResponseError(`${code}-unavailable`, `${name} answered ${status}.`);
  return response;
}

async function sendRequest({ url, key, timeoutMs, limitBytes, code, name }: RemoteLinework, path: string) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const headers = { 'X-API-Key': key, Accept: 'application/json' };
    const response = await fetch(url.replace(/\/+$/, '') + path, { headers, signal: timeout, redirect: 'error' });
    const [proxyStatus, link] = ['Proxy-Status', 'Link'].map((header) => response.headers.get(header));
    // Within the try: the answer's text can be late or cut off as well.
    return { status: response.status, proxyStatus: proxyStatus ?? null, link: link ?? null, text: await readResponse(response, limitBytes) };
  } catch (error) {
    if (error instanceof ResponseTooLong) throw new TransientError(`${code}-answer-too-long`, `${name} answered more than can be read.`);
    if (timeout.aborted) throw new NoResponseError(`${code}-timeout`, `${name} did not answer in time.`);
    const Fault = error instanceof Error && isNeverSent(error.cause) ? SystemAway : NoResponseError;
    throw new Fault(`${code}-unreachable`, `The connection to another Linework failed (${code}).`);
  }
}

/** What an answer 200 holds. Any other answer, and one of another shape, is a `TransientError`. */
export function readContent<Content>({ code, name }: RemoteLinework, { status, text }: LineworkResponse, shape: z.ZodType<Content>): Content {
  if (status !== 200) throw new TransientError(`${code}-unavailable`, `${name} answered ${status}.`);
  const content = shape.safeParse(readJson(text));
  if (!content.success) throw new TransientError(`${code}-answer-unreadable`, `${name} answered something that cannot be read.`);
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
