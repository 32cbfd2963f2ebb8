/** Raised in place of a call that is not made. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('The last calls failed, and no further one is made for a while.');
    this.retryAfterMs = retryAfterMs;
  }
}

export interface CircuitOptions {
  /** So many failures in a row open it. */
  readonly failures?: number;
  /** How long it stays open before one call may try. */
  readonly openMs?: number;
  readonly nowMs?: () => number;
}

/** Makes a call, or raises `CircuitOpen` where the last ones failed. What the call raises counts as a failure and passes as it is. */
export type CircuitBreaker = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Closed, every call is made. Open, none is: whoever asks is told at once, and the other side can recover. When its time is
 * over one call may try (half open); its outcome closes the circuit or opens it anew.
 */
export function circuitBreaker({ failures: most = 5, openMs = 10_000, nowMs = Date.now }: CircuitOptions = {}): CircuitBreaker {
  let failures = 0;
  let openUntilMs = 0;
  let trying = false;

  function refuseWhileOpen(): void {
    if (failures < most) return;
    const leftMs = openUntilMs - nowMs();
    if (leftMs > 0) throw new CircuitOpen(leftMs);
    if (trying) throw new CircuitOpen(openMs);
    trying = true;
  }

  return async (call) => {
    refuseWhileOpen();
    try {
      const result = await call();
      failures = 0;
      return result;
    } catch (error) {
      failures += 1;
      if (failures >= most) openUntilMs = nowMs() + openMs;
      throw error;
    } finally {
      trying = false;
    }
  };
}
