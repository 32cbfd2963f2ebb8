import type { Readable } from 'node:stream';
import { readRetryAfter } from '@linework/sdk/retry-after';
import type { Agent, Dispatcher, request } from 'undici';
import { type AddressPolicy, createGuardedLookup, findBrokenRules } from '../address/address-policy.ts';
import { AddressRefused } from '../address/address-rules.ts';
import { type CallOutcome, failedCall } from './call-outcome.ts';

/** A receiver can ask for a pause of a day at most. */
const limitMs = 86_400_000;

/** The first 4 KiB of a response are kept, and little more is read. */
const keptBytes = 4_096;
/** The status decides; the rest of a slow response is not worth a slot. */
const readLimitMs = 2_000;

/** Reads the beginning of a body as text that the database can store, and closes the connection if there is more. */
async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), readLimitMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptBytes) break;
    }
  } catch {
    // The status is known already. What is missing of the text decides nothing.
  } finally {
    clearTimeout(timer);
    if (!body.readableEnded) body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString().replaceAll('\0', '\ufffd');
}

/** The reasons by the code of an error of Node.js or undici. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  UND_ERR_SOCKET: 'connection-reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'response-unreadable',
  EHOSTUNREACH: 'host-unreachable',
  ENETUNREACH: 'host-unreachable',
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unresolved',
};

/** The reason of a call without a response. A refused address has the rule that it broke. */
function classifyError(error: unknown): string {
  if (error instanceof AddressRefused) return error.rule;
  if (!(error instanceof Error)) return 'connection-failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  if (error instanceof AggregateError && error.errors.length > 0) return classifyError(error.errors[0]);
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError') return 'response-unreadable';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'tls-failed';
  return reasons[code] ?? (error.cause === undefined ? 'connection-failed' : classifyError(error.cause));
}

interface ReceiverCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Calls the receivers. Never follows a redirect, and reads only the beginning of a response. */
export interface ReceiverClient {
  call(call: ReceiverCall): Promise<CallOutcome>;
  close(): Promise<void>;
}

export interface ReceiverClientOptions {
  readonly policy: AddressPolicy;
  /** The time limit of a call, from the connection to the end of the response. */
  readonly timeoutMs: number;
}

/** A response head must not be larger. */
const maxHeaderSize = 16_384;

/** The first call loads the library: that takes 50 ms of the processor, a tenth of the start of a worker. */
export function createReceiverClient(options: ReceiverClientOptions): ReceiverClient {
  const { policy, timeoutMs } = options;
  let opened: Promise<OpenAgent> | undefined;
  return {
    async call(call) {
      // A connection to an address without a name resolves nothing, so its rules are checked here, at each call.
      const [broken] = findBrokenRules(call.url, policy);
      if (broken !== undefined) return failedCall(broken);
      opened ??= openAgent(options);
      return send(await opened, call, timeoutMs);
    },
    close: async () => (await opened)?.agent.destroy(),
  };
}

interface OpenAgent {
  readonly agent: Agent;
  readonly request: typeof request;
}

/**
 * A server may ask that its connections stay open; they stay no longer than this, so that many servers cannot keep
 * many.
 */
const idleLimitMs = 10_000;

/**
 * No call waits for the connection of another one: the receivers of several brokers may be one host, and one that hangs
 * must not hold up the others or let their time pass. The number of calls of the process limits the connections.
 */
async function openAgent({ policy, timeoutMs }: ReceiverClientOptions): Promise<OpenAgent> {
  const library = await import('undici');
  const agent = new library.Agent({
    connections: null,
    pipelining: 1,
    keepAliveMaxTimeout: idleLimitMs,
    maxHeaderSize,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs, lookup: createGuardedLookup(policy) },
  });
  return { agent, request: library.request };
}

async function send(
  { agent, request }: OpenAgent,
  { url, headers, body }: ReceiverCall,
  timeoutMs: number,
): Promise<CallOutcome> {
  const startedMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedMs);
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const responseBody = await readBeginning(response.body);
    return { ...readOutcome(response), responseBody, durationMs: elapsedMs() };
  } catch (error) {
    return failedCall(classifyError(error), elapsedMs());
  }
}

/** Only 2xx is a success. A redirect would let a receiver choose an address that nobody has checked. */
function readOutcome({
  statusCode,
  headers,
}: Dispatcher.ResponseData): Omit<CallOutcome, 'responseBody' | 'durationMs'> {
  if (statusCode >= 200 && statusCode < 300) return { isDelivered: true, reason: null, responseCode: statusCode };
  const asked = headers['retry-after'];
  const retryAfterMs = typeof asked === 'string' ? readRetryAfter(asked) : undefined;
  return {
    isDelivered: false,
    reason: nameFailure(statusCode),
    responseCode: statusCode,
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.min(retryAfterMs, limitMs) }),
    ...(statusCode === 410 && { isGone: true }),
  };
}

function nameFailure(statusCode: number): string {
  if (statusCode === 410) return 'gone';
  if (statusCode === 429) return 'too-many-requests';
  if (statusCode === 502 || statusCode === 504) return 'receiver-unavailable';
  if (statusCode >= 300 && statusCode < 400) return 'redirected';
  return statusCode >= 500 ? 'receiver-error' : 'rejected';
}
