import { t } from '../language/translate.ts';
import { readAmount } from '../ui/form/read-decimal.ts';

/** The filters in the address of a page: texts, as the API has them. */
export type TextSearch = Readonly<Record<string, string | undefined>>;

/** A filter that a list has. */
export interface Filter<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /**
   * Several of these codes, a time of the reader's clock, a day, an amount of money, yes or no, or brokers. By default
   * it is a text.
   */
  readonly values?: readonly string[] | 'time' | 'day' | 'amount' | 'flag' | 'broker';
  /** The kind of the records whose statuses the codes are. */
  readonly kind?: string;
}

interface Lifecycle {
  readonly name: string;
  readonly statuses: readonly string[];
}

/** A filter by the statuses of a kind of record. */
export const statusFilter = ({ name, statuses }: Lifecycle) =>
  ({ name: 'status', label: t('Status'), values: statuses, kind: name }) as const satisfies Filter;

/** The filters by time that every list has. */
export const timeFilters = [
  { name: 'createdAtFrom', label: t('Created since'), values: 'time' },
  { name: 'createdAtTo', label: t('Created until'), values: 'time' },
  { name: 'updatedAtFrom', label: t('Changed since'), values: 'time' },
  { name: 'updatedAtTo', label: t('Changed until'), values: 'time' },
] as const satisfies readonly Filter[];

/** The parameters of an address that are no empty text. */
export const readTexts = (search: Record<string, unknown>): TextSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );

/** What the API gets of an address: the filters of the list and its order. Anything else is left out. */
export function toQuery(search: TextSearch, filters: readonly Filter[]): Readonly<Record<string, string>> {
  const names = [...filters.map(({ name }) => name), 'sortBy', 'sortOrder'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/**
 * The filter that a person has typed or chosen; nothing removes it. A time of the reader's clock becomes UTC. Raises
 * `FieldFault` for a text that is no amount.
 */
export function readFilterText({ name, values }: Pick<Filter, 'name' | 'values'>, text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (values === 'amount') return readAmount(name, typed);
  return values === 'time' ? new Date(typed).toISOString() : typed;
}

/** A time of the address as a field for a day and a time has it: on the reader's clock. */
export function localTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
