import { rowLimitBytes } from './row.ts';

const lineFeed = 10;
const nothing = Buffer.alloc(0);

/** A line of a file, without its end; 'too-long' where it was not kept. */
export interface FileLine {
  readonly line: number;
  readonly text: Buffer | 'too-long';
}

/** The lines of a file, read as it arrives. No more of it than a chunk and the longest line is ever kept. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine, void, void> {
  let begun: Buffer | 'too-long' = nothing;
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      yield { line, text: joined(begun, bytes.subarray(from, end)) };
      begun = nothing;
      from = end + 1;
      line += 1;
    }
    begun = joined(begun, bytes.subarray(from));
  }
  if (begun.length > 0) yield { line, text: begun };
}

function joined(begun: Buffer | 'too-long', more: Buffer): Buffer | 'too-long' {
  if (begun === 'too-long' || begun.length + more.length > rowLimitBytes) return 'too-long';
  return begun.length === 0 ? more : Buffer.concat([begun, more]);
}
