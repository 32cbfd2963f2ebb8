import {
  type PooledResource,
  pooledResource,
  type Resource,
  type ResourceDetails,
  resource,
  resourceDetails,
} from '@linework/schemas/inventory/resource';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';

/** The FROM clause and columns of all statements that show resources. */
export const resourceTables = `resource r
  JOIN resource_state s ON s.resource_id = r.id
  JOIN pool p ON p.id = r.pool_id
  JOIN resource_type t ON t.id = r.type_id
  LEFT JOIN reservation v ON v.id = s.reservation_id`;

export const resourceColumns = `r.id, s.status, r.broker_id AS "brokerId", r.type_id AS "typeId", t.name AS "typeName",
    r.pool_id AS "poolId",
  p.name AS "poolName", r.metadata, r.external_code AS "externalCode", r.location, r.created_at AS "createdAt",
  s.updated_at AS "updatedAt", s.reservation_id AS "reservationId", s.reserved_at AS "reservedAt",
    s.quarantined_at AS "quarantinedAt",
  coalesce(v.reservation_ttl, r.reservation_ttl, p.reservation_ttl, t.reservation_ttl) AS "reservationTTL",
  coalesce(extract(epoch FROM s.quarantine_ends_at - s.quarantined_at)::int, r.quarantine_ttl, p.quarantine_ttl,
    t.quarantine_ttl) AS "quarantineTTL",
  CASE WHEN t.secrets_sealed THEN r.attributes ELSE r.attributes - secret_members(r.attributes,
    t.secret_attributes) END AS attributes,
  ARRAY(
    SELECT g.resource_id
    FROM resource_state g
    WHERE g.group_id = s.group_id AND g.resource_id <> r.id
    ORDER BY g.resource_id) AS "associatedResourceIds"`;

/** A row of `resourceColumns`. */
export interface ResourceRow extends RecordOf<typeof pooledResource> {
  readonly typeName: string;
  readonly poolName: string;
}

/** What a resource by itself has more. */
export const detailColumns = `s.reserved_until AS "reservedUntil", s.quarantine_ends_at AS "quarantineEndsAt",
    s.line_id AS "lineId", r.import_id AS "importId"`;

/** A row of `resourceColumns` and `detailColumns`. */
export interface DetailsRow extends ResourceRow {
  readonly reservedUntil: Date | null;
  readonly quarantineEndsAt: Date | null;
  readonly lineId: string | null;
  readonly importId: string | null;
}

const nestTypeAndPool = ({ typeId, typeName, poolId, poolName }: ResourceRow) => ({
  type: { id: typeId, name: typeName },
  pool: { id: poolId, title: poolName },
});

/** A resource as its client sees it. */
export const printResource = (row: ResourceRow): Resource => printRecord(resource, { ...row, ...nestTypeAndPool(row) });

/** A resource by itself. */
export const printResourceDetails = (row: DetailsRow): ResourceDetails =>
  printRecord(resourceDetails, { ...row, ...nestTypeAndPool(row) });

/** A resource as the list of its pool shows it. */
export const printPooledResource = (row: ResourceRow): PooledResource => printRecord(pooledResource, row);
