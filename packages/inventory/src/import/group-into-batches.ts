import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { formatDuplicate } from './conflict-field.ts';
import type { ImportCounts } from './import-counts.ts';
import { KeysOfFile } from './keys-of-file.ts';
import { badRow, type GoodRow, isBad, type Row } from './row.ts';

/** Valid rows by their codes, in the order of the file. */
export type Batch = ReadonlyMap<string, GoodRow>;

const batchRowLimit = 1_000;
/** Long rows must not fill the memory. */
const batchCharacterLimit = 1024 * 1024;

/** A chunk of 4,000 rows would block the event loop for 50 ms. This many rows take a few milliseconds. */
const rowsPerTick = 250;

/**
 * Groups valid rows into batches with unique codes and IMSIs and without a K of an earlier row of the file. Bad rows go
 * to the counts.
 */
export async function* groupIntoBatches(
  rows: AsyncIterable<Row>,
  counts: ImportCounts,
): AsyncGenerator<Batch, void, void> {
  let batch = new Map<string, GoodRow>();
  let imsis = new Map<string, GoodRow>();
  const keys = new KeysOfFile();
  let characters = 0;
  let read = 0;
  for await (const row of rows) {
    read += 1;
    if (read % rowsPerTick === 0) await yieldToEventLoop();
    if (isBad(row)) {
      counts.reject(row);
      continue;
    }
    const { line, externalCode, imsi = '', key } = row;
    const earlierLines = [
      ['externalCode', batch.get(externalCode)?.line],
      ['attributes/imsi', imsis.get(imsi)?.line],
      [`attributes/${key?.name}`, key && keys.lineOf(key.value)],
    ] as const;
    const reasons = earlierLines.flatMap(([place, earlier]) =>
      earlier === undefined ? [] : [formatDuplicate(place, earlier)],
    );
    if (reasons.length > 0) {
      counts.reject(badRow(line, reasons.join('; '), externalCode));
      continue;
    }
    batch.set(externalCode, row);
    if (imsi !== '') imsis.set(imsi, row);
    if (key) keys.add(key.value, line);
    characters += row.attributes.length + row.metadata.length + (row.secrets?.length ?? 0);
    if (batch.size < batchRowLimit && characters < batchCharacterLimit) continue;
    yield batch;
    batch = new Map();
    imsis = new Map();
    characters = 0;
  }
  if (batch.size > 0) yield batch;
}
