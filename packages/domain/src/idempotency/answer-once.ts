import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, impossibleRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { fingerprintOf, type KeyedRequest, ownerOf } from './fingerprint.ts';
import { type StoredAnswer, type StoredOutcome, storedProblem } from './stored-outcome.ts';

/** Held to the end of the transaction: whoever does not get it knows that the first request still runs. */
const lockStatement = statement('lock-idempotency-key', 'SELECT pg_try_advisory_xact_lock(hashtextextended($1::text || $2, 0)) AS locked');

const findStatement = statement(
  'find-idempotency-record',
  `SELECT fingerprint, status, headers, body FROM idempotency_record WHERE owner_id = $1::uuid AND key = $2 AND created_at > now() - interval '24 hours'`,
);

const rememberStatement = statement(
  'remember-idempotency-record',
  `INSERT INTO idempotency_record (owner_id, key, fingerprint, status, headers, body) VALUES ($1::uuid, $2, $3, $4, $5::jsonb, $6)
   ON CONFLICT (owner_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
     body = excluded.body, created_at = now()
   WHERE idempotency_record.created_at <= now() - interval '24 hours'
   RETURNING 1`,
);

/**
 * Runs `work` once for each Idempotency-Key of a broker, and answers what that run answered to every repetition within 24
 * hours. The record of the answer commits in the transaction of the work. A problem that the client can act on is an answer
 * like any other; a failure of ours is not stored. Raises conflict while the first run is under way, and a validation error
 * when the key was used for another request.
 */
export async function answerOnce(db: Db, request: KeyedRequest, work: (tx: Db) => Promise<StoredAnswer>): Promise<StoredOutcome> {
  const print = fingerprintOf(request);
  try {
    return await db.transaction(async (tx) => {
      const earlier = await findEarlier(tx, request, print);
      if (earlier) return earlier;
      const answer = await work(tx);
      if (!(await remember(tx, request, print, answer))) throw stillRunning();
      return { answer, replayed: false };
    });
  } catch (error) {
    // The work is taken back; what came of it is kept all the same.
    if (error instanceof Problem && error.status < 500 && !isOurs(error)) await remember(db, request, print, storedProblem(error));
    throw error;
  }
}

/**
 * The same for work that cannot be one transaction: its answer is kept after it. Two requests at once may both come to the work, which has to turn the
 * second away with a `Retry-After`; that is no answer to keep. When the process dies in between, a repetition comes to the work again, which knows it
 * by its `repetitionMark` and answers what it would have answered.
 */
export async function answerOnceAfterwards(db: Db, request: KeyedRequest, work: () => Promise<StoredAnswer>): Promise<StoredOutcome> {
  const print = fingerprintOf(request);
  const earlier = await db.transaction((tx) => findEarlier(tx, request, print));
  if (earlier) return earlier;
  try {
    const answer = await work();
    await remember(db, request, print, answer);
    return { answer, replayed: false };
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && !('Retry-After' in error.headers)) await remember(db, request, print, storedProblem(error));
    throw error;
  }
}

async function findEarlier(tx: Db, request: KeyedRequest, print: Buffer): Promise<StoredOutcome | undefined> {
  const [lock] = await tx.query<{ locked: boolean }>(lockStatement, [ownerOf(request), request.key]);
  if (!lock?.locked) throw stillRunning();
  // A statement of its own, after the lock, so that it sees what the former holder of the lock has committed.
  const [found] = await tx.query<StoredAnswer & { fingerprint: Buffer }>(findStatement, [ownerOf(request), request.key]);
  if (!found) return undefined;
  if (!found.fingerprint.equals(print)) throw usedForAnother();
  return { answer: { status: found.status, headers: found.headers, body: found.body }, replayed: true };
}

async function remember(db: Db, request: KeyedRequest, print: Buffer, { status, headers, body }: StoredAnswer): Promise<boolean> {
  const values = [ownerOf(request), request.key, print, status, JSON.stringify(headers), body];
  return (await db.query(rememberStatement, values)).length > 0;
}

const inFlight = 'idempotency-in-flight';
const reused = 'idempotency-key-reused';
const isOurs = ({ code }: Problem) => code === inFlight || code === reused;

const stillRunning = () => conflict('A request with this Idempotency-Key is still running.', { code: inFlight }, { 'Retry-After': '1' });
const usedForAnother = () => impossibleRequest('This Idempotency-Key was used for another request.', { code: reused });
