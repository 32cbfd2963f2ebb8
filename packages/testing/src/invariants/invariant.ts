/** Something that must hold of the database once everything has come to rest, as a query for what breaks it. */
export interface Invariant {
  /** As `reliability.md` counts them. */
  readonly number: number;
  readonly description: string;
  /** Answers one row for each violation; the row says where. */
  readonly violations: string;
}
