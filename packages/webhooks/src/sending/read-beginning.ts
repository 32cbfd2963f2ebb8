import type { Readable } from 'node:stream';

/** The first 4 KiB of a response are kept, and little more is read. */
const keptBytes = 4_096;
/** The status decides; the rest of a slow response is not worth a slot. */
const readLimitMs = 2_000;

/** Reads the beginning of a body as text that the database can store, and closes the connection if there is more. */
export async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), readLimitMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= keptBytes) break;
    }
  } catch {
    // The status is known already. What is missing of the text decides nothing.
  } finally {
    clearTimeout(timer);
    if (!body.readableEnded) body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString().replaceAll('\0', '\ufffd');
}
