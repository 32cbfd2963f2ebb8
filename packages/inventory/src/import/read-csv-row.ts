import { isStorableText } from '@linework/http/storable-text';
import { locationLimitCharacters } from '@linework/schemas/inventory/new-resource';
import { v7 as newId } from 'uuid';
import { readSpreadsheetCode } from '../external-codes/spreadsheet-code.ts';
import type { CsvColumns, ObjectColumns } from './csv-columns.ts';
import { readJsonObject } from './read-json-object.ts';
import { badRow, type Row } from './row.ts';
import type { RowContext } from './row-context.ts';

export interface CsvRowContext extends RowContext {
  readonly line: number;
  readonly columns: CsvColumns;
}

/** Reads the values of a CSV row. An empty value counts as absent. */
export function readCsvRow(values: readonly string[], { line, columns, readCode, checkDigit }: CsvRowContext): Row {
  const rawCode = values[columns.externalCode] ?? '';
  if (values.length < columns.width || values.length > columns.fullWidth)
    return badRow(line, `has ${values.length} columns, but the header has ${columns.width}`, rawCode);
  if (values.slice(columns.width).some((value) => value !== ''))
    return badRow(line, 'has a value in a column without a name', rawCode);
  const invalidReason = values.map(validateText).find((reason) => reason !== undefined);
  if (invalidReason) return badRow(line, invalidReason, rawCode);
  const externalCode = readSpreadsheetCode(rawCode, (code) => readCode(code, checkDigit));
  if ('error' in externalCode) return badRow(line, `externalCode ${externalCode.error}`, rawCode);
  const location = (columns.location !== undefined && values[columns.location]) || null;
  if (location && location.length > locationLimitCharacters)
    return badRow(line, `location is longer than ${locationLimitCharacters} characters`, rawCode);
  const attributes = readObject(values, columns.attributes);
  if (typeof attributes !== 'string') return badRow(line, `attributes ${attributes.error}`, rawCode);
  const metadata = readObject(values, columns.metadata);
  if (typeof metadata !== 'string') return badRow(line, `metadata ${metadata.error}`, rawCode);
  return {
    line,
    id: newId(),
    externalCode: externalCode.code,
    location,
    attributes,
    metadata,
    reservationTtl: null,
    quarantineTtl: null,
  };
}

/** The replacement character stands for bytes that are not UTF-8, so it is rejected like them. */
function validateText(text: string): string | undefined {
  if (text.includes('\ufffd')) return 'is not UTF-8 text';
  return isStorableText(text) ? undefined : 'contains a NUL character or half a surrogate pair';
}

/** The object as JSON text. */
function readObject(values: readonly string[], { json, members }: ObjectColumns): string | { readonly error: string } {
  if (json !== undefined) return values[json] ? readJsonObject(values[json]) : '{}';
  if (members.length === 0) return '{}';
  return JSON.stringify(
    Object.fromEntries(members.flatMap(([name, column]) => (values[column] ? [[name, values[column]]] : []))),
  );
}
