import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Actor } from '@linework/schemas/events/actor';
import type { JobName } from '@linework/schemas/jobs';
import { showActor } from '../events/show-actor.ts';

/** Who placed an order, as its row has it. */
interface ActorColumns {
  readonly keyId: string | null;
  readonly job: string | null;
}

/** The same with what is known of the key. */
export interface OrderActorColumns extends ActorColumns {
  readonly keyName: string | null;
  readonly keyBrokerId: string | null;
}

type Reader = Pick<Caller, 'brokerId'>;

/** Who placed an order, as this reader may know it; undefined for an order of before this was kept. */
export const showOrderActor = ({ job, ...placed }: OrderActorColumns, reader: Reader): Actor | undefined =>
  showActor({ ...placed, job: (job ?? undefined) as JobName | undefined }, reader);

/** The same for the orders of a page, by their ids: their keys are looked up together. */
export async function showOrderActors(
  db: Pick<Db, 'prisma'>,
  reader: Reader,
  orders: readonly (ActorColumns & { readonly id: string })[],
): Promise<ReadonlyMap<string, Actor | undefined>> {
  const keyIds = [...new Set(orders.flatMap(({ keyId }) => keyId ?? []))];
  const found = keyIds.length === 0 ? [] : await db.prisma.apiKey.findMany({ where: { id: { in: keyIds } }, select: { id: true, name: true, brokerId: true } });
  const keys = new Map(found.map((key) => [key.id, key]));
  return new Map(
    orders.map(({ id, keyId, job }) => {
      const key = keyId === null ? undefined : keys.get(keyId);
      return [id, showOrderActor({ keyId, job, keyName: key?.name ?? null, keyBrokerId: key?.brokerId ?? null }, reader)];
    }),
  );
}
