/** One thing that `doctor` has looked at. */
export interface Check {
  readonly subject: string;
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly finding: string;
  /** What to do; absent where nothing is to be done. */
  readonly remedy?: string;
}

export const ok = (subject: string, finding: string): Check => ({ subject, result: 'ok', finding });
export const warning = (subject: string, finding: string, remedy: string): Check => ({
  subject,
  result: 'warning',
  finding,
  remedy,
});
export const failed = (subject: string, finding: string, remedy: string): Check => ({
  subject,
  result: 'failed',
  finding,
  remedy,
});
export const skipped = (subject: string, finding: string): Check => ({ subject, result: 'skipped', finding });
