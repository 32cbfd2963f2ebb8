import { readRetryAfter } from './retry-after.ts';

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** A server that asks for a longer pause gets none: the caller decides. */
const longestRetryAfterMs = 60_000;

/** A try that failed: with a response, or without one. */
export interface FailedTry {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly headers?: Headers | undefined;
  /** The number of the try, from 1. */
  readonly attempt: number;
  /** Whether a second execution can do no harm: the request reads, or it has an `Idempotency-Key`. */
  readonly isRepeatable: boolean;
}

/** How long to wait until the next try; undefined if the request must not be sent again. */
export function retryDelay(
  { status, code, headers, attempt, isRepeatable }: FailedTry,
  random = Math.random(),
): number | undefined {
  if (!mayPass(status, code, isRepeatable)) return undefined;
  const askedMs = readRetryAfter(headers?.get('Retry-After'));
  if (askedMs !== undefined && askedMs > longestRetryAfterMs) return undefined;
  const ownMs = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
  // Clients that failed together do not come back together.
  return Math.round(askedMs === undefined ? ownMs * (0.5 + random / 2) : askedMs + random * firstDelayMs);
}

/** Statuses of requests that the server has not executed. Any other failure leaves that open. */
const notExecuted = [408, 429];

function mayPass(status: number | undefined, code: string | undefined, isRepeatable: boolean): boolean {
  if (status !== undefined && notExecuted.includes(status)) return true;
  if (!isRepeatable) return false;
  return status === undefined || status >= 500 || (status === 409 && code === 'idempotency-in-flight');
}
