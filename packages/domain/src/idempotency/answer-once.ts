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
     -- What was done stays known, even if a failure of the same request was stored meanwhile.
     OR (idempotency_record.status >= 400 AND excluded.status < 400 AND idempotency_record.fingerprint = excluded.fingerprint)
   RETURNING 1`,
);

/**
 * The rollback of the work has given the lock away. The failure is stored only if no other request has taken the lock since, or has left its own
 * answer: that request is the successor, and its answer is the one that counts.
 */
const rememberFailureStatement = statement(
  'remember-idempotency-failure',
  `WITH lock AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(hashtextextended($1::text || $2, 0)) AS locked
  ), remembered AS (
    INSERT INTO idempotency_record (owner_id, key, fingerprint, status, headers, body)
    SELECT $1::uuid, $2, $3, $4, $5::jsonb, $6
    FROM lock
    WHERE locked
    ON CONFLICT (owner_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = now()
      WHERE idempotency_record.created_at <= now() - interval '24 hours'
    RETURNING 1
  )
  SELECT locked, EXISTS (SELECT FROM remembered) AS remembered
  FROM lock`,
);

/**
 * Runs `work` once for each Idempotency-Key of a broker, and answers what that run answered to every repetition within 24
 * hours. The record of the answer commits in the transaction of the work. A problem that the client can act on is an answer
 * like any other; a failure of ours is not stored. Raises conflict while the first run is under way, and a validation error
 * when the key was used for another request. A problem with a `Retry-After` asks for a repetition, and is not stored either.
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
    if (!isAnswer(error) || isOurs(error)) throw error;
    return rememberFailure(db, request, print, error);
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
    const isFirst = await remember(db, request, print, answer);
    return (isFirst ? undefined : await findAnswer(db, request, print)) ?? { answer, replayed: false };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return rememberFailure(db, request, print, error);
  }
}

async function findEarlier(tx: Db, request: KeyedRequest, print: Buffer): Promise<StoredOutcome | undefined> {
  const [lock] = await tx.query<{ locked: boolean }>(lockStatement, [ownerOf(request), request.key]);
  if (!lock?.locked) throw stillRunning();
  // A statement of its own, after the lock, so that it sees what the former holder of the lock has committed.
  return findAnswer(tx, request, print);
}

async function findAnswer(db: Db, request: KeyedRequest, print: Buffer): Promise<StoredOutcome | undefined> {
  const [found] = await db.query<StoredAnswer & { fingerprint: Buffer }>(findStatement, [ownerOf(request), request.key]);
  if (!found) return undefined;
  if (!found.fingerprint.equals(print)) throw usedForAnother();
  return { answer: { status: found.status, headers: found.headers, body: found.body }, replayed: true };
}

/** Stores the failure and raises it. If a successor has answered meanwhile, returns that answer; if one is still running, raises conflict. */
async function rememberFailure(db: Db, request: KeyedRequest, print: Buffer, failure: Problem): Promise<StoredOutcome> {
  const [result] = await db.query<{ locked: boolean; remembered: boolean }>(rememberFailureStatement, valuesOf(request, print, storedProblem(failure)));
  if (!result?.locked) throw stillRunning();
  const successor = result.remembered ? undefined : await findAnswer(db, request, print);
  if (successor) return successor;
  throw failure;
}

async function remember(db: Db, request: KeyedRequest, print: Buffer, answer: StoredAnswer): Promise<boolean> {
  return (await db.query(rememberStatement, valuesOf(request, print, answer))).length > 0;
}

function valuesOf(request: KeyedRequest, print: Buffer, { status, headers, body }: StoredAnswer): readonly unknown[] {
  return [ownerOf(request), request.key, print, status, JSON.stringify(headers), body];
}

/**
 * A problem that the client can act on, which answers every repetition too. With a `Retry-After` it tells the client to repeat the request. With
 * 412 nothing was done, and the same request may come again with another `If-Match`.
 */
const isAnswer = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500 && error.status !== 412 && !('Retry-After' in error.headers);

const inFlight = 'idempotency-in-flight';
const reused = 'idempotency-key-reused';
const isOurs = ({ code }: Problem) => code === inFlight || code === reused;

const stillRunning = () => conflict('A request with this Idempotency-Key is still running.', { code: inFlight }, { 'Retry-After': '1' });
const usedForAnother = () => impossibleRequest('This Idempotency-Key was used for another request.', { code: reused });
