import { resumeBulkOperationRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { aBroker } from '@linework/testing/a-broker';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { db } = console.api;
const administrator = await console.signedIn('administrator');

async function aBatch() {
  const { id: operatorId } = await console.aPerson('operator');
  const { id: brokerId } = await aBroker(db);
  const details = { operation: 'retry', status: 'RUNNING', total: 1, correlationId: newId(), reason: 'a test' };
  const items = { create: { position: 0, targetOrderId: newId() } };
  const { id: bulkId } = await db.prisma.bulkOperation.create({
    data: { id: newId(), brokerId, keyId: operatorId, ...details, items },
  });
  return { operatorId, bulkId };
}
const statusOf = async (id: string) => (await db.prisma.bulkOperation.findUniqueOrThrow({ where: { id } })).status;

describe('a running batch', () => {
  it.each([
    ['is disabled', 'POST', '/disable', undefined],
    ['becomes a viewer', 'PATCH', '', { role: 'viewer' }],
  ])('is paused when its creator %s, and tells who did it', async (_name, method, path, body) => {
    const { operatorId, bulkId } = await aBatch();
    expect((await administrator.call(method, `/operators/${operatorId}${path}`, body)).status).toBe(200);
    expect(await statusOf(bulkId)).toBe('PAUSED');
    const [event] = await db.prisma.event.findMany({ where: { resourceId: bulkId, type: 'bulk_operation.paused' } });
    expect(event).toMatchObject({ keyId: administrator.id, fromStatus: 'RUNNING', toStatus: 'PAUSED' });
  });

  it('goes on when another person resumes it', async () => {
    const { operatorId, bulkId } = await aBatch();
    await administrator.call('POST', `/operators/${operatorId}/disable`);
    expect(
      (await administrator.call('POST', resumeBulkOperationRoute.path.replace('{id}', bulkId))).json,
    ).toMatchObject({ status: 'RUNNING' });
  });

  it('goes on when its creator becomes an administrator', async () => {
    const { operatorId, bulkId } = await aBatch();
    await administrator.call('PATCH', `/operators/${operatorId}`, { role: 'administrator' });
    expect(await statusOf(bulkId)).toBe('RUNNING');
  });
});
