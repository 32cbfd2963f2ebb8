import { AsyncLocalStorage } from 'node:async_hooks';
import { touchesBrokerTable } from './broker-tables.ts';
import { findIds, isId } from './find-ids.ts';

/** What is known while one request of a broker is answered. */
interface BrokerScope {
  readonly brokerId: string;
  /** Ids of records that are the broker's, as far as they were looked for. */
  readonly verifiedIds: Set<string>;
  /** Rows that were read for the broker, and not looked through yet: most requests never need to. */
  pendingRows: unknown[];
}

interface QueryResult {
  readonly rows: readonly unknown[];
}

/** A statement that names nothing of the broker that it would work for. It was not sent. */
export class StatementWithoutBroker extends Error {
  override readonly name = 'StatementWithoutBroker';
}

const scopeStorage = new AsyncLocalStorage<BrokerScope | undefined>();

/**
 * Runs `work` for one broker. A statement in it that touches a table with brokers' records must be given the broker's id, or an id
 * that an earlier statement has found for this broker; otherwise it raises `StatementWithoutBroker` and is not sent.
 */
export function withBrokerScope<Result>(brokerId: string, work: () => Promise<Result>): Promise<Result> {
  // Awaited inside: what Prisma is asked for begins when somebody waits for it.
  return scopeStorage.run({ brokerId, verifiedIds: new Set(), pendingRows: [] }, async () => await work());
}

/** Runs `work` without that check. The reason is for whoever reads the call: name what keeps brokers apart there. */
export function withoutBrokerScope<Result>(_reason: string, work: () => Promise<Result>): Promise<Result> {
  return scopeStorage.run(undefined, async () => await work());
}

/** Sends a statement that may pass. What it reads for the broker counts as the broker's from then on. */
export async function enforceBrokerScope<Result extends QueryResult>(text: string, values: readonly unknown[], send: () => Promise<Result>): Promise<Result> {
  const scope = scopeStorage.getStore();
  if (scope === undefined) return send();
  const isInScope = mentionsBroker(scope, values) || mentionsVerifiedId(scope, values);
  if (!isInScope && !selectsNothing(values) && touchesBrokerTable(text))
    throw new StatementWithoutBroker(`A statement names no record of the broker that it is for: ${text}`);
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

/** A list of ids that is empty, and no id beside it: such a statement is about no record at all. */
function selectsNothing(values: readonly unknown[]): boolean {
  return values.some((value) => Array.isArray(value) && value.length === 0) && findIds(values).next().done === true;
}

function mentionsVerifiedId(scope: BrokerScope, values: readonly unknown[]): boolean {
  for (const id of findIds(scope.pendingRows)) scope.verifiedIds.add(id);
  scope.pendingRows = [];
  if (scope.verifiedIds.size === 0) return false;
  for (const id of findIds(values)) if (scope.verifiedIds.has(id)) return true;
  return false;
}

interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly result: QueryResult;
}

/**
 * An id that stood in a statement beside the broker's own, which found or wrote a row by them, is the broker's too. A count answers a row whatever it
 * was asked for, and proves nothing.
 */
function recordResult(scope: BrokerScope, { text, values, result }: SentStatement): void {
  if (result.rows.length === 0 && !insertPattern.test(text)) return;
  scope.pendingRows.push(result.rows);
  if (!countPattern.test(text)) for (const value of values) if (typeof value === 'string' && isId(value)) scope.verifiedIds.add(value);
}

const insertPattern = /\binsert into\b/i;
const countPattern = /^\s*select\s+(count\(|exists|coalesce\(|max\(|min\(|sum\()/i;
