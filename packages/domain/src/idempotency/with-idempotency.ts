import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { computeFingerprint, getOwnerId, type KeyedRequest } from './fingerprint.ts';
import { type StoredOutcome, type StoredResponse, toStoredProblem } from './stored-outcome.ts';

/** Held to the end of the transaction: whoever does not get it knows that the first request still runs. */
const lockStatement = statement('lock-idempotency-key', 'SELECT pg_try_advisory_xact_lock(hashtextextended($1::text || $2, 0)) AS locked');

const findStatement = statement(
  'find-idempotency-record',
  `SELECT fingerprint, status, headers, body FROM idempotency_record WHERE owner_id = $1::uuid AND key = $2 AND created_at > now() - interval '24 hours'`,
);

const storeStatement = statement(
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
const storeFailureStatement = statement(
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
export async function withIdempotency(db: Db, request: KeyedRequest, work: (tx: Db) => Promise<StoredResponse>): Promise<StoredOutcome> {
  const requestFingerprint = computeFingerprint(request);
  try {
    return await db.transaction(async (tx) => {
      const earlier = await findEarlierResponse(tx, request, requestFingerprint);
      if (earlier) return earlier;
      const response = await work(tx);
      if (!(await storeResponse(tx, request, requestFingerprint, response))) throw requestInFlight();
      return { response, replayed: false };
    });
  } catch (error) {
    if (!isFinalProblem(error) || isIdempotencyProblem(error)) throw error;
    return storeFailure(db, request, requestFingerprint, error);
  }
}

/**
 * The same for work that cannot be one transaction: its answer is kept after it. Two requests at once may both come to the work, which has to turn the
 * second away with a `Retry-After`; that is no answer to keep. When the process dies in between, a repetition comes to the work again, which knows it
 * by its `repetitionMark` and answers what it would have answered.
 */
export async function withIdempotencyOutsideTransaction(db: Db, request: KeyedRequest, work: () => Promise<StoredResponse>): Promise<StoredOutcome> {
  const requestFingerprint = computeFingerprint(request);
  const earlier = await db.transaction((tx) => findEarlierResponse(tx, request, requestFingerprint));
  if (earlier) return earlier;
  try {
    const response = await work();
    const isFirst = await storeResponse(db, request, requestFingerprint, response);
    return (isFirst ? undefined : await findStoredResponse(db, request, requestFingerprint)) ?? { response, replayed: false };
  } catch (error) {
    if (!isFinalProblem(error)) throw error;
    return storeFailure(db, request, requestFingerprint, error);
  }
}

async function findEarlierResponse(tx: Db, request: KeyedRequest, requestFingerprint: Buffer): Promise<StoredOutcome | undefined> {
  const [lock] = await tx.query<{ locked: boolean }>(lockStatement, [getOwnerId(request), request.key]);
  if (!lock?.locked) throw requestInFlight();
  // A statement of its own, after the lock, so that it sees what the former holder of the lock has committed.
  return findStoredResponse(tx, request, requestFingerprint);
}

async function findStoredResponse(db: Db, request: KeyedRequest, requestFingerprint: Buffer): Promise<StoredOutcome | undefined> {
  const [found] = await db.query<StoredResponse & { fingerprint: Buffer }>(findStatement, [getOwnerId(request), request.key]);
  if (!found) return undefined;
  if (!found.fingerprint.equals(requestFingerprint)) throw keyReused();
  return { response: { status: found.status, headers: found.headers, body: found.body }, replayed: true };
}

/** Stores the failure and raises it. If a successor has answered meanwhile, returns that answer; if one is still running, raises conflict. */
async function storeFailure(db: Db, request: KeyedRequest, requestFingerprint: Buffer, failure: Problem): Promise<StoredOutcome> {
  const [result] = await db.query<{ locked: boolean; remembered: boolean }>(
    storeFailureStatement,
    buildRecordValues(request, requestFingerprint, toStoredProblem(failure)),
  );
  if (!result?.locked) throw requestInFlight();
  const successor = result.remembered ? undefined : await findStoredResponse(db, request, requestFingerprint);
  if (successor) return successor;
  throw failure;
}

async function storeResponse(db: Db, request: KeyedRequest, requestFingerprint: Buffer, response: StoredResponse): Promise<boolean> {
  return (await db.query(storeStatement, buildRecordValues(request, requestFingerprint, response))).length > 0;
}

function buildRecordValues(request: KeyedRequest, requestFingerprint: Buffer, { status, headers, body }: StoredResponse): readonly unknown[] {
  return [getOwnerId(request), request.key, requestFingerprint, status, JSON.stringify(headers), body];
}

/**
 * A problem that the client can act on, which answers every repetition too. With a `Retry-After` it tells the client to repeat the request. With
 * 412 nothing was done, and the same request may come again with another `If-Match`.
 */
const isFinalProblem = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500 && error.status !== 412 && !('Retry-After' in error.headers);

const inFlightCode = 'idempotency-in-flight';
const keyReusedCode = 'idempotency-key-reused';
const isIdempotencyProblem = ({ code }: Problem) => code === inFlightCode || code === keyReusedCode;

const requestInFlight = () => conflict('A request with this Idempotency-Key is still running.', { code: inFlightCode }, { 'Retry-After': '1' });
const keyReused = () => unprocessableRequest('This Idempotency-Key was used for another request.', { code: keyReusedCode });
