import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { showActor } from '@linework/events/show-actor';
import { showActors } from '@linework/events/show-actors';
import type { Actor } from '@linework/schemas/events/actor';
import type { JobName } from '@linework/schemas/jobs';

/** The columns of an order that name who placed it. */
interface ActorColumns {
  readonly keyId: string | null;
  readonly job: string | null;
}

/** The same columns together with those of the key, or of the person. */
export interface OrderActorColumns extends ActorColumns {
  readonly keyName: string | null;
  readonly keyBrokerId: string | null;
  readonly operatorName: string | null;
}

type Reader = Pick<Caller, 'brokerId'>;

/**
 * The actor that placed an order, as far as the reader may see it; undefined for an order from before actors were
 * stored.
 */
export const showOrderActor = ({ job, ...placed }: OrderActorColumns, reader: Reader): Actor | undefined =>
  showActor({ ...placed, job: (job ?? undefined) as JobName | undefined }, reader);

/** The actors of the orders of a page, by order id. */
export async function showOrderActors(
  db: Pick<Db, 'prisma'>,
  reader: Reader,
  orders: readonly (ActorColumns & { readonly id: string })[],
): Promise<ReadonlyMap<string, Actor | undefined>> {
  const actors = await showActors(
    db,
    reader,
    orders.flatMap(({ keyId }) => keyId ?? []),
  );
  return new Map(
    orders.map(({ id, keyId, job }) => {
      const withoutKey = { keyId: null, keyName: null, keyBrokerId: null, operatorName: null };
      return [id, keyId === null ? showOrderActor({ ...withoutKey, job }, reader) : actors.get(keyId)];
    }),
  );
}
