import { NoResponseError, SystemUnavailable } from '@linework/engine/model/system-errors';
import {
  type Connection,
  type ElementAddress,
  openConnection,
  type ResponseReader,
  timeoutError,
} from './open-connection.ts';

export interface RequestQueue {
  /**
   * Sends the request when the previous ones have been answered. Ends when `signal` is aborted, even while it waits.
   * Raises `NoResponseError` without a response, and `SystemUnavailable` when the request was never sent.
   */
  send<Answer>(request: string | Buffer, reader: ResponseReader<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** The first exchange on a new connection. */
export type OnConnect = (connection: Connection, signal: AbortSignal) => Promise<unknown>;

/**
 * One request at a time over one connection, which is opened for the first request and again after it broke. OsmoHLR
 * serves all its clients one after the other in well under a millisecond, so more connections would not be faster.
 */
export function createRequestQueue(address: ElementAddress, onConnect?: OnConnect): RequestQueue {
  let connection: Connection | undefined;
  let lastRequest: Promise<unknown> = Promise.resolve();

  async function getConnection(signal: AbortSignal): Promise<Connection> {
    if (connection?.isOpen) return connection;
    connection = openConnection(address);
    await onConnect?.(connection, signal);
    return connection;
  }

  return {
    async send(request, reader, signal) {
      let usedConnection: Connection | undefined;
      const current = lastRequest.then(async () => {
        // Its caller has given up, so it must not be sent.
        if (signal.aborted) throw timeoutError();
        usedConnection = await getConnection(signal);
        return usedConnection.exchange(request, reader, signal);
      });
      lastRequest = current.catch(() => undefined);
      try {
        return await Promise.race([current, rejectOnAbort(signal)]);
      } catch (error) {
        if (error instanceof NoResponseError && !usedConnection?.isEstablished)
          throw new SystemUnavailable(error.code, error.message);
        throw error;
      }
    },
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    if (signal.aborted) return fail(timeoutError());
    signal.addEventListener('abort', () => fail(timeoutError()), { once: true });
  });
}
