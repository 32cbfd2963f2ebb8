import { openDb } from '@linework/db/db';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { decideUnansweredCall } from '@linework/partner-decisions/decide-unanswered-call';
import type { Decision } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { anOperator } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const protocol = '3352600000000001';

/** Receipts that the authority has not answered about for more than a day. */
async function createStoppedCall(request: 'issue' | 'cancel') {
  const desk = await createIssuingFixture(db);
  const draft = await desk.draft();
  const receipt = request === 'cancel' ? await desk.issue(draft) : draft;
  desk.authority.isUnavailable = true;
  await expect(desk[request](receipt)).rejects.toMatchObject({ status: 503 });
  await desk.pollDue();
  await db.pool.query(`UPDATE unanswered_call SET since = now() - interval '25 h' WHERE record_id = $1`, [receipt.id]);
  await desk.pollDue();
  const call = await db.prisma.unansweredCall.findFirstOrThrow({ where: { recordId: receipt.id } });
  const decide = (decision: Omit<Decision, 'reason'>) =>
    decideUnansweredCall(db, {
      caller: anOperator(),
      id: call.id,
      decision: { reason: 'Seen in the portal.', ...decision },
    });
  return { ...desk, receipt, call, decide };
}

describe('an unanswered tax receipt', () => {
  it('is stopped after a day, with an event', async () => {
    const { receipt, call, events } = await createStoppedCall('issue');
    expect(call).toMatchObject({ kind: 'tax-receipt', stoppedAt: expect.any(Date) });
    expect(await events(receipt)).toContain('tax_receipt.unanswered');
  });

  it('is answered when a client requests it again and the authority answers then', async () => {
    const { authority, draft, issue, pollDue } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.isUnavailable = true;
    await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
    await pollDue();
    authority.isUnavailable = false;
    await db.prisma.taxReceipt.update({ where: { id: receipt.id }, data: { dueAt: new Date(0) } });
    expect(await issue(receipt)).toMatchObject({ status: 'ACTIVE' });
    expect(await db.prisma.unansweredCall.findMany({ where: { recordId: receipt.id } })).toMatchObject([
      { failures: 1, endedAt: expect.any(Date) },
    ]);
  });

  it('becomes ACTIVE by an operator who knows its protocol', async () => {
    const { receipt, decide, row } = await createStoppedCall('issue');
    await decide({ status: 'ACTIVE', protocol });
    expect(await row(receipt)).toMatchObject({ status: 'ACTIVE', protocol, number: 1, dueAt: null });
  });

  it('does not become ACTIVE without a protocol', async () => {
    const { receipt, decide, row } = await createStoppedCall('issue');
    await expect(decide({ status: 'ACTIVE' })).rejects.toMatchObject({ status: 422, code: 'protocol-needed' });
    expect(await row(receipt)).toMatchObject({ status: 'DRAFT' });
  });

  it('stays a draft with its number when the authority has not registered it, and can be issued again', async () => {
    const { receipt, decide, row, issue, authority } = await createStoppedCall('issue');
    await decide({ status: 'DRAFT' });
    expect(await row(receipt)).toMatchObject({
      status: 'DRAFT',
      number: 1,
      dueAt: null,
      refusal: { code: 'decided-by-operator' },
    });
    authority.isUnavailable = false;
    expect(await issue(receipt)).toMatchObject({ status: 'ACTIVE', number: 1 });
  });

  it.each([
    ['CANCELED', { status: 'CANCELED', cancelProtocol: protocol }],
    ['ACTIVE', { status: 'ACTIVE', cancelingAt: null }],
  ] as const)('that is being cancelled becomes %s', async (status, expected) => {
    const { receipt, decide, row } = await createStoppedCall('cancel');
    await decide({ status, protocol });
    expect(await row(receipt)).toMatchObject({ ...expected, dueAt: null });
  });
});
