import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Actor } from '@linework/schemas/events/actor';
import { showActor } from './show-actor.ts';

/**
 * The keys and people with these ids, as far as the reader may see them. One query reads the keys, and another one the
 * people if there are any.
 */
export async function showActors(
  db: Pick<Db, 'prisma'>,
  reader: Pick<Caller, 'brokerId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Actor | undefined>> {
  const keyIds = [...new Set(ids)];
  const found =
    keyIds.length === 0
      ? []
      : await db.prisma.apiKey.findMany({
          where: { id: { in: keyIds } },
          select: { id: true, name: true, brokerId: true },
        });
  const keys = new Map(found.map((key) => [key.id, key]));
  const names = await readOperatorNames(
    db,
    keyIds.filter((id) => !keys.has(id)),
  );
  return new Map(
    keyIds.map((keyId) => {
      const key = keys.get(keyId);
      const actor = {
        keyName: key?.name ?? null,
        keyBrokerId: key?.brokerId ?? null,
        operatorName: names.get(keyId) ?? null,
      };
      return [keyId, showActor({ keyId, ...actor, job: undefined }, reader)];
    }),
  );
}

/** The names of the people among these ids; the others are keys that no longer exist. */
async function readOperatorNames(db: Pick<Db, 'prisma'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db.prisma.operator.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(found.map(({ id, name }) => [id, name]));
}
