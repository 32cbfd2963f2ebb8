/** One thing that stands against a receipt becoming an NFCom. */
export interface Fault {
  /** Where, as in `issuer.address.postalCode` or `items[3].cfop`. */
  readonly path: string;
  readonly message: string;
}

/** Where to look, whether it is as it must be, and how it must be. */
export type Rule<Thing> = readonly [path: string, holds: (thing: Thing) => boolean, message: string];

/** What of a thing breaks which of the rules. */
export function broken<Thing>(rules: readonly Rule<Thing>[], thing: Thing, at: string): readonly Fault[] {
  return rules.filter(([, holds]) => !holds(thing)).map(([path, , message]) => ({ path: [at, path].filter((part) => part !== '').join('.'), message }));
}

/** Holds where nothing is said, too. */
export function ifSaid(text: string | undefined, form: RegExp): boolean {
  return text === undefined || form.test(text);
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string | undefined): boolean {
  if (text === undefined || !/^(?:18|19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
