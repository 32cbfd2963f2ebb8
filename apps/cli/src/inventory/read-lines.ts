import { createReadStream } from 'node:fs';

export interface FileLine {
  /** Without its line end. */
  readonly text: string;
  /** The position in the file after this line. */
  readonly endOffset: number;
}

const lineFeed = 0x0a;

/**
 * Reads the lines of a file from a position, with the position after each. UTF-8 is safe: a line feed is never a part
 * of another character.
 */
export async function* readLines(file: string, start: number): AsyncGenerator<FileLine> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = start;
  for await (const chunk of createReadStream(file, { start }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
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
