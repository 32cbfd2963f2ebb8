/** One reason why a receipt cannot be an NFCom. */
export interface RuleViolation {
  /** The path, as in `issuer.address.postalCode` or `items[3].cfop`. */
  readonly path: string;
  readonly message: string;
}

/** The path, the check, and the message of a rule. */
export type Rule<Thing> = readonly [path: string, holds: (value: Thing) => boolean, message: string];

/** The violations of a value by a list of rules. */
export function findRuleViolations<Thing>(
  rules: readonly Rule<Thing>[],
  value: Thing,
  parentPath: string,
): readonly RuleViolation[] {
  return rules
    .filter(([, isValid]) => !isValid(value))
    .map(([path, , message]) => ({ path: [parentPath, path].filter((part) => part !== '').join('.'), message }));
}

/** True for an absent value, too. */
export function matchesIfPresent(text: string | undefined, pattern: RegExp): boolean {
  return text === undefined || pattern.test(text);
}

/** Whether a text is a calendar day, YYYY-MM-DD. */
export function isDay(text: string | undefined): boolean {
  if (text === undefined || !/^(?:18|19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
