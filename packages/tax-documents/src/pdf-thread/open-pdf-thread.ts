import { Worker } from 'node:worker_threads';
import type { Receipt } from '../model/receipt.ts';

export interface PdfInput {
  readonly receipt: Receipt;
  /** The creation date in the PDF. */
  readonly at: Date;
}

/** The thread's response: the bytes, or an error. */
export type PdfOutput = { readonly bytes: Uint8Array } | { readonly failure: string };

/** The thread's first message, once everything is loaded. */
export const loadedMessage = 'loaded';

/**
 * The drawing code cannot be loaded: its files were replaced or removed while the program runs. A restart of the
 * program fixes it.
 */
export class PdfThreadNotLoaded extends Error {
  override readonly name = 'PdfThreadNotLoaded';
}

export type DrawPdf = (drawing: PdfInput) => Promise<Uint8Array>;

export interface PdfThread {
  /**
   * Draws one document after the other. Rejects if the thread ends before the document is done; the next drawing starts
   * another thread.
   */
  readonly drawPdf: DrawPdf;
  close(): Promise<void>;
}

/**
 * A receipt has a few hundred items at most. A document that needs more memory than this fails alone and does not
 * affect the program.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

interface WaitingPdf {
  readonly input: PdfInput;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Draws documents in a separate thread: a page takes about 50 ms of computing, in which a program handles nothing else.
 * The thread starts with the first document, because the drawing code takes 22 MiB and a tenth of a second to load. If
 * it cannot be loaded, a drawing rejects with `DrawingNotLoaded`.
 */
export function openPdfThread(program = new URL('./pdf-worker.ts', import.meta.url)): PdfThread {
  const waiting: WaitingPdf[] = [];
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(program, { resourceLimits });
    let isLoaded = false;
    // The thread does not keep the program alive.
    started.unref();
    started.on('message', (message: PdfOutput | typeof loadedMessage) => {
      isLoaded = true;
      if (message === loadedMessage) return;
      settleWaiting(waiting.shift(), message);
      sendNext();
    });
    started.on('error', (error) =>
      handleThreadEnd(
        isLoaded
          ? error
          : new PdfThreadNotLoaded('The drawing code cannot be loaded. Restart the program.', { cause: error }),
      ),
    );
    started.on('exit', () => handleThreadEnd(new Error('The drawing thread has ended.')));
    return started;

    function handleThreadEnd(error: Error): void {
      if (thread !== started) return;
      thread = undefined;
      waiting.shift()?.reject(error);
      sendNext();
    }
  }

  /** One at a time, so that only the document in progress is lost with its thread. */
  function sendNext(): void {
    const [next] = waiting;
    if (!next) return;
    thread ??= startThread();
    thread.postMessage(next.input);
  }

  return {
    drawPdf(input) {
      return new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        if (waiting.length === 1) sendNext();
      });
    },
    async close() {
      await thread?.terminate();
    },
  };
}

function settleWaiting(waiting: WaitingPdf | undefined, output: PdfOutput): void {
  if ('bytes' in output) waiting?.resolve(output.bytes);
  else waiting?.reject(new Error(output.failure));
}
