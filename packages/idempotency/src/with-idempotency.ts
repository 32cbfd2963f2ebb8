import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { computeFingerprint, getOwnerId, type KeyedRequest } from './fingerprint.ts';
import { type StoredOutcome, type StoredResponse, toStoredProblem } from './stored-outcome.ts';

/**
 * Locked until the end of the transaction. A request that does not get the lock knows that the first request is still
 * running.
 */
const lockStatement = statement(
  'lock-idempotency-key',
  { ownerId: 'text', key: 'text' },
  'SELECT pg_try_advisory_xact_lock(hashtextextended(:ownerId || :key, 0)) AS locked',
);

const findStatement = statement(
  'find-idempotency-record',
  { ownerId: 'uuid', key: 'text' },
  `SELECT fingerprint, status, headers, body
   FROM idempotency_record
   WHERE owner_id = :ownerId AND key = :key AND created_at > now() - interval '24 hours'`,
).returns<{ readonly headers: Readonly<Record<string, string>> }>();

const recordTypes = {
  ownerId: 'uuid',
  key: 'text',
  fingerprint: 'bytea',
  status: 'int',
  headers: 'jsonb',
  body: 'text?',
} as const;

const storeStatement = statement(
  'store-idempotency-record',
  recordTypes,
  `INSERT INTO idempotency_record (owner_id, key, fingerprint, status, headers, body)
   VALUES (:ownerId, :key, :fingerprint, :status, :headers, :body)
   ON CONFLICT (owner_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
     headers = excluded.headers,
     body = excluded.body, created_at = now()
   WHERE idempotency_record.created_at <= now() - interval '24 hours'
     -- A success stays stored, even if a failure of the same request was stored meanwhile.
     OR (idempotency_record.status >= 400 AND excluded.status < 400
       AND idempotency_record.fingerprint = excluded.fingerprint)
   RETURNING 1`,
);

/**
 * The rollback of the work has released the lock. The failure is stored only if no other request has taken the lock
 * since or has stored its own response: that request is the successor, and its response counts.
 */
const storeFailureStatement = statement(
  'store-idempotency-failure',
  recordTypes,
  `WITH lock AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(hashtextextended(:ownerId::text || :key, 0)) AS locked
  ), stored AS (
    INSERT INTO idempotency_record (owner_id, key, fingerprint, status, headers, body)
    SELECT :ownerId, :key, :fingerprint, :status, :headers, :body
    FROM lock
    WHERE locked
    ON CONFLICT (owner_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = now()
      WHERE idempotency_record.created_at <= now() - interval '24 hours'
    RETURNING 1
  )
  SELECT locked, EXISTS (SELECT FROM stored) AS stored
  FROM lock`,
);

/**
 * Runs `work` once for each Idempotency-Key of a broker, and returns the response of that run to every repetition
 * within 24 hours. The record of the response commits in the transaction of the work. A problem that the client can act
 * on is stored like any response; an internal error is not. Raises conflict while the first run is in progress, and a
 * validation error when the key was used for another request. A problem with a `Retry-After` asks for a repetition and
 * is not stored either.
 */
export async function withIdempotency(
  db: Db,
  request: KeyedRequest,
  work: (tx: Db) => Promise<StoredResponse>,
): Promise<StoredOutcome> {
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
 * The same for work that cannot be one transaction: its response is stored after it. Two concurrent requests may both
 * reach the work, which has to reject the second with a `Retry-After`; that response is not stored. When the process
 * dies in between, a repetition reaches the work again. The work recognises it by its `idempotencyToken` and returns
 * the response that the first request would have got.
 */
export async function withIdempotencyOutsideTransaction(
  db: Db,
  request: KeyedRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredOutcome> {
  const requestFingerprint = computeFingerprint(request);
  const earlier = await db.transaction((tx) => findEarlierResponse(tx, request, requestFingerprint));
  if (earlier) return earlier;
  try {
    const response = await work();
    const isFirst = await storeResponse(db, request, requestFingerprint, response);
    return (
      (isFirst ? undefined : await findStoredResponse(db, request, requestFingerprint)) ?? { response, replayed: false }
    );
  } catch (error) {
    if (!isFinalProblem(error)) throw error;
    return storeFailure(db, request, requestFingerprint, error);
  }
}

async function findEarlierResponse(
  tx: Db,
  request: KeyedRequest,
  requestFingerprint: Buffer,
): Promise<StoredOutcome | undefined> {
  const [lock] = await tx.query(lockStatement, { ownerId: getOwnerId(request), key: request.key });
  if (!lock?.locked) throw requestInFlight();
  // A separate statement after the lock, so that it sees what the previous owner of the lock has committed.
  return findStoredResponse(tx, request, requestFingerprint);
}

async function findStoredResponse(
  db: Db,
  request: KeyedRequest,
  requestFingerprint: Buffer,
): Promise<StoredOutcome | undefined> {
  const [found] = await db.query(findStatement, {
    ownerId: getOwnerId(request),
    key: request.key,
  });
  if (!found) return undefined;
  if (!found.fingerprint.equals(requestFingerprint)) throw keyReused();
  return { response: { status: found.status, headers: found.headers, body: found.body }, replayed: true };
}

/**
 * Stores the failure and raises it. Returns the successor's response if there is one; raises conflict if a successor is
 * still running.
 */
async function storeFailure(
  db: Db,
  request: KeyedRequest,
  requestFingerprint: Buffer,
  failure: Problem,
): Promise<StoredOutcome> {
  const [result] = await db.query(
    storeFailureStatement,
    buildRecordValues(request, requestFingerprint, toStoredProblem(failure)),
  );
  if (!result?.locked) throw requestInFlight();
  const successor = result.stored ? undefined : await findStoredResponse(db, request, requestFingerprint);
  if (successor) return successor;
  throw failure;
}

async function storeResponse(
  db: Db,
  request: KeyedRequest,
  requestFingerprint: Buffer,
  response: StoredResponse,
): Promise<boolean> {
  return (await db.query(storeStatement, buildRecordValues(request, requestFingerprint, response))).length > 0;
}

function buildRecordValues(
  request: KeyedRequest,
  requestFingerprint: Buffer,
  { status, headers, body }: StoredResponse,
) {
  return { ownerId: getOwnerId(request), key: request.key, fingerprint: requestFingerprint, status, headers, body };
}

/**
 * A problem that the client can act on; it is replayed to every repetition too. With a `Retry-After` it tells the
 * client to repeat the request. A 412 changed nothing, and the same request may be sent again with another `If-Match`.
 */
const isFinalProblem = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500 && error.status !== 412 && !('Retry-After' in error.headers);

const inFlightCode = 'idempotency-in-flight';
const keyReusedCode = 'idempotency-key-reused';
const isIdempotencyProblem = ({ code }: Problem) => code === inFlightCode || code === keyReusedCode;

const requestInFlight = () =>
  conflict(
    'A request with this Idempotency-Key is still running. Repeat it later.',
    { code: inFlightCode },
    { 'Retry-After': '1' },
  );
const keyReused = () =>
  unprocessableRequest('This Idempotency-Key was used for another request. Send a new key.', { code: keyReusedCode });
