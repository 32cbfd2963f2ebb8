import { Worker } from 'node:worker_threads';
import type { Receipt } from '../receipt.ts';

export interface Drawing {
  readonly receipt: Receipt;
  /** When the paper says that it was made. */
  readonly at: Date;
}

/** What the thread answers: the bytes, or why there are none. */
export type Drawn = { readonly bytes: Uint8Array } | { readonly failure: string };

/** What the thread says first, once everything that draws is loaded. */
export const loaded = 'loaded';

/** What draws cannot be loaded: its files were replaced or removed while the program runs. A restart of the program puts it right. */
export class DrawingNotLoaded extends Error {
  override readonly name = 'DrawingNotLoaded';
}

export type Draw = (drawing: Drawing) => Promise<Uint8Array>;

export interface DrawingThread {
  /** Draws one paper after the other. Rejects if the thread ends before the paper is done; the next drawing starts another thread. */
  readonly draw: Draw;
  close(): Promise<void>;
}

/** A receipt has at most some hundred items. What needs more memory than this fails by itself and leaves the program alone. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

interface Waiting {
  readonly drawing: Drawing;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * Draws papers in a thread of their own: a page takes some 50 ms of computing, in which a program answers nothing else. The thread starts with
 * the first paper, because what draws takes 22 MiB and a tenth of a second to load. Where it cannot be loaded a drawing rejects with `DrawingNotLoaded`.
 */
export function openDrawingThread(program = new URL('./drawing-worker.ts', import.meta.url)): DrawingThread {
  const waiting: Waiting[] = [];
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(program, { resourceLimits });
    let isLoaded = false;
    // A program that has nothing else to do may end.
    started.unref();
    started.on('message', (said: Drawn | typeof loaded) => {
      isLoaded = true;
      if (said === loaded) return;
      settle(waiting.shift(), said);
      sendNext();
    });
    started.on('error', (error) => endWith(isLoaded ? error : new DrawingNotLoaded('What draws papers cannot be loaded.', { cause: error })));
    started.on('exit', () => endWith(new Error('The thread that draws papers has ended.')));
    return started;

    function endWith(error: Error): void {
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
    thread.postMessage(next.drawing);
  }

  return {
    draw(drawing) {
      return new Promise((resolve, reject) => {
        waiting.push({ drawing, resolve, reject });
        if (waiting.length === 1) sendNext();
      });
    },
    async close() {
      await thread?.terminate();
    },
  };
}

function settle(waiting: Waiting | undefined, drawn: Drawn): void {
  if ('bytes' in drawn) waiting?.resolve(drawn.bytes);
  else waiting?.reject(new Error(drawn.failure));
}
