import { parentPort } from 'node:worker_threads';
import { drawDanfeCom } from '../pdf/draw-danfe-com.ts';
import { loadedMessage, type PdfInput, type PdfOutput } from './open-pdf-thread.ts';

/** The program of the thread: it receives a drawing and sends its bytes. */
parentPort?.on('message', async ({ receipt, at }: PdfInput) => {
  const drawn = await drawPdf(receipt, at);
  parentPort?.postMessage(drawn, 'bytes' in drawn ? [drawn.bytes.buffer as ArrayBuffer] : []);
});

parentPort?.postMessage(loadedMessage);

async function drawPdf(...input: Parameters<typeof drawDanfeCom>): Promise<PdfOutput> {
  try {
    // A copy, which can be transferred to the other thread.
    return { bytes: new Uint8Array(await drawDanfeCom(...input)) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
