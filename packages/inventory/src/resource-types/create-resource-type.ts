import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { writeEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import type { ResourceType } from '@linework/schemas/inventory/resource-type';
import { v7 as newId } from 'uuid';
import { printResourceType } from './list-resource-types.ts';

export interface NewResourceType {
  readonly keyId: string;
  readonly code: string;
  readonly name: string;
  readonly reusable: boolean;
  readonly reservationTTL?: number | undefined;
  readonly quarantineTTL?: number | undefined;
  readonly secretAttributes?: readonly string[] | undefined;
}

/** Creates a resource type. Raises conflict when another type has its code. */
export async function createResourceType(
  db: Db,
  { keyId, reservationTTL, quarantineTTL, secretAttributes = [], ...type }: NewResourceType,
): Promise<ResourceType> {
  return db.transaction(async (tx) => {
    const ttls = {
      ...(reservationTTL !== undefined && { reservationTtl: reservationTTL }),
      ...(quarantineTTL !== undefined && { quarantineTtl: quarantineTTL }),
    };
    const created = await tx.prisma.resourceType
      .create({ data: { id: newId(), ...type, ...ttls, secretAttributes: toLowerCaseNames(secretAttributes) } })
      .catch(raiseCodeConflict);
    await writeEvent(tx, {
      type: 'resource_type.created',
      id: created.id,
      keyId: keyId,
    });
    return printResourceType(created);
  });
}

/** Names are compared in lower case; each is stored once. */
const toLowerCaseNames = (names: readonly string[]) => [...new Set(names.map((name) => name.toLowerCase()))];

function raiseCodeConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'resource_type_code_key')) throw error;
  throw conflict('Another resource type has this code.', { code: 'type-code-taken' });
}
