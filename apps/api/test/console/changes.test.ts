import { randomUUID } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { findSession } from '@linework/operators/find-session';
import { afterAll, describe, expect, it } from 'vitest';
import { collectChanges, idLimit } from '../../src/console/changes/collect-changes.ts';
import { isStillAllowed } from '../../src/request/still-allowed.ts';
import { emitEvent } from '../events/feed-tools.ts';
import { openChanges } from './open-changes.ts';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { db } = console.api;
const { broker } = await console.api.aClient();
// What happened so far is not part of a stream that begins later.
await assignAllEventPositions(db);

const aStream = (cookie: string) => openChanges(console.port, cookie);

async function change(resourceId: string): Promise<void> {
  await emitEvent(db, { brokerId: broker.id, resourceId });
  await assignAllEventPositions(db);
}

describe('the stream of changes', () => {
  it('says which records have changed, without their data', async () => {
    const page = await console.signedIn('viewer');
    const stream = await aStream(page.cookie);
    const id = randomUUID();
    await change(id);
    expect(await stream.next()).toEqual({ kinds: ['line'], ids: [id], isComplete: true });
  });

  it('has many changes of a moment in one message', async () => {
    const page = await console.signedIn('viewer');
    const stream = await aStream(page.cookie);
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await emitEvent(db, { brokerId: broker.id, resourceId: id });
    await assignAllEventPositions(db);
    expect((await stream.next())?.ids).toEqual(ids);
  });

  it('needs a session', async () => {
    expect((await aStream('')).status).toBe(401);
  });

  it('ends at the sign-out, also one with a copy of the cookie, and tells nothing more', async () => {
    const page = await console.signedIn('viewer');
    const stolen = await aStream(page.cookie);
    expect((await page.call('POST', '/sign-out')).status).toBe(204);
    await change(randomUUID());
    expect(await stolen.next()).toBeUndefined();
  });

  it('ends when the person is disabled, although nothing else happens', async () => {
    const page = await console.signedIn('viewer');
    const stream = await aStream(page.cookie);
    await db.prisma.operator.update({ where: { id: page.id }, data: { disabledAt: new Date() } });
    expect(await stream.next()).toBeUndefined();
  });

  it('does not keep an idle session alive, also when the browser opens it again', async () => {
    const page = await console.signedIn('viewer');
    const idleSince = new Date(Date.now() - 20 * 60_000);
    await db.prisma.operatorSession.updateMany({ where: { operatorId: page.id }, data: { lastUsedAt: idleSince } });
    expect((await aStream(page.cookie)).status).toBe(200);
    const [session] = await db.prisma.operatorSession.findMany({ where: { operatorId: page.id } });
    expect(session?.lastUsedAt).toEqual(idleSince);
  });
});

describe('the public stream of events with a session', () => {
  it('goes on as long as the session, because its caller is no key', async () => {
    const page = await console.signedIn('viewer');
    const operator = await findSession(db, page.cookie.split('=')[1] ?? '');
    const caller = { keyId: page.id, operator: operator ?? undefined, brokerId: null, scopes: [] } as Caller;
    expect(await isStillAllowed(db, caller)).toBe(true);
    await page.call('POST', '/sign-out');
    expect(await isStillAllowed(db, caller)).toBe(false);
  });
});

describe('a message of changes', () => {
  const changed = (resourceId: string, orderId: string | null = null) => ({
    resourceType: 'line',
    resourceId,
    orderId,
  });

  it('names each record and each order once', () => {
    expect(collectChanges([changed('a', 'o'), changed('a', 'o'), changed('b')])).toEqual({
      kinds: ['line'],
      ids: ['a', 'o', 'b'],
      isComplete: true,
    });
  });

  it('has no ids if there are too many, so that the page asks for everything', () => {
    const many = Array.from({ length: idLimit + 1 }, (_, index) => changed(String(index)));
    expect(collectChanges(many)).toEqual({ kinds: ['line'], ids: [], isComplete: false });
  });
});
