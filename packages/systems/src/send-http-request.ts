import {
  NoResponseError,
  PermanentError,
  SystemUnavailable,
  TransientError,
} from '@linework/engine/model/system-errors';
import { inChildSpan, traceHeader } from '@linework/log/tracing/span';
import { z } from 'zod';
import { isNeverSent, isNotForwarded } from './is-never-sent.ts';
import { ResponseTooLong, readResponse } from './read-response.ts';

/** A system that is called over HTTP. */
export interface RemoteSystem {
  readonly url: string;
  readonly timeoutMs: number;
  /** The prefix of its error codes, such as `network`. */
  readonly code: string;
  /** Its name in a sentence, such as `the network`. */
  readonly name: string;
  /** Sends requests over a separate connection, such as one with a client certificate; `fetch` by default. */
  readonly fetch?: typeof fetch;
  /** Sent with each request, such as a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Turns an error response into a `PermanentError`; the default uses the system's own text. */
  readonly toPermanentError?: (error: ErrorResponse) => PermanentError;
}

/** The error response of a system. */
export type ErrorResponse = z.infer<typeof errorResponse>;

/** The code and the reason of a rejection. */
const errorResponse = z.object({ code: z.string().min(1), detail: z.string() });

export interface HttpRequest<Answer> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly responseShape: z.ZodType<Answer>;
}

/**
 * Sends one request and returns the response. A clear rejection is a `PermanentError` with its code. A response that
 * leaves the result open (429, 5xx, unreadable) is a `TransientError`. A timeout, a broken connection, 502 and 504 are
 * a `NoResponseError`. A request that was never sent, or that a proxy did not forward, is a `SystemUnavailable`.
 */
export async function sendHttpRequest<Answer>(system: RemoteSystem, request: HttpRequest<Answer>): Promise<Answer> {
  const { status, proxyStatus, text } = await send(system, request);
  if (isNotForwarded(status, proxyStatus))
    throw new SystemUnavailable(`${system.code}-unreachable`, `A proxy cannot reach ${system.name} (${status}).`);
  if (status === 429) throw transientError(system, 'busy', 'requests fewer calls');
  // Errors of a gateway, not of the system itself.
  if (status === 502 || status === 504)
    throw new NoResponseError(
      `${system.code}-unavailable`,
      formatSentence(system.name, `did not respond to its gateway (${status})`),
    );
  if (status >= 500) throw transientError(system, 'unavailable', `returned ${status}`);
  if (status < 400) return parse(system, request.responseShape, text);
  // The credentials are wrong, not the request, so it waits until an operator corrects them.
  if (status === 401 || status === 403 || status === 407)
    throw transientError(system, 'credentials-refused', `rejected the credentials of Linework (${status})`);
  const error = parse(system, errorResponse, text);
  throw system.toPermanentError?.(error) ?? new PermanentError(error.code, error.detail);
}

interface HttpResponse {
  readonly status: number;
  readonly proxyStatus: string | null;
  readonly text: string;
}

/** The path of a call may name a subscriber, so its span has only the method and the system. */
const send = (system: RemoteSystem, request: HttpRequest<unknown>): Promise<HttpResponse> =>
  inChildSpan(`${request.method} ${system.code}`, { kind: 'client' }, async (span) => {
    const response = await sendOnce(system, request);
    span.setAttributes({ 'http.response.status_code': response.status });
    return response;
  });

async function sendOnce(system: RemoteSystem, request: HttpRequest<unknown>): Promise<HttpResponse> {
  const { url, timeoutMs, code, name } = system;
  const { method, path, body, signal } = request;
  const headers = { ...system.headers, ...request.headers, ...traceHeader() };
  const timeout = AbortSignal.timeout(timeoutMs);
  const combinedSignal = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const requestOptions =
    body === undefined
      ? { headers }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await (system.fetch ?? fetch)(new URL(path, url), {
      method,
      ...requestOptions,
      signal: combinedSignal,
      redirect: 'error',
    });
    // Inside the try, because the text of the response can be late or incomplete as well.
    return {
      status: response.status,
      proxyStatus: response.headers.get('Proxy-Status'),
      text: await readResponse(response),
    };
  } catch (error) {
    if (error instanceof ResponseTooLong)
      throw transientError(system, 'answer-too-long', 'sent a response that is too long');
    if (combinedSignal.aborted)
      throw new NoResponseError(`${code}-timeout`, formatSentence(name, 'did not respond in time'));
    const cause = error instanceof Error ? error.cause : undefined;
    const Fault = isNeverSent(cause) ? SystemUnavailable : NoResponseError;
    throw new Fault(`${code}-unreachable`, `The connection to ${name} failed${formatCause(cause)}.`);
  }
}

/**
 * The error code of the operating system, such as ECONNREFUSED; the message itself may contain the address that was
 * called.
 */
function formatCause(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
}

function parse<Answer>(system: RemoteSystem, shape: z.ZodType<Answer>, text: string): Answer {
  const parsed = shape.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  throw transientError(system, 'answer-unreadable', 'sent a response that cannot be read');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function transientError({ code, name }: RemoteSystem, codeSuffix: string, sentenceEnd: string): TransientError {
  return new TransientError(`${code}-${codeSuffix}`, formatSentence(name, sentenceEnd));
}

const formatSentence = (name: string, sentenceEnd: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${sentenceEnd}.`;
