import { type ImportReport, importErrorsLimit } from '@linework/schemas/inventory/import-resources.route';
import type { BadRow } from './row.ts';

/** What has become of the rows so far. However many there are, no more of them is kept than is told. */
export class Tally {
  #imported = 0;
  #rejected = 0;
  readonly #errors: BadRow[] = [];

  take(imported: number): void {
    this.#imported += imported;
  }

  reject(row: BadRow): void {
    this.#rejected += 1;
    if (this.#errors.length < importErrorsLimit) this.#errors.push(row);
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** The report; `imported` where less came of it than was taken. */
  report(dryRun: boolean, imported: number = this.#imported): ImportReport {
    return { imported, rejected: this.#rejected, dryRun, errors: this.#errors.toSorted((one, other) => one.line - other.line) };
  }
}
