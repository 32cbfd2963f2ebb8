import type { Db } from '@linework/db/db';
import { eventType } from '@linework/schemas/events';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { type SignInWay, type StartedSession, startSession } from './start-session.ts';

/**
 * Starts a session of a person whose identity is proven, and writes its event. Undefined if the person was disabled
 * meanwhile.
 */
export async function openSession(
  tx: Pick<Db, 'query' | 'prisma'>,
  operatorId: string,
  way: SignInWay,
): Promise<StartedSession | undefined> {
  const session = await startSession(tx, operatorId, way);
  if (session)
    await emitOperatorEvent(tx, {
      type: eventType('operator.signed_in'),
      operatorId,
      byId: operatorId,
      details: { way },
    });
  return session;
}
