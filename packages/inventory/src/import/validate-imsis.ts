import { isRounded, roundedDetail } from '../external-codes/spreadsheet-code.ts';
import { readImsi, validateImsi } from '../resources/imsi.ts';
import { badRow, type GoodRow, isBad, type Row } from './row.ts';

/** Reads the IMSI of each row of a SIM file; a row with an invalid IMSI becomes a bad row. */
export async function* validateImsis(rows: AsyncIterable<Row>): AsyncGenerator<Row, void, void> {
  for await (const row of rows) yield isBad(row) ? row : validateRowImsi(row);
}

function validateRowImsi(row: GoodRow): Row {
  const attributes: Readonly<Record<string, unknown>> = JSON.parse(row.attributes);
  const error = validateImsi('SIM', attributes);
  if (error !== undefined)
    return badRow(row.line, `attributes/imsi: ${isRounded(attributes.imsi) ? roundedDetail : error}`, row.externalCode);
  const imsi = readImsi('SIM', attributes);
  return imsi === undefined ? row : { ...row, imsi };
}
