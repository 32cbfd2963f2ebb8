import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { anItem, aReceipt } from '@linework/testing/documents/a-receipt';
import { readPdfText } from '@linework/testing/documents/read-pdf';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import type { Receipt } from '../src/model/receipt.ts';
import { drawDanfeCom } from '../src/pdf/draw-danfe-com.ts';
import { openPdfThread, PdfThreadNotLoaded } from '../src/pdf-thread/open-pdf-thread.ts';

takesLong('much-work');

const thread = openPdfThread();
afterAll(() => thread.close());
const at = new Date('2026-11-21T13:00:00Z');
const long = aReceipt({
  items: Array.from({ length: 60 }, (_, index) =>
    anItem({ code: `I-${index}`, description: `Chamada local ${index}` }),
  ),
});

/** How often the event loop turns until the work is done. */
async function countTimerTurns(work: Promise<unknown>): Promise<number> {
  let [turns, done] = [0, false];
  void work.finally(() => {
    done = true;
  });
  while (!done) {
    await nextTurn();
    turns += 1;
  }
  return turns;
}

describe('drawing in a separate thread', () => {
  it('returns the same bytes as drawing in the main thread', async () => {
    expect(Buffer.from(await thread.drawPdf({ receipt: aReceipt(), at }))).toEqual(await drawDanfeCom(aReceipt(), at));
  });

  it('does not block the event loop', async () => {
    const drawings = Promise.all(Array.from({ length: 8 }, () => thread.drawPdf({ receipt: long, at })));
    expect(await countTimerTurns(drawings)).toBeGreaterThan(200);
  });

  it('raises the error of a drawing, and draws the next', async () => {
    const failing = thread.drawPdf({ receipt: { ...aReceipt(), items: 'none' } as unknown as Receipt, at });
    const next = thread.drawPdf({ receipt: aReceipt(), at });
    await expect(failing).rejects.toThrow('TypeError');
    expect(await readPdfText(await next)).toContain('Linework Telecomunicações Ltda.');
  });

  it('reports that the drawing code cannot be loaded, and draws once it can be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linework-drawing-'));
    const program = join(folder, 'program.mjs');
    const replaced = openPdfThread(pathToFileURL(program));
    await expect(replaced.drawPdf({ receipt: aReceipt(), at })).rejects.toThrow(PdfThreadNotLoaded);
    const answer = "parentPort.on('message', () => parentPort.postMessage({ bytes: new Uint8Array([7]) }));";
    writeFileSync(
      program,
      `import { parentPort } from 'node:worker_threads';\n${answer}\nparentPort.postMessage('loaded');`,
    );
    expect(await replaced.drawPdf({ receipt: aReceipt(), at })).toEqual(new Uint8Array([7]));
    await replaced.close();
    rmSync(folder, { recursive: true });
  });

  it('loses only the current drawing when its thread ends', async () => {
    const endingThread = openPdfThread();
    const [first, second] = [
      endingThread.drawPdf({ receipt: long, at }),
      endingThread.drawPdf({ receipt: aReceipt(), at }),
    ];
    const failed = expect(first).rejects.toThrow('has ended');
    await endingThread.close();
    await failed;
    expect(await readPdfText(await second)).toContain('Linework Telecomunicações Ltda.');
    await endingThread.close();
  });
});
