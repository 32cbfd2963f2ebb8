import { parentPort } from 'node:worker_threads';
import { danfeComPdf } from '../danfe-com-pdf.ts';
import { type Drawing, type Drawn, loaded } from './draw-in-thread.ts';

/** The program of the thread: a drawing in, its bytes out. */
parentPort?.on('message', async ({ receipt, at }: Drawing) => {
  const drawn = await draw(receipt, at);
  parentPort?.postMessage(drawn, 'bytes' in drawn ? [drawn.bytes.buffer as ArrayBuffer] : []);
});

parentPort?.postMessage(loaded);

async function draw(...drawing: Parameters<typeof danfeComPdf>): Promise<Drawn> {
  try {
    // A copy of its own, which can be handed over as it is.
    return { bytes: new Uint8Array(await danfeComPdf(...drawing)) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
