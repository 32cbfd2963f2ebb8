import { ConnectionError, type LineworkError, TimeoutError } from '../errors/linework-error.ts';
import { ProblemError } from '../errors/problem-error.ts';
import { toError } from '../errors/to-error.ts';
import type { ApiRequest, LineworkOptions, QueryValue, RequestOptions } from '../options.ts';
import type { Answer } from './answer.ts';
import { type PreparedRequest, prepareRequest } from './prepare-request.ts';
import { retryDelay } from './retry-delay.ts';
import { sleep } from './sleep.ts';

/** Why a try ended early: its time was over, or the caller's signal was aborted. */
interface Deadline {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
}

const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs a try with a signal that ends it after `timeoutMs` or with the caller's signal. The listener is removed
 * afterwards: `AbortSignal.any` keeps one for each try as long as the caller's signal lives.
 */
async function withDeadline<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let over = false;
  const end = () => {
    over = true;
    controller.abort();
  };
  // A longer time would become a millisecond.
  const timer = timeoutMs > longestTimerMs ? undefined : setTimeout(end, timeoutMs);
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await run({ signal: controller.signal, isOver: () => over });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Sends requests, and repeats them where that can help and cannot harm. */
export class Transport {
  readonly #options: LineworkOptions;
  readonly #baseUrl: string;

  constructor(options: LineworkOptions) {
    if (options.apiKey !== null && (typeof options.apiKey !== 'string' || options.apiKey === ''))
      throw new TypeError('`apiKey` is missing: pass the key of your broker.');
    if (!URL.canParse(options.baseUrl))
      throw new TypeError('`baseUrl` must be the address of the API, such as https://linework.example.');
    this.#options = options;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
  }

  /** Returns the answer of a success. Throws the error of the last try otherwise. */
  async send(request: ApiRequest, options: RequestOptions = {}): Promise<Answer<unknown>> {
    const prepared = this.#prepare(request, options);
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? 2;
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = Date.now();
      const result = await this.#try(prepared, options);
      const isLast = !('error' in result) || attempt > maxRetries || !prepared.isReplayable;
      const retryInMs = isLast ? undefined : delayAfter(result.error, prepared, attempt);
      this.#options.onRequest?.({
        ...report(prepared, result),
        attempt,
        durationMs: Date.now() - startedAt,
        retryInMs,
      });
      if (!('error' in result)) return result.answer;
      if (retryInMs === undefined) throw result.error;
      await sleep(retryInMs, options.signal);
    }
  }

  #prepare(request: ApiRequest, options: RequestOptions): PreparedRequest {
    return prepareRequest(request, { ...options, apiKey: this.#options.apiKey, url: buildUrl(this.#baseUrl, request) });
  }

  async #try(
    prepared: PreparedRequest,
    { signal, timeoutMs = this.#options.timeoutMs ?? 60_000 }: RequestOptions,
  ): Promise<TryResult> {
    return await withDeadline(timeoutMs, signal, async (deadline) => {
      try {
        const response = await this.#fetch(prepared, deadline.signal);
        return await readResponse(response, prepared);
      } catch (cause) {
        signal?.throwIfAborted();
        const place = `${prepared.method} ${prepared.url}`;
        if (deadline.isOver())
          return { error: new TimeoutError(`${place}: no whole response within ${timeoutMs} ms.`, prepared) };
        return { error: new ConnectionError(`${place}: no whole response (${describe(cause)}).`, prepared, { cause }) };
      }
    });
  }

  /** A redirect is not followed: the key would be sent to another address. */
  #fetch({ url, method, headers, body }: PreparedRequest, signal: AbortSignal): Promise<Response> {
    const send = this.#options.fetch ?? fetch;
    const stream = body instanceof ReadableStream ? { duplex: 'half' as const } : {};
    return send(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
      ...stream,
    });
  }
}

type TryResult = { readonly answer: Answer<unknown> } | { readonly error: LineworkError; readonly response?: Response };

async function readResponse(response: Response, { idempotencyKey }: PreparedRequest): Promise<TryResult> {
  if (!response.ok && response.status !== 304) {
    return {
      response,
      error: toError(response.status, await response.text(), { headers: response.headers, idempotencyKey }),
    };
  }
  const { headers } = response;
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return {
    answer: {
      data: await readData(response),
      response,
      requestId,
      idempotencyKey,
      replayed: headers.get('Idempotency-Replayed') === 'true',
    },
  };
}

function delayAfter(error: LineworkError, { isRepeatable }: PreparedRequest, attempt: number): number | undefined {
  const { status, headers } = error as { status?: number; headers?: Headers };
  return retryDelay({
    status,
    headers,
    code: error instanceof ProblemError ? error.code : undefined,
    attempt,
    isRepeatable,
  });
}

function report({ method, url, idempotencyKey }: PreparedRequest, result: TryResult) {
  const response = 'answer' in result ? result.answer.response : result.response;
  return {
    method,
    url,
    idempotencyKey,
    status: response?.status,
    requestId: response?.headers.get('X-Request-Id') ?? undefined,
    ...('error' in result && { error: result.error }),
  };
}

/** The reason that `fetch` hides behind "fetch failed". */
function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? ('code' in cause && String(cause.code)) || cause.message : String(cause);
}

/** Builds the address of a request. A list is sent as a repeated parameter, a date in ISO 8601. */
function buildUrl(baseUrl: string, { path, query = {} }: Pick<ApiRequest, 'path' | 'query'>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) parameters.append(name, toText(one));
  }
  if (parameters.size === 0) return baseUrl + path;
  return `${baseUrl}${path}${path.includes('?') ? '&' : '?'}${parameters}`;
}

function toText(value: string | number | boolean | Date): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Reads JSON as a value, anything else as bytes. Undefined if there is no body. */
async function readData(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  return /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    ? JSON.parse(new TextDecoder().decode(bytes))
    : bytes;
}
