import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { showActor } from '@linework/events/show-actor';
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

/** The actor that placed an order, as far as the reader may see it; undefined for an order from before actors were stored. */
export const showOrderActor = ({ job, ...placed }: OrderActorColumns, reader: Reader): Actor | undefined =>
  showActor({ ...placed, job: (job ?? undefined) as JobName | undefined }, reader);

/** The actors of the orders of a page, by order id. One query reads all their keys, and another one the people if there are any. */
export async function showOrderActors(
  db: Pick<Db, 'prisma'>,
  reader: Reader,
  orders: readonly (ActorColumns & { readonly id: string })[],
): Promise<ReadonlyMap<string, Actor | undefined>> {
  const keyIds = [...new Set(orders.flatMap(({ keyId }) => keyId ?? []))];
  const found = keyIds.length === 0 ? [] : await db.prisma.apiKey.findMany({ where: { id: { in: keyIds } }, select: { id: true, name: true, brokerId: true } });
  const keys = new Map(found.map((key) => [key.id, key]));
  const names = await readOperatorNames(
    db,
    keyIds.filter((id) => !keys.has(id)),
  );
  return new Map(
    orders.map(({ id, keyId, job }) => {
      const key = keyId === null ? undefined : keys.get(keyId);
      const operatorName = (keyId !== null && names.get(keyId)) || null;
      return [id, showOrderActor({ keyId, job, keyName: key?.name ?? null, keyBrokerId: key?.brokerId ?? null, operatorName }, reader)];
    }),
  );
}

/** The names of the people among these ids; the others are keys that no longer exist. */
async function readOperatorNames(db: Pick<Db, 'prisma'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db.prisma.operator.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
  return new Map(found.map(({ id, name }) => [id, name]));
}
