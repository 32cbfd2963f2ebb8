import { badRow, type GoodRow, isBad, type Row } from './row.ts';
import type { Tally } from './tally.ts';

/** Good rows by their codes, in the order of the file. */
export type Batch = ReadonlyMap<string, GoodRow>;

const batchRows = 2_000;
/** Rows may be long, and memory is short. */
const batchCharacters = 1024 * 1024;

/** Good rows in batches, each of different codes; bad ones go to the tally. */
export async function* inBatches(rows: AsyncIterable<Row>, tally: Tally): AsyncGenerator<Batch, void, void> {
  let batch = new Map<string, GoodRow>();
  let characters = 0;
  for await (const row of rows) {
    if (isBad(row)) {
      tally.reject(row);
      continue;
    }
    const twin = batch.get(row.externalCode);
    if (twin) {
      tally.reject(badRow(row.line, `externalCode stands in line ${twin.line} already`, row.externalCode));
      continue;
    }
    batch.set(row.externalCode, row);
    characters += row.attributes.length + row.metadata.length;
    if (batch.size < batchRows && characters < batchCharacters) continue;
    yield batch;
    batch = new Map();
    characters = 0;
  }
  if (batch.size > 0) yield batch;
}
