import { connect } from 'node:net';
import { NoResponseError, TransientError } from '@linework/engine/model/system-errors';

/** The address of one of a network element's ports. */
export interface ElementAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Finds a complete response at the start of the received bytes, and returns its length; undefined while more bytes are
 * needed.
 */
export type ResponseReader<Answer> = (
  received: Buffer,
) => { readonly response: Answer; readonly bytes: number } | undefined;

export interface Connection {
  readonly isOpen: boolean;
  /** The element has accepted the connection, so written data may arrive. */
  readonly isEstablished: boolean;
  /**
   * Writes, then reads until the response is complete. One exchange at a time. Any error is a `TransientError` and
   * closes the connection permanently: a late response would be read as the response of the next exchange.
   */
  exchange<Answer>(request: string | Buffer, reader: ResponseReader<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** Responses of a network element are much shorter. A longer one comes from another program. */
const responseLimitBytes = 64 * 1024;

/** Starts to connect and returns at once: a failed connection fails the first exchange. */
export function openConnection({ host, port }: ElementAddress): Connection {
  const socket = connect({ host, port, noDelay: true });
  // An idle connection must not keep a program alive.
  socket.unref();
  const received = createReceived();
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
    if (!received.add(chunk)) return closeWith(unreadableResponse());
    waiting?.read();
  });

  function sendAndRead<Answer>(request: string | Buffer, reader: ResponseReader<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const read = () => {
        try {
          const result = received.take(reader);
          if (result) resolve(result.response);
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
      using _ = onAbort(signal, () => closeWith(timeoutError()));
      socket.ref();
      try {
        return await sendAndRead(request, reader);
      } catch (error) {
        closeWith(error instanceof TransientError ? error : unreadableResponse());
        throw error;
      } finally {
        waiting = undefined;
        socket.unref();
      }
    },
  };
}

/** The bytes that were received and not read yet. */
function createReceived() {
  let received = Buffer.alloc(0);
  return {
    /** Returns false if there are more than a response has. */
    add(chunk: Buffer): boolean {
      received = Buffer.concat([received, chunk]);
      return received.length <= responseLimitBytes;
    },
    take<Answer>(reader: ResponseReader<Answer>): ReturnType<ResponseReader<Answer>> {
      const result = reader(received);
      if (result) received = received.subarray(result.bytes);
      return result;
    },
  };
}

/** Listens until it is disposed. */
function onAbort(signal: AbortSignal, listener: () => void): Disposable {
  signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
}

/** The time limit of the call has passed. */
export function timeoutError(): NoResponseError {
  return new NoResponseError('network-timeout', 'The network did not respond in time.');
}

/** The received bytes are not a response of this element. */
export function unreadableResponse(): TransientError {
  return new TransientError('network-answer-unreadable', 'The network sent a response that cannot be read.');
}

function connectionError(reason?: string): NoResponseError {
  return new NoResponseError(
    'network-unreachable',
    `The connection to the network failed${reason === undefined ? '' : ` (${reason})`}.`,
  );
}
