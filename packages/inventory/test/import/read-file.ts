import { getCodeReader } from '../../src/external-codes/get-code-reader.ts';
import { readCsvRows } from '../../src/import/csv-rows.ts';
import { readNdjsonRows } from '../../src/import/ndjson-rows.ts';
import type { Row } from '../../src/import/row.ts';

const readers = { csv: readCsvRows, ndjson: readNdjsonRows };

/** The rows of a file of a type without code rules, in chunks of this many bytes. */
export function readFile(format: keyof typeof readers, content: string | Uint8Array, chunkBytes = 7): Promise<Row[]> {
  const bytes = Buffer.from(content as string);
  return Array.fromAsync(
    readers[format](splitIntoChunks(bytes, chunkBytes), { readCode: getCodeReader('ANY'), checkDigit: 'present' }),
  );
}

async function* splitIntoChunks(bytes: Buffer, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The members of a row without its id. */
export function showRow(row: Row): object {
  if ('reason' in row) return row;
  const { id: _id, attributes, metadata, location, reservationTtl, quarantineTtl, ...others } = row;
  return {
    ...others,
    ...(location !== null && { location }),
    ...(attributes !== '{}' && { attributes: JSON.parse(attributes) as unknown }),
    ...(metadata !== '{}' && { metadata: JSON.parse(metadata) as unknown }),
    ...(reservationTtl !== null && { reservationTtl }),
    ...(quarantineTtl !== null && { quarantineTtl }),
  };
}
