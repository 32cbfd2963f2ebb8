import { AsyncLocalStorage } from 'node:async_hooks';
import { touchesBrokersTable } from './broker-tables.ts';
import { idsIn, isId } from './ids-in.ts';

/** What is known while one request of a broker is answered. */
interface BrokerRequest {
  readonly brokerId: string;
  /** Ids of records that are the broker's, as far as they were looked for. */
  readonly proven: Set<string>;
  /** Rows that were read for the broker, and not looked through yet: most requests never need to. */
  unread: unknown[];
}

interface Answer {
  readonly rows: readonly unknown[];
}

/** A statement that names nothing of the broker that it would work for. It was not sent. */
export class StatementWithoutBroker extends Error {
  override readonly name = 'StatementWithoutBroker';
}

const current = new AsyncLocalStorage<BrokerRequest | undefined>();

/**
 * Runs `work` for one broker. A statement in it that touches a table with brokers' records must be given the broker's id, or an id
 * that an earlier statement has found for this broker; otherwise it raises `StatementWithoutBroker` and is not sent.
 */
export function withinBroker<Result>(brokerId: string, work: () => Promise<Result>): Promise<Result> {
  // Awaited inside: what Prisma is asked for begins when somebody waits for it.
  return current.run({ brokerId, proven: new Set(), unread: [] }, async () => await work());
}

/** Runs `work` without that check. The reason is for whoever reads the call: name what keeps brokers apart there. */
export function acrossBrokers<Result>(_reason: string, work: () => Promise<Result>): Promise<Result> {
  return current.run(undefined, async () => await work());
}

/** Sends a statement that may pass. What it reads for the broker counts as the broker's from then on. */
export async function behindWall<Result extends Answer>(text: string, values: readonly unknown[], send: () => Promise<Result>): Promise<Result> {
  const request = current.getStore();
  if (request === undefined) return send();
  const isOurs = namesBroker(request, values) || namesProven(request, values);
  if (!isOurs && !asksForNone(values) && touchesBrokersTable(text))
    throw new StatementWithoutBroker(`A statement names no record of the broker that it is for: ${text}`);
  const answer = await send();
  if (isOurs) remember(request, { text, values, answer });
  return answer;
}

function namesBroker({ brokerId }: BrokerRequest, values: readonly unknown[]): boolean {
  return values.some(
    (value) =>
      value === brokerId ||
      (typeof value === 'string' && value.length > brokerId.length && value.includes(brokerId)) ||
      (Array.isArray(value) && value.includes(brokerId)),
  );
}

/** A list of ids that is empty, and no id beside it: such a statement is about no record at all. */
function asksForNone(values: readonly unknown[]): boolean {
  return values.some((value) => Array.isArray(value) && value.length === 0) && idsIn(values).next().done === true;
}

function namesProven(request: BrokerRequest, values: readonly unknown[]): boolean {
  for (const id of idsIn(request.unread)) request.proven.add(id);
  request.unread = [];
  if (request.proven.size === 0) return false;
  for (const id of idsIn(values)) if (request.proven.has(id)) return true;
  return false;
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly answer: Answer;
}

/**
 * An id that stood in a statement beside the broker's own, which found or wrote a row by them, is the broker's too. A count answers a row whatever it
 * was asked for, and proves nothing.
 */
function remember(request: BrokerRequest, { text, values, answer }: Sent): void {
  if (answer.rows.length === 0 && !inserts.test(text)) return;
  request.unread.push(answer.rows);
  if (!counts.test(text)) for (const value of values) if (typeof value === 'string' && isId(value)) request.proven.add(value);
}

const inserts = /\binsert into\b/i;
const counts = /^\s*select\s+(count\(|exists|coalesce\(|max\(|min\(|sum\()/i;
