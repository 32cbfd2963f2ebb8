import { createApiKey as drawKey, fingerprint, shownPrefix } from '@linework/auth/api-key';
import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { notFound, validationError } from '@linework/problem-details/make-problem';
import { type EventType, eventType } from '@linework/schemas/events';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import { v7 as newId } from 'uuid';
import { printApiKey } from './find-api-key.ts';

export interface ApiKeyInput {
  readonly name: string;
  readonly brokerId?: string | undefined;
  /** The group in the key of an operator. A broker's keys have the group of the broker. */
  readonly cellGroup?: string | undefined;
  readonly scopes: readonly Scope[];
  /** The networks that it may be used from, as `readNetworks` writes them; none for everywhere. */
  readonly allowedAddresses?: readonly string[] | undefined;
  readonly expiresAt?: string | undefined;
  /** The key that sent the request; undefined when demo data is seeded. */
  readonly createdByKeyId?: string;
}

/**
 * Creates a key and returns it this once: only its SHA-256 is stored. Raises 400 for an expiry that is not in the
 * future, and not-found for a broker that does not exist.
 */
export async function createApiKey(
  db: Db,
  { name, brokerId, cellGroup, scopes, allowedAddresses = [], expiresAt, createdByKeyId }: ApiKeyInput,
): Promise<ApiKey & { readonly key: string }> {
  const end = expiresAt === undefined ? null : new Date(expiresAt);
  return db.transaction(async (tx) => {
    if (end) await assertInFuture(tx, end);
    const broker =
      brokerId === undefined ? { cellGroup } : await tx.prisma.broker.findFirst({ where: { id: brokerId } });
    if (!broker) throw notFound(`There is no broker ${brokerId}.`);
    const key = drawKey(broker.cellGroup);
    const created = await tx.prisma.apiKey.create({
      data: {
        id: newId(),
        name,
        brokerId: brokerId ?? null,
        scopes: [...new Set(scopes)],
        allowedAddresses: [...allowedAddresses],
        fingerprint: new Uint8Array(fingerprint(key)),
        shownPrefix: shownPrefix(key),
        expiresAt: end,
        originalExpiresAt: end,
      },
    });
    const details = { scopes: created.scopes, ...(allowedAddresses.length > 0 && { allowedAddresses }) };
    const keyId = createdByKeyId ?? null;
    await writeEvent(tx, {
      type: eventType('api_key.created'),
      id: created.id,
      brokerId: created.brokerId,
      keyId,
      details,
    });
    return { ...printApiKey(created), key };
  });
}

const isPastStatement = statement('is-past', { end: 'timestamptz' }, 'SELECT :end <= now() AS "isPast"');

async function assertInFuture(tx: Db, end: Date): Promise<void> {
  const [check] = await tx.query(isPastStatement, { end: end.toISOString() });
  if (check?.isPast) throw validationError([{ detail: 'must be in the future', pointer: '/expiresAt' }]);
}

/** Writes an event about a key. */
export async function emitKeyEvent(
  tx: Db,
  type: EventType,
  key: { readonly id: string; readonly brokerId: string | null },
  byKeyId?: string,
): Promise<void> {
  await writeEvent(tx, { type, id: key.id, brokerId: key.brokerId, keyId: byKeyId ?? null });
}
