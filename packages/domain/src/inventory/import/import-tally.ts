import { type ImportReport, importErrorsLimit } from '@linework/schemas/inventory/import-resources.route';
import type { BadRow } from './row.ts';

/** What has become of the rows so far. However many there are, no more of them is kept than is told. */
export class ImportTally {
  #imported = 0;
  #rejected = 0;
  #brokenOffAt = Number.POSITIVE_INFINITY;
  readonly #errors: BadRow[] = [];

  addImported(imported: number): void {
    this.#imported += imported;
  }

  reject(row: BadRow): void {
    this.#rejected += 1;
    if (this.#errors.length < importErrorsLimit) this.#errors.push(row);
  }

  /** The batch that begins in this line was not written, or nobody knows. */
  markInterrupted(line: number): void {
    this.#brokenOffAt = Math.min(this.#brokenOffAt, line);
  }

  /** Up to this line every row was taken or rejected; behind it some may have been. */
  get processedToLine(): number {
    return this.#brokenOffAt - 1;
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** The report; `imported` where less came of it than was taken. */
  report(dryRun: boolean, imported: number = this.#imported): ImportReport {
    return { imported, rejected: this.#rejected, dryRun, errors: this.#errors.toSorted((one, other) => one.line - other.line).map(formatRow) };
  }
}

const formatRow = ({ reason, ...row }: BadRow) => ({ ...row, detail: `Line ${row.line} is not valid: ${reason}.` });
