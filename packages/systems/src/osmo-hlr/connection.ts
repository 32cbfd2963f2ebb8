import { connect } from 'node:net';
import { NoAnswer, PassingFault } from '@linework/domain/faults';

/** Where one of a network element's ports is. */
export interface ElementAddress {
  readonly host: string;
  readonly port: number;
}

/** Finds a whole answer at the beginning of what came, and tells how many bytes it took; undefined while more is to come. */
export type Reader<Answer> = (received: Buffer) => { readonly answer: Answer; readonly bytes: number } | undefined;

export interface Connection {
  readonly isOpen: boolean;
  /** The element has accepted it, so that what is written may arrive. */
  readonly isEstablished: boolean;
  /**
   * Writes, then reads until there is a whole answer. One at a time. Whatever goes wrong is a `PassingFault` and ends the
   * connection for good: an answer that comes late would be taken for the next one's.
   */
  exchange<Answer>(request: string | Buffer, reader: Reader<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** No answer of a network element is near this long; whoever sends more is not one. */
const answerLimitBytes = 64 * 1024;

/** Begins to connect, and answers at once: a connection that does not come about fails the first exchange. */
export function openConnection({ host, port }: ElementAddress): Connection {
  const socket = connect({ host, port, noDelay: true });
  // An idle connection must not keep a program alive.
  socket.unref();
  let received = Buffer.alloc(0);
  let ended: PassingFault | undefined;
  let isEstablished = false;
  let waiting: { read(): void; fail(fault: PassingFault): void } | undefined;

  function end(fault: PassingFault): void {
    ended ??= fault;
    socket.destroy();
    waiting?.fail(ended);
  }

  socket.on('connect', () => {
    isEstablished = true;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => end(unreachable(error.code)));
  socket.on('close', () => end(unreachable()));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > answerLimitBytes) return end(unreadable());
    waiting?.read();
  });

  function answerTo<Answer>(request: string | Buffer, reader: Reader<Answer>): Promise<Answer> {
    return new Promise((settle, fail) => {
      const read = () => {
        try {
          const found = reader(received);
          if (!found) return;
          received = received.subarray(found.bytes);
          settle(found.answer);
        } catch (error) {
          fail(error);
        }
      };
      waiting = { read, fail };
      socket.write(request);
      read();
    });
  }

  return {
    get isOpen() {
      return ended === undefined;
    },
    get isEstablished() {
      return isEstablished;
    },
    async exchange(request, reader, signal) {
      if (ended) throw ended;
      const giveUp = () => end(tooLate());
      signal.addEventListener('abort', giveUp, { once: true });
      socket.ref();
      try {
        return await answerTo(request, reader);
      } catch (error) {
        end(error instanceof PassingFault ? error : unreadable());
        throw error;
      } finally {
        signal.removeEventListener('abort', giveUp);
        waiting = undefined;
        socket.unref();
      }
    },
  };
}

/** The time of a call is over. */
export function tooLate(): NoAnswer {
  return new NoAnswer('network-timeout', 'The network did not answer in time.');
}

/** What came is not an answer of this element. */
export function unreadable(): PassingFault {
  return new PassingFault('network-answer-unreadable', 'The network answered something that cannot be read.');
}

function unreachable(reason?: string): NoAnswer {
  return new NoAnswer('network-unreachable', `The connection to the network failed${reason === undefined ? '' : ` (${reason})`}.`);
}
