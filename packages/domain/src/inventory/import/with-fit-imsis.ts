import { faultOfImsi, imsiAmong } from '../imsi.ts';
import { badRow, type GoodRow, isBad, type Row } from './row.ts';

/** The rows of a file of SIMs, each with its IMSI: one whose attributes hold something else for an IMSI is bad. */
export async function* withFitImsis(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, void> {
  for await (const row of rows) yield isBad(row) ? row : withFitImsi(row);
}

function withFitImsi(row: GoodRow): Row {
  const attributes: Readonly<Record<string, unknown>> = JSON.parse(row.attributes);
  const fault = faultOfImsi('SIM', attributes);
  if (fault !== undefined) return badRow(row.line, `attributes/imsi: ${fault}`, row.externalCode);
  const imsi = imsiAmong('SIM', attributes);
  return imsi === undefined ? row : { ...row, imsi };
}
