import { bodyFaults } from '@linework/http/faults';
import { importedResource } from '@linework/schemas/inventory/new-resource';
import { v7 as newId } from 'uuid';
import { emptyFile } from './file-fault.ts';
import { type FileLine, linesOf } from './lines-of.ts';
import { readJson } from './read-json-object.ts';
import { badRow, type Row, tooLong } from './row.ts';
import type { RowContext } from './row-context.ts';

/** The rows of a file that holds a JSON object in each line, read as it arrives. Empty lines are passed over. */
export async function* ndjsonRows(chunks: AsyncIterable<Uint8Array>, context: RowContext): AsyncGenerator<Row, void, void> {
  let empty = true;
  for await (const line of linesOf(chunks)) {
    const row = readLine(line, context);
    if (!row) continue;
    empty = false;
    yield row;
  }
  if (empty) throw emptyFile();
}

function readLine({ line, text }: FileLine, context: RowContext): Row | undefined {
  if (text === 'too-long') return badRow(line, tooLong);
  const plain = text.toString().trim();
  if (plain === '') return undefined;
  if (plain.includes('\ufffd')) return badRow(line, 'is not UTF-8 text');
  const value = readJson(plain);
  return 'fault' in value ? badRow(line, value.fault) : readResource(value.json, line, context);
}

function readResource(json: unknown, line: number, { readCode, checkDigit }: RowContext): Row {
  const read = importedResource.safeParse(json);
  if (!read.success) return badRow(line, bodyFaults(read.error.issues, json).map(inWords).join('; '), codeIn(json));
  const { externalCode, location = null, attributes = {}, metadata = {}, reservationTTL = null, quarantineTTL = null } = read.data;
  const code = readCode(externalCode, checkDigit);
  if ('fault' in code) return badRow(line, `externalCode ${code.fault}`, externalCode);
  const objects = { attributes: JSON.stringify(attributes), metadata: JSON.stringify(metadata) };
  return { line, id: newId(), externalCode: code.code, location, ...objects, reservationTtl: reservationTTL, quarantineTtl: quarantineTTL };
}

const inWords = ({ detail, pointer = '' }: { readonly detail: string; readonly pointer?: string }) => `${pointer.slice(1) || 'the row'}: ${detail}`;

function codeIn(json: unknown): string | undefined {
  const code = typeof json === 'object' && json !== null && 'externalCode' in json ? json.externalCode : undefined;
  return typeof code === 'string' ? code : undefined;
}
