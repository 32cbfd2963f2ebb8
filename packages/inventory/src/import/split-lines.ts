import { rowLimitBytes } from '../resources/row-limit.ts';

const lineFeed = 10;
const emptyBuffer = Buffer.alloc(0);

/** A line of a file without its line end; 'too-long' where it was discarded. */
export interface FileLine {
  readonly line: number;
  readonly text: Buffer | 'too-long';
}

/** Splits a file into lines while it arrives. Memory holds at most one chunk and the longest line. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine, void, void> {
  let partialLine: Buffer | 'too-long' = emptyBuffer;
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      yield { line, text: appendBytes(partialLine, bytes.subarray(from, end)) };
      partialLine = emptyBuffer;
      from = end + 1;
      line += 1;
    }
    partialLine = appendBytes(partialLine, bytes.subarray(from));
  }
  if (partialLine.length > 0) yield { line, text: partialLine };
}

function appendBytes(partialLine: Buffer | 'too-long', more: Buffer): Buffer | 'too-long' {
  if (partialLine === 'too-long' || partialLine.length + more.length > rowLimitBytes) return 'too-long';
  return partialLine.length === 0 ? more : Buffer.concat([partialLine, more]);
}
