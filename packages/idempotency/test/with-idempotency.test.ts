import { randomUUID } from 'node:crypto';
import type { Db, OpenDb } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import type { KeyedRequest } from '../src/fingerprint.ts';
import type { StoredResponse } from '../src/stored-outcome.ts';
import { withIdempotency, withIdempotencyOutsideTransaction } from '../src/with-idempotency.ts';

const db = await aTestDb();

const done: StoredResponse = { status: 202, headers: {}, body: '"done"' };
const succeed = async () => done;
const fail = async (): Promise<never> => {
  throw conflict('Another order is open on the line.', { code: 'open-order' });
};
const failOnRepeat = () => expect.unreachable('the work is not repeated');

function aRequest(body = ''): KeyedRequest {
  const caller = { keyId: randomUUID(), brokerId: randomUUID(), scopes: [] };
  return { caller, key: randomUUID(), method: 'POST', url: '/lines', bodyBytes: Buffer.from(body) };
}

/** The database of a request that is delayed after its transaction has been rolled back. */
function delayAfterRollback(real: OpenDb, meanwhile: () => Promise<unknown>): Db {
  const transaction: Db['transaction'] = (work) =>
    real.transaction(work).catch(async (error: unknown) => {
      await meanwhile();
      throw error;
    });
  return { ...real, prisma: real.prisma, transaction };
}

describe('a request with an Idempotency-Key that fails', () => {
  it('gets the same response again', async () => {
    const request = aRequest();
    await expect(withIdempotency(db, request, fail)).rejects.toMatchObject({ code: 'open-order' });
    expect(await withIdempotency(db, request, failOnRepeat)).toMatchObject({
      replayed: true,
      response: { status: 409 },
    });
  });

  it('is executed again if its response asked the client to repeat it', async () => {
    const request = aRequest();
    const comeAgain = async (): Promise<never> => {
      throw conflict(
        'Other requests have locked the resources.',
        { code: 'resources-not-reservable' },
        { 'Retry-After': '1' },
      );
    };
    await expect(withIdempotency(db, request, comeAgain)).rejects.toMatchObject({ code: 'resources-not-reservable' });
    expect(await withIdempotency(db, request, succeed)).toEqual({ response: done, replayed: false });
  });

  it('is not stored while a successor has the lock, and its client must wait', async () => {
    const request = aRequest();
    const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let successor: Promise<unknown> = Promise.resolve();
    const held = delayAfterRollback(db, async () => {
      successor = withIdempotency(db, request, async () => {
        started.resolve();
        await end.promise;
        return done;
      });
      await started.promise;
    });
    await expect(withIdempotency(held, request, fail)).rejects.toMatchObject({
      code: 'idempotency-in-flight',
      headers: { 'Retry-After': '1' },
    });
    end.resolve();
    expect(await successor).toEqual({ response: done, replayed: false });
    expect(await withIdempotency(db, request, failOnRepeat)).toEqual({ response: done, replayed: true });
  });

  it('gets the response of its successor, if that one is done', async () => {
    const request = aRequest();
    const held = delayAfterRollback(db, () => withIdempotency(db, request, succeed));
    expect(await withIdempotency(held, request, fail)).toEqual({ response: done, replayed: true });
  });

  it('is rejected because the key was used for another request, if that one is the successor', async () => {
    const request = aRequest();
    const held = delayAfterRollback(db, () => withIdempotency(db, { ...request, url: '/orders' }, succeed));
    await expect(withIdempotency(held, request, fail)).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  });
});

describe('a request with an Idempotency-Key whose response is stored after its work', () => {
  it('that fails after its successor is done gets the response of the successor', async () => {
    const request = aRequest();
    const failLate = async () => {
      await withIdempotencyOutsideTransaction(db, request, succeed);
      return fail();
    };
    expect(await withIdempotencyOutsideTransaction(db, request, failLate)).toEqual({ response: done, replayed: true });
  });

  it('that succeeds is stored, even if a repetition failed meanwhile', async () => {
    const request = aRequest();
    const succeedLate = async () => {
      await withIdempotencyOutsideTransaction(db, request, fail).catch(() => {});
      return done;
    };
    expect(await withIdempotencyOutsideTransaction(db, request, succeedLate)).toEqual({
      response: done,
      replayed: false,
    });
    expect(await withIdempotencyOutsideTransaction(db, request, failOnRepeat)).toEqual({
      response: done,
      replayed: true,
    });
  });

  it('that succeeds after its successor gets the response of the successor', async () => {
    const request = aRequest();
    const succeedLate = async () => {
      await withIdempotencyOutsideTransaction(db, request, succeed);
      return { ...done, body: '"later"' };
    };
    expect(await withIdempotencyOutsideTransaction(db, request, succeedLate)).toEqual({
      response: done,
      replayed: true,
    });
  });
});
