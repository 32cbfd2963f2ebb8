import { NoAnswer, SystemAway } from '@linework/domain/faults';
import { type Connection, type ElementAddress, openConnection, type Reader, tooLate } from './connection.ts';

export interface Conversation {
  /**
   * Asks when those before have been answered. Ends when `signal` is aborted, still waiting or not. No answer is `NoAnswer`, and
   * `SystemAway` when the request was never sent.
   */
  ask<Answer>(request: string | Buffer, reader: Reader<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** What has to be said first on a new connection. */
export type Opening = (connection: Connection, signal: AbortSignal) => Promise<unknown>;

/**
 * One question at a time over one connection, which is opened when the first one comes and again after it broke. OsmoHLR
 * answers all its clients one after the other in well under a millisecond: more connections would not be served faster.
 */
export function conversationWith(address: ElementAddress, opening?: Opening): Conversation {
  let connection: Connection | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  async function opened(signal: AbortSignal): Promise<Connection> {
    if (connection?.isOpen) return connection;
    connection = openConnection(address);
    await opening?.(connection, signal);
    return connection;
  }

  return {
    async ask(request, reader, signal) {
      let asked: Connection | undefined;
      const turn = lastTurn.then(async () => {
        // Nobody waits for it any more: it must not act.
        if (signal.aborted) throw tooLate();
        asked = await opened(signal);
        return asked.exchange(request, reader, signal);
      });
      lastTurn = turn.catch(() => undefined);
      try {
        return await Promise.race([turn, endOf(signal)]);
      } catch (error) {
        if (error instanceof NoAnswer && !asked?.isEstablished) throw new SystemAway(error.code, error.message);
        throw error;
      }
    },
  };
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    if (signal.aborted) return fail(tooLate());
    signal.addEventListener('abort', () => fail(tooLate()), { once: true });
  });
}
