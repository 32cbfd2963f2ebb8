/** One thing that stands against a receipt becoming an NFCom. */
export interface RuleViolation {
  /** Where, as in `issuer.address.postalCode` or `items[3].cfop`. */
  readonly path: string;
  readonly message: string;
}

/** Where to look, whether it is as it must be, and how it must be. */
export type Rule<Thing> = readonly [path: string, holds: (value: Thing) => boolean, message: string];

/** What of a thing breaks which of the rules. */
export function findRuleViolations<Thing>(rules: readonly Rule<Thing>[], value: Thing, parentPath: string): readonly RuleViolation[] {
  return rules
    .filter(([, isValid]) => !isValid(value))
    .map(([path, , message]) => ({ path: [parentPath, path].filter((part) => part !== '').join('.'), message }));
}

/** Holds where nothing is said, too. */
export function matchesIfPresent(text: string | undefined, pattern: RegExp): boolean {
  return text === undefined || pattern.test(text);
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string | undefined): boolean {
  if (text === undefined || !/^(?:18|19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
