import { badRowDetail } from '@linework/schemas/inventory/import-file';
import { type ImportReport, importErrorsLimit } from '@linework/schemas/inventory/resources.routes';
import type { BadRow } from './row.ts';

/** The results of the rows so far. It stores only as many errors as the report shows. */
export class ImportCounts {
  readonly #importId: string | undefined;
  #imported = 0;
  #rejected = 0;
  #interruptedAt = Number.POSITIVE_INFINITY;
  readonly #errors: BadRow[] = [];

  constructor(importId?: string) {
    this.#importId = importId;
  }

  addImported(imported: number): void {
    this.#imported += imported;
  }

  reject(row: BadRow): void {
    this.#rejected += 1;
    if (this.#errors.length < importErrorsLimit) this.#errors.push(row);
  }

  /** The batch that starts in this line was not written, or its result is unknown. */
  markInterrupted(line: number): void {
    this.#interruptedAt = Math.min(this.#interruptedAt, line);
  }

  /** All rows up to this line were imported or rejected; some later rows may have been too. */
  get processedToLine(): number {
    return this.#interruptedAt - 1;
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** Builds the report; `imported` overrides the count where fewer rows were written than accepted. */
  report(dryRun: boolean, imported: number = this.#imported): ImportReport {
    return {
      imported,
      rejected: this.#rejected,
      dryRun,
      ...(this.#importId !== undefined && !dryRun && { importId: this.#importId }),
      errors: this.#errors.toSorted((one, other) => one.line - other.line).map(formatRow),
    };
  }
}

const formatRow = ({ reason, ...row }: BadRow) => ({ ...row, detail: badRowDetail(row.line, reason) });
