import { connect } from 'node:net';
import { NoResponseError, TransientError } from '@linework/domain/system-errors';

/** Where one of a network element's ports is. */
export interface ElementAddress {
  readonly host: string;
  readonly port: number;
}

/** Finds a whole answer at the beginning of what came, and tells how many bytes it took; undefined while more is to come. */
export type ResponseReader<Answer> = (received: Buffer) => { readonly response: Answer; readonly bytes: number } | undefined;

export interface Connection {
  readonly isOpen: boolean;
  /** The element has accepted it, so that what is written may arrive. */
  readonly isEstablished: boolean;
  /**
   * Writes, then reads until there is a whole answer. One at a time. Whatever goes wrong is a `TransientError` and ends the
   * connection for good: an answer that comes late would be taken for the next one's.
   */
  exchange<Answer>(request: string | Buffer, reader: ResponseReader<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** No answer of a network element is near this long; whoever sends more is not one. */
const responseLimitBytes = 64 * 1024;

/** Begins to connect, and answers at once: a connection that does not come about fails the first exchange. */
export function openConnection({ host, port }: ElementAddress): Connection {
  const socket = connect({ host, port, noDelay: true });
  // An idle connection must not keep a program alive.
  socket.unref();
  let received = Buffer.alloc(0);
  let closeReason: TransientError | undefined;
  let isEstablished = false;
  let waiting: { read(): void; reject(fault: TransientError): void } | undefined;

  function closeWith(fault: TransientError): void {
    closeReason ??= fault;
    socket.destroy();
    waiting?.reject(closeReason);
  }

  socket.on('connect', () => {
    isEstablished = true;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => closeWith(connectionError(error.code)));
  socket.on('close', () => closeWith(connectionError()));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > responseLimitBytes) return closeWith(unreadableResponse());
    waiting?.read();
  });

  function sendAndRead<Answer>(request: string | Buffer, reader: ResponseReader<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const read = () => {
        try {
          const result = reader(received);
          if (!result) return;
          received = received.subarray(result.bytes);
          resolve(result.response);
        } catch (error) {
          reject(error);
        }
      };
      waiting = { read, reject };
      socket.write(request);
      read();
    });
  }

  return {
    get isOpen() {
      return closeReason === undefined;
    },
    get isEstablished() {
      return isEstablished;
    },
    async exchange(request, reader, signal) {
      if (closeReason) throw closeReason;
      const abort = () => closeWith(timeoutError());
      signal.addEventListener('abort', abort, { once: true });
      socket.ref();
      try {
        return await sendAndRead(request, reader);
      } catch (error) {
        closeWith(error instanceof TransientError ? error : unreadableResponse());
        throw error;
      } finally {
        signal.removeEventListener('abort', abort);
        waiting = undefined;
        socket.unref();
      }
    },
  };
}

/** The time of a call is over. */
export function timeoutError(): NoResponseError {
  return new NoResponseError('network-timeout', 'The network did not answer in time.');
}

/** What came is not an answer of this element. */
export function unreadableResponse(): TransientError {
  return new TransientError('network-answer-unreadable', 'The network answered something that cannot be read.');
}

function connectionError(reason?: string): NoResponseError {
  return new NoResponseError('network-unreachable', `The connection to the network failed${reason === undefined ? '' : ` (${reason})`}.`);
}
