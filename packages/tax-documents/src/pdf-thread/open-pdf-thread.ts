import { Worker } from 'node:worker_threads';
import type { Receipt } from '../receipt.ts';

export interface PdfInput {
  readonly receipt: Receipt;
  /** When the paper says that it was made. */
  readonly at: Date;
}

/** What the thread answers: the bytes, or why there are none. */
export type PdfOutput = { readonly bytes: Uint8Array } | { readonly failure: string };

/** What the thread says first, once everything that draws is loaded. */
export const loadedMessage = 'loaded';

/** What draws cannot be loaded: its files were replaced or removed while the program runs. A restart of the program puts it right. */
export class PdfThreadNotLoaded extends Error {
  override readonly name = 'PdfThreadNotLoaded';
}

export type DrawPdf = (drawing: PdfInput) => Promise<Uint8Array>;

export interface PdfThread {
  /** Draws one paper after the other. Rejects if the thread ends before the paper is done; the next drawing starts another thread. */
  readonly drawPdf: DrawPdf;
  close(): Promise<void>;
}

/** A receipt has at most some hundred items. What needs more memory than this fails by itself and leaves the program alone. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

interface WaitingPdf {
  readonly input: PdfInput;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Draws papers in a thread of their own: a page takes some 50 ms of computing, in which a program answers nothing else. The thread starts with
 * the first paper, because what draws takes 22 MiB and a tenth of a second to load. Where it cannot be loaded a drawing rejects with `DrawingNotLoaded`.
 */
export function openPdfThread(program = new URL('./pdf-worker.ts', import.meta.url)): PdfThread {
  const waiting: WaitingPdf[] = [];
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(program, { resourceLimits });
    let isLoaded = false;
    // A program that has nothing else to do may end.
    started.unref();
    started.on('message', (message: PdfOutput | typeof loadedMessage) => {
      isLoaded = true;
      if (message === loadedMessage) return;
      settleWaiting(waiting.shift(), message);
      sendNext();
    });
    started.on('error', (error) => handleThreadEnd(isLoaded ? error : new PdfThreadNotLoaded('What draws papers cannot be loaded.', { cause: error })));
    started.on('exit', () => handleThreadEnd(new Error('The thread that draws papers has ended.')));
    return started;

    function handleThreadEnd(error: Error): void {
      if (thread !== started) return;
      thread = undefined;
      waiting.shift()?.reject(error);
      sendNext();
    }
  }

  /** One at a time, so that only the paper that is being drawn is lost with its thread. */
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
