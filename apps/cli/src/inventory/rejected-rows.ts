import { open } from 'node:fs/promises';
import { formatCells } from '@linework/schemas/values/csv-row';
import type { RowError } from './send-rows.ts';

/**
 * The files of wrong rows: the rows as they are, to be corrected and imported again, and the error of each with its
 * line.
 */
export interface RejectedFiles {
  readonly rows: string;
  readonly errors: string;
}

export interface Lengths {
  readonly rejectedBytes: number;
  readonly errorBytes: number;
}

/** The names of the files beside the imported file: `sims.rejected.csv` and `sims.errors.csv`. */
export function namesOf(file: string, given: string | undefined): RejectedFiles {
  const [, stem = file, extension = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(file) ?? [];
  return { rows: given ?? `${stem}.rejected${extension}`, errors: `${stem}.errors.csv` };
}

/** A row may have line breaks in its values. */
export const countLines = (rows: readonly string[]): number =>
  rows.reduce((count, row) => count + row.split('\n').length, 0);

interface Batch {
  readonly rows: readonly string[];
  readonly header: string | undefined;
  readonly errors: readonly RowError[];
  /** The line of the first row in the file. */
  readonly firstLine: number;
}

/**
 * Appends wrong rows after the given lengths and returns the new ones. What an interrupted run wrote behind them is
 * replaced. Without wrong rows no file is made.
 */
export async function appendRejected(
  files: RejectedFiles,
  { rows, header, errors, firstLine }: Batch,
  lengths: Lengths,
): Promise<Lengths> {
  if (errors.length === 0) return lengths;
  const rejected = errors.map(({ at }) => rows[at] ?? '');
  const described = errors.map(({ at, externalCode, detail }) =>
    formatCells([firstLine + countLines(rows.slice(0, at)), externalCode, detail]),
  );
  return {
    rejectedBytes: await append(files.rows, header, rejected, lengths.rejectedBytes),
    errorBytes: await append(files.errors, 'line,externalCode,error', described, lengths.errorBytes),
  };
}

async function append(
  path: string,
  header: string | undefined,
  lines: readonly string[],
  length: number,
): Promise<number> {
  const text = `${[...(length === 0 && header !== undefined ? [header] : []), ...lines].join('\n')}\n`;
  const file = await open(path, length === 0 ? 'w' : 'r+');
  try {
    await file.truncate(length);
    await file.write(text, length, 'utf8');
    return length + Buffer.byteLength(text);
  } finally {
    await file.close();
  }
}
