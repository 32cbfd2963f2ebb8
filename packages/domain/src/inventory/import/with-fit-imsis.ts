import { faultOfImsi } from '../imsi.ts';
import { badRow, isBad, type Row } from './row.ts';

/** The rows of a file of SIMs: one whose attributes hold something else for an IMSI is bad. */
export async function* withFitImsis(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, void> {
  for await (const row of rows) {
    const fault = isBad(row) ? undefined : faultOfImsi('SIM', JSON.parse(row.attributes));
    yield fault === undefined ? row : badRow(row.line, `attributes/imsi: ${fault}`, row.externalCode);
  }
}
