import type { CheckDigit, CodeReader } from '../external-codes/code-reader.ts';

/** How the external codes of a file are read. */
export interface RowContext {
  readonly readCode: CodeReader;
  readonly checkDigit: CheckDigit;
}
