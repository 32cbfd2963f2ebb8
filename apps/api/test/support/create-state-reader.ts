import type { OpenDb } from '@linework/db/db';
import pg from 'pg';
import { readDatabaseState } from './read-database-state.ts';

type Query = (this: pg.Client, ...request: unknown[]) => unknown;

/** How many writing statements of this process were begun or ended. */
let writeCount = 0;
const count = () => {
  writeCount += 1;
};

/** The connections that have written since their last commit. */
const writing = new WeakSet<pg.Client>();

const prototype = pg.Client.prototype as { query: Query };
const sendQuery = prototype.query;
prototype.query = function countWrites(...request) {
  const text = textOf(request[0]);
  const result = sendQuery.apply(this, request);
  if (!(isCommit.test(text) ? writing.delete(this) : mayWrite(text))) return result;
  if (!isCommit.test(text)) writing.add(this);
  count();
  if (result instanceof Promise) result.then(count, count);
  return result;
};

const isCommit = /^\s*commit\b/i;
const isRead = /^\s*(?:select|with|begin|start transaction|set|show|rollback|savepoint|release|listen|unlisten)\b/i;
const writingWord = /\b(?:insert|update|delete|merge|truncate|copy|create|alter|drop)\b/i;
const lock = /\bfor (?:no key )?update\b/gi;

/** Empty if it is unknown. */
function textOf(request: unknown): string {
  const text = typeof request === 'string' ? request : (request as { readonly text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

const mayWrite = (text: string): boolean => !isRead.test(text) || writingWord.test(text.replaceAll(lock, ''));

/**
 * Creates a function that returns the same as `readDatabaseState`. It reads the state again only after a statement of
 * this process that may write, because reading it costs more than most requests. No other process may write to the
 * database.
 */
export function createStateReader(db: OpenDb): () => ReturnType<typeof readDatabaseState> {
  let known: { readonly writeCount: number; readonly state: Awaited<ReturnType<typeof readDatabaseState>> } | undefined;
  return async () => {
    if (known?.writeCount === writeCount) return known.state;
    const countBefore = writeCount;
    known = { writeCount: countBefore, state: await readDatabaseState(db) };
    return known.state;
  };
}
