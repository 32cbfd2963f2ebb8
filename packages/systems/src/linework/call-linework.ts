import { NoResponseError, SystemUnavailable, TransientError } from '@linework/engine/model/system-errors';
import type { z } from 'zod';
import { isNeverSent, isNotForwarded } from '../is-never-sent.ts';
import { ResponseTooLong, readResponse } from '../read-response.ts';

/** Another Linework, one part of which is called over its API. */
export interface RemoteLinework {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  /** The prefix of its error codes, such as `catalog`. */
  readonly code: string;
  /** The start of a sentence about it, such as `The catalogue`. */
  readonly name: string;
  /** The limit of a response, when the usual one is too small. */
  readonly limitBytes?: number;
}

/** The address and the key of another Linework. */
export type LineworkAddress = Pick<RemoteLinework, 'url' | 'key' | 'timeoutMs'>;

export interface LineworkResponse {
  readonly status: number;
  readonly text: string;
  /** The `Link` header. */
  readonly link: string | null;
}

/**
 * Sends one request and returns the response. No response, or a gateway's error, is a `NoResponseError`; a request that
 * was never sent is a `SystemUnavailable`; a response that cannot be read completely is a `TransientError`.
 */
export async function callLinework(
  remote: RemoteLinework,
  path: string,
  request: LineworkRequest = {},
): Promise<LineworkResponse> {
  const { code, name } = remote;
  const { proxyStatus, ...response } = await sendRequest(remote, path, request);
  const { status } = response;
  const isGatewayResponse = status === 502 || status === 504 || isNotForwarded(status, proxyStatus);
  if (isGatewayResponse) throw new NoResponseError(`${code}-unavailable`, `${name} returned ${status}.`);
  return response;
}

/** A GET, if nothing else is said. */
interface LineworkRequest {
  readonly method?: 'POST';
  readonly body?: unknown;
}

async function sendRequest(
  { url, key, timeoutMs, limitBytes, code, name }: RemoteLinework,
  path: string,
  { method, body }: LineworkRequest,
) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(url.replace(/\/+$/, '') + path, {
      method: method ?? 'GET',
      headers: {
        'X-API-Key': key,
        Accept: 'application/json',
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(content !== undefined && { body: content }),
      signal: timeout,
      redirect: 'error',
    });
    const [proxyStatus, link] = ['Proxy-Status', 'Link'].map((header) => response.headers.get(header));
    // Inside the try, because the text of the response can be late or incomplete as well.
    return {
      status: response.status,
      proxyStatus: proxyStatus ?? null,
      link: link ?? null,
      text: await readResponse(response, limitBytes),
    };
  } catch (error) {
    if (error instanceof ResponseTooLong)
      throw new TransientError(`${code}-answer-too-long`, `${name} sent a response that is too long.`);
    if (timeout.aborted) throw new NoResponseError(`${code}-timeout`, `${name} did not respond in time.`);
    const Fault = error instanceof Error && isNeverSent(error.cause) ? SystemUnavailable : NoResponseError;
    throw new Fault(`${code}-unreachable`, `The connection to another Linework failed (${code}).`);
  }
}

/** The content of a response 200. Any other response, and one with another shape, is a `TransientError`. */
export function readContent<Content>(
  { code, name }: RemoteLinework,
  { status, text }: LineworkResponse,
  shape: z.ZodType<Content>,
): Content {
  if (status !== 200) throw new TransientError(`${code}-unavailable`, `${name} returned ${status}.`);
  const content = shape.safeParse(readJson(text));
  if (!content.success)
    throw new TransientError(`${code}-answer-unreadable`, `${name} sent a response that cannot be read.`);
  return content.data;
}

/** The JSON value of a text; undefined when it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
