import { AsyncLocalStorage } from 'node:async_hooks';
import { touchesBrokerTable } from './broker-tables.ts';
import { isId, someId } from './find-ids.ts';

/** The state of the check during one request of a broker. */
interface BrokerScope {
  readonly brokerId: string;
  /** The ids of records that are known to belong to the broker. */
  readonly verifiedIds: Set<string>;
  /**
   * Results that were read for the broker and whose rows were not all searched for ids yet. Most requests never need
   * it.
   */
  readonly unsearched: UnsearchedRows[];
}

interface UnsearchedRows {
  readonly rows: readonly unknown[];
  searched: number;
}

interface QueryResult {
  readonly rows: readonly unknown[];
}

/** A statement has neither the broker's id nor an id of its records. It was not sent. @internal */
export class StatementWithoutBroker extends Error {
  override readonly name = 'StatementWithoutBroker';
}

/** For whom work is done. Connections of the pool are given to owners in turn. */
interface WorkScope {
  /** The broker, or the key or person of an operator. */
  readonly owner: string;
  /** Undefined if the statements are not checked. */
  readonly checked?: BrokerScope;
}

const scopeStorage = new AsyncLocalStorage<WorkScope | undefined>();

/** The owner of the work in progress; undefined for work that is for nobody in particular. */
export const findOwner = (): string | undefined => scopeStorage.getStore()?.owner;

/**
 * Runs `work` for one broker. Each statement on a table with records of brokers must have as a value the broker's id,
 * or an id that an earlier statement has found for this broker. Any other statement throws `StatementWithoutBroker` and
 * is not sent.
 */
export function withBrokerScope<Result>(brokerId: string, work: () => Promise<Result>): Promise<Result> {
  // Awaited inside the scope, because Prisma starts a query only when it is awaited.
  const checked: BrokerScope = { brokerId, verifiedIds: new Set(), unsearched: [] };
  return scopeStorage.run({ owner: brokerId, checked }, async () => await work());
}

/** Runs `work` for the key or the person of an operator, who sees all brokers. */
export function withOwner<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
  return scopeStorage.run({ owner }, async () => await work());
}

/** Runs `work` of the same owner without that check. The reason documents how `work` separates the brokers. */
export function withoutBrokerScope<Result>(_reason: string, work: () => Promise<Result>): Promise<Result> {
  const owner = findOwner();
  return scopeStorage.run(owner === undefined ? undefined : { owner }, async () => await work());
}

/**
 * Runs `work` that is shared by all who wait for it, so that it is not counted as work of the one who began it. There
 * is no check either.
 */
export function withoutOwner<Result>(_reason: string, work: () => Promise<Result>): Promise<Result> {
  return scopeStorage.run(undefined, async () => await work());
}

/** Sends a statement that passes the check. The ids that it reads belong to the broker from then on. */
export async function enforceBrokerScope<Result extends QueryResult>(
  text: string,
  values: readonly unknown[],
  send: () => Promise<Result>,
): Promise<Result> {
  const scope = scopeStorage.getStore()?.checked;
  if (scope === undefined) return send();
  const isInScope = mentionsBroker(scope, values) || mentionsVerifiedId(scope, values);
  if (!isInScope && !selectsNothing(values) && touchesBrokerTable(text))
    throw new StatementWithoutBroker(
      `A statement has neither the broker's id nor an id of its records. Add the broker's id: ${text}`,
    );
  const result = await send();
  if (isInScope) recordResult(scope, { text, values, result });
  return result;
}

function mentionsBroker({ brokerId }: BrokerScope, values: readonly unknown[]): boolean {
  return values.some(
    (value) =>
      value === brokerId ||
      (typeof value === 'string' && value.length > brokerId.length && value.includes(brokerId)) ||
      (Array.isArray(value) && value.includes(brokerId)),
  );
}

/** Whether all lists of ids are empty and there is no other id: such a statement reads no record. */
function selectsNothing(values: readonly unknown[]): boolean {
  return values.some((value) => Array.isArray(value) && value.length === 0) && !someId(values, () => true);
}

/**
 * Searches rows only until one has an id of the statement: a statement with a thousand ids must not hold up other
 * requests. The latest rows first, because most statements name what was read just before.
 */
function mentionsVerifiedId({ verifiedIds, unsearched }: BrokerScope, values: readonly unknown[]): boolean {
  if (verifiedIds.size > 0 && someId(values, (id) => verifiedIds.has(id))) return true;
  if (unsearched.length === 0) return false;
  const wanted = new Set<string>();
  addIds(values, wanted);
  for (let result = unsearched.at(-1); result !== undefined; result = unsearched.at(-1)) {
    while (result.searched < result.rows.length) {
      const row = result.rows[result.searched];
      result.searched += 1;
      addIds(row, verifiedIds);
      if (someId(row, (id) => wanted.has(id))) return true;
    }
    unsearched.pop();
  }
  return false;
}

function addIds(found: unknown, ids: Set<string>): void {
  someId(found, (id) => {
    ids.add(id);
    return false;
  });
}

interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly result: QueryResult;
}

/**
 * If a statement with the broker's id found or wrote a row, its other ids belong to the broker too. A count always
 * returns a row, so it proves nothing.
 */
function recordResult(scope: BrokerScope, { text, values, result }: SentStatement): void {
  if (result.rows.length === 0 && !insertPattern.test(text)) return;
  if (result.rows.length > 0) scope.unsearched.push({ rows: result.rows, searched: 0 });
  if (!countPattern.test(text))
    for (const value of values) if (typeof value === 'string' && isId(value)) scope.verifiedIds.add(value);
}

const insertPattern = /\binsert into\b/i;
const countPattern = /^\s*select\s+(count\(|exists|coalesce\(|max\(|min\(|sum\()/i;
