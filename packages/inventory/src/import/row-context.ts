import type { CheckDigit, CodeReader } from '../external-codes/code-reader.ts';

/** The settings for reading external codes. */
export interface RowContext {
  readonly readCode: CodeReader;
  readonly checkDigit: CheckDigit;
}
