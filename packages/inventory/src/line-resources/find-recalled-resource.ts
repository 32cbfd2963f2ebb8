import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ClaimedResource } from './claim-resources.ts';

const findRecalledStatement = statement(
  'find-recalled',
  { resourceId: 'uuid', holderId: 'uuid' },
  `SELECT r.id, t.code AS type, r.external_code AS "externalCode", r.attributes, r.imsi
   FROM resource_state s JOIN resource r ON r.id = s.resource_id JOIN resource_type t ON t.id = r.type_id
   WHERE s.resource_id = :resourceId AND s.status = 'active' AND s.line_id IS NULL
     AND EXISTS (
       SELECT
       FROM allocation a
       WHERE a.resource_id = s.resource_id AND a.holder_id = :holderId AND a.held_to IS NULL)
   FOR UPDATE OF s`,
).returns<{ readonly attributes: Readonly<Record<string, unknown>> }>();

/** Locks a resource that was recalled for this holder and has no line; undefined when the resource is not one. */
export async function findRecalledResource(
  tx: Db,
  { resourceId, holderId }: { readonly resourceId: string; readonly holderId: string },
): Promise<ClaimedResource | undefined> {
  const [recalled] = await tx.query(findRecalledStatement, { resourceId, holderId });
  return recalled;
}
