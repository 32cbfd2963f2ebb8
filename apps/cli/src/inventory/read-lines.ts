import { createReadStream } from 'node:fs';
import { toUtf8 } from '@linework/inventory/import/to-utf8';

export interface FileLine {
  /** Without its line end. */
  readonly text: string;
  /** The position after this line in the file, as UTF-8. */
  readonly endOffset: number;
}

const lineFeed = 0x0a;

/**
 * Reads the lines of a file from a position, with the position after each. A file in UTF-16 is read as the API reads
 * it. UTF-8 is safe: a line feed is never a part of another character.
 */
export async function* readLines(file: string, start: number): AsyncGenerator<FileLine> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = start;
  let skipped = 0;
  for await (const chunk of toUtf8(createReadStream(file) as AsyncIterable<Buffer>)) {
    const passed = Math.min(start - skipped, chunk.length);
    skipped += passed;
    const bytes = Buffer.concat([rest, chunk.subarray(passed)]);
    let from = 0;
    for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, from)) {
      offset += at + 1 - from;
      yield { text: bytes.toString('utf8', from, at).replace(/\r$/, ''), endOffset: offset };
      from = at + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield { text: rest.toString('utf8').replace(/\r$/, ''), endOffset: offset + rest.length };
}
