import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';

interface UnansweredCallOptions {
  readonly brokerId: string;
  readonly kind: UnansweredKind;
  readonly recordId: string;
}

/** A call about a record without a response for two days. It is not repeated automatically. */
export async function anUnansweredCall(
  { prisma }: Pick<Db, 'prisma'>,
  options: UnansweredCallOptions,
): Promise<string> {
  const since = new Date(Date.now() - 2 * 86_400_000);
  const { id } = await prisma.unansweredCall.create({
    data: { id: randomUUID(), ...options, since, code: 'timeout', stoppedAt: new Date() },
  });
  return id;
}
