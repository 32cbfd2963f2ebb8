import { bodyErrors } from '@linework/http/request/field-errors';
import { importedResource } from '@linework/schemas/inventory/new-resource';
import { v7 as newId } from 'uuid';
import { emptyFile } from './file-error.ts';
import { readJson } from './read-json-object.ts';
import { badRow, type Row, tooLong } from './row.ts';
import type { RowContext } from './row-context.ts';
import { type FileLine, splitLines } from './split-lines.ts';

/** Reads the rows of an NDJSON file while it arrives. Empty lines are skipped. */
export async function* readNdjsonRows(
  chunks: AsyncIterable<Uint8Array>,
  context: RowContext,
): AsyncGenerator<Row, void, void> {
  let empty = true;
  for await (const line of splitLines(chunks)) {
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
  return 'error' in value ? badRow(line, value.error) : readResource(value.json, line, context);
}

function readResource(json: unknown, line: number, { readCode, checkDigit }: RowContext): Row {
  const parsed = importedResource.safeParse(json);
  if (!parsed.success)
    return badRow(line, bodyErrors(parsed.error.issues, json).map(formatError).join('; '), extractCode(json));
  const {
    externalCode,
    location = null,
    attributes = {},
    metadata = {},
    reservationTTL = null,
    quarantineTTL = null,
  } = parsed.data;
  const code = readCode(externalCode, checkDigit);
  if ('error' in code) return badRow(line, `externalCode ${code.error}`, externalCode);
  const jsonTexts = { attributes: JSON.stringify(attributes), metadata: JSON.stringify(metadata) };
  return {
    line,
    id: newId(),
    externalCode: code.code,
    location,
    ...jsonTexts,
    reservationTtl: reservationTTL,
    quarantineTtl: quarantineTTL,
  };
}

const formatError = ({ detail, pointer = '' }: { readonly detail: string; readonly pointer?: string }) =>
  `${pointer.slice(1) || 'the row'}: ${detail}`;

function extractCode(json: unknown): string | undefined {
  const code = typeof json === 'object' && json !== null && 'externalCode' in json ? json.externalCode : undefined;
  return typeof code === 'string' ? code : undefined;
}
