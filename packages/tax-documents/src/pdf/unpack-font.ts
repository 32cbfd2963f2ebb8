import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const ttfHeaderBytes = 12;
const ttfEntryBytes = 16;

/**
 * The TrueType font in a WOFF file (W3C, WOFF 1.0): its tables inflated, in the order of their tags. pdfkit can read
 * WOFF too, but inflates the table of outlines again for every letter that it embeds, which made a page take a hundred
 * milliseconds.
 */
export function unpackFont(packed: Buffer): Buffer {
  if (packed.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('This is not a WOFF font.');
  const tables = Array.from({ length: packed.readUInt16BE(12) }, (_, index) =>
    readTable(packed, woffHeaderBytes + index * woffEntryBytes),
  );
  const header = Buffer.alloc(ttfHeaderBytes);
  const [power, count] = [Math.floor(Math.log2(tables.length)), tables.length];
  packed.copy(header, 0, 4, 8);
  [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].forEach((value, place) => {
    header.writeUInt16BE(value, 4 + place * 2);
  });
  const entries: Buffer[] = [];
  let offset = ttfHeaderBytes + tables.length * ttfEntryBytes;
  for (const { tag, checksum, content, padded } of tables) {
    const entry = Buffer.concat([tag, checksum, Buffer.alloc(8)]);
    entry.writeUInt32BE(offset, 8);
    entry.writeUInt32BE(content.length, 12);
    entries.push(entry);
    offset += padded.length;
  }
  return Buffer.concat([header, ...entries, ...tables.map(({ padded }) => padded)]);
}

interface Table {
  readonly tag: Buffer;
  readonly checksum: Buffer;
  readonly content: Buffer;
  /** Tables begin at multiples of four bytes. */
  readonly padded: Buffer;
}

function readTable(packed: Buffer, at: number): Table {
  const [offset, size, plainSize] = [
    packed.readUInt32BE(at + 4),
    packed.readUInt32BE(at + 8),
    packed.readUInt32BE(at + 12),
  ];
  const stored = packed.subarray(offset, offset + size);
  const content = size < plainSize ? inflateSync(stored) : stored;
  const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
  return { tag: packed.subarray(at, at + 4), checksum: packed.subarray(at + 16, at + 20), content, padded };
}
