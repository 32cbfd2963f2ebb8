import type { Agent, Dispatcher, request } from 'undici';
import { type AddressPolicy, createGuardedLookup, findBrokenRules } from '../address/address-policy.ts';
import type { CallOutcome } from './call-outcome.ts';
import { failedCall } from './call-outcome.ts';
import { classifyError } from './classify-error.ts';
import { readBeginning } from './read-beginning.ts';
import { readRetryAfterMs } from './retry-after.ts';

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
  const retryAfterMs = readRetryAfterMs(headers['retry-after'], Date.now());
  return {
    isDelivered: false,
    reason: nameFailure(statusCode),
    responseCode: statusCode,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
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
