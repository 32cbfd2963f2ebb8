import { readImsi, validateImsi } from '../imsi.ts';
import { badRow, type GoodRow, isBad, type Row } from './row.ts';

/** The rows of a file of SIMs, each with its IMSI: one whose attributes hold something else for an IMSI is bad. */
export async function* validateImsis(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, void> {
  for await (const row of rows) yield isBad(row) ? row : validateRowImsi(row);
}

function validateRowImsi(row: GoodRow): Row {
  const attributes: Readonly<Record<string, unknown>> = JSON.parse(row.attributes);
  const error = validateImsi('SIM', attributes);
  if (error !== undefined) return badRow(row.line, `attributes/imsi: ${error}`, row.externalCode);
  const imsi = readImsi('SIM', attributes);
  return imsi === undefined ? row : { ...row, imsi };
}
