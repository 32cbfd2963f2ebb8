// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'announce-low-pools': {
      readonly count: number;
    };
    'announce-removed-resources': {
      readonly id: string;
    };
    'assign-recalled-resources': {
      readonly id: string;
    };
    'assign-reserved-resources': {
      readonly id: string;
    };
    'associate-resources': never;
    'change-pool': {
      readonly id: string;
    };
    'change-resource': never;
    'check-pool-as-source': object;
    'check-reservation-as-source': object;
    'check-resource-as-source': object;
    'claim-from-pool': {
      readonly id: string;
    };
    'claim-from-reservation': {
      readonly id: string;
    };
    'claim-from-resource': {
      readonly id: string;
    };
    'claim-resources': {
      readonly id: string;
      readonly type: string;
      readonly externalCode: string;
      readonly attributes: unknown;
      readonly imsi: string | null;
    };
    'compact-pool-counts': {
      readonly count: number;
    };
    'confirm-ported-in-number': never;
    'count-resources-of-import': {
      readonly left: number;
    };
    'count-stock-of-pool': {
      readonly available: number;
    };
    'count-stock-of-pool-matching': {
      readonly available: number;
    };
    'count-stock-of-type': {
      readonly available: number;
    };
    'count-stock-of-type-matching': {
      readonly available: number;
    };
    'create-range': {
      readonly id: string;
      readonly kind: string;
      readonly from: string;
      readonly to: string;
      readonly brokerId: string;
      readonly createdAt: Date;
    };
    'create-savepoint': never;
    'delete-empty-pool': {
      readonly id: string;
    };
    'delete-range': {
      readonly id: string;
    };
    'delete-registered-range': {
      readonly id: string;
    };
    'end-quarantines': {
      readonly count: number;
    };
    'expire-reservations': {
      readonly count: number;
    };
    'extend-reservation': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE' | 'CONSUMED' | 'RELEASED';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'find-chosen-stock': {
      readonly id: string;
      readonly brokerId: string;
      readonly isFree: boolean;
    };
    'find-code-at-cursor': {
      readonly code: string;
    };
    'find-number-in-inventory': object;
    'find-number-of-port-in': {
      readonly resourceId: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly lineId: string | null;
      readonly reservationId: string | null;
    };
    'find-overlapping-ranges': {
      readonly id: string;
      readonly kind: string;
      readonly from: string;
      readonly to: string;
      readonly brokerId: string;
      readonly createdAt: Date;
    };
    'find-pool': {
      readonly id: string;
      readonly name: string;
      readonly typeId: string;
      readonly brokerId: string;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly lowAvailabilityThreshold: number;
      readonly resourcesCount: number;
      readonly availableResourcesCount: number;
    };
    'find-pool-as-source': object;
    'find-pool-scope': {
      readonly id: string;
      readonly size: number;
      readonly inStatus: number;
      readonly everything: number;
    };
    'find-pool-to-fill': {
      readonly id: string;
      readonly typeId: string;
      readonly brokerId: string;
      readonly secretAttributes: readonly string[];
      readonly typeCode: string;
      readonly checkDigit: 'luhn' | 'none';
    };
    'find-pool-to-move-to': {
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly fits: boolean;
    };
    'find-pool-to-reserve-from': {
      readonly id: string;
    };
    'find-ported-out-number': {
      readonly resourceId: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly lineId: string | null;
      readonly isHeldByOther: boolean | null;
    };
    'find-ranges-of-broker': {
      readonly kind: string;
      readonly from: string;
      readonly to: string;
    };
    'find-recalled': {
      readonly id: string;
      readonly type: string;
      readonly externalCode: string;
      readonly attributes: unknown;
      readonly imsi: string | null;
    };
    'find-registered-range': {
      readonly id: string;
      readonly kind: string;
      readonly company: string | null;
      readonly from: string;
      readonly to: string;
      readonly brokerId: string;
      readonly createdAt: Date;
      readonly isOwned: boolean;
    };
    'find-reservation': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE' | 'CONSUMED' | 'RELEASED';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'find-reservation-as-source': object;
    'find-resource': {
      readonly id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly brokerId: string;
      readonly typeId: string;
      readonly typeName: string;
      readonly poolId: string;
      readonly poolName: string;
      readonly metadata: unknown;
      readonly externalCode: string;
      readonly location: string | null;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly reservationId: string | null;
      readonly reservedAt: Date | null;
      readonly quarantinedAt: Date | null;
      readonly reservationTTL: number;
      readonly quarantineTTL: number;
      readonly attributes: unknown;
      readonly associatedResourceIds: readonly string[];
      readonly reservedUntil: Date | null;
      readonly quarantineEndsAt: Date | null;
      readonly lineId: string | null;
      readonly importId: string | null;
      readonly hasExpired: boolean | null;
      readonly reusable: boolean;
      readonly nextReservationTTL: number;
      readonly nextQuarantineTTL: number;
    };
    'find-resource-as-source': object;
    'find-resource-conflicts': {
      readonly id: string;
      readonly code: boolean;
      readonly imsi: boolean;
    };
    'find-resources-of-import': {
      readonly id: string;
    };
    'find-type-to-reserve-of': {
      readonly id: string;
    };
    'find-types-by-name': {
      readonly id: string;
    };
    'get-pool-summary': {
      readonly poolId: string;
      readonly lowAvailabilityThreshold: number;
      readonly isLow: boolean;
      readonly checkDigit: 'luhn' | 'none' | null;
      readonly today: string;
      readonly counts: unknown;
      readonly returns: unknown;
      readonly used7: number;
      readonly used30: number;
    };
    'insert-resources': {
      readonly id: string;
    };
    'insert-resources-with-secrets': {
      readonly id: string;
    };
    'is-any-quarantine_ends_at-over': {
      readonly '?column?': boolean;
    };
    'is-any-reserved_until-over': {
      readonly '?column?': boolean;
    };
    'lock-claim-of-port-in': object;
    'lock-counter-repair': {
      readonly pg_advisory_xact_lock: string;
    };
    'lock-group': {
      readonly resource_id: string;
    };
    'lock-live-reservation': {
      readonly id: string;
    };
    'lock-pool': {
      readonly brokerId: string;
    };
    'lock-resource-to-change': {
      readonly resource_id: string;
    };
    'lock-resources-to-associate': {
      readonly id: string;
      readonly brokerId: string;
    };
    'lock-resources-to-remove': {
      readonly id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly lineId: string | null;
    };
    'move-resources': {
      readonly resourceId: string;
    };
    'prepare-import-data-keys': never;
    'prepare-import-rows': never;
    'read-group': {
      readonly resourceId: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly lineId: string | null;
      readonly suspendedBy: 'block' | 'hold' | 'both' | null;
      readonly holderId: string | null;
      readonly isHeld: boolean;
    };
    'read-resource-to-change': {
      readonly typeCode: string;
      readonly secretAttributes: readonly string[];
      readonly attributes: unknown;
      readonly metadata: unknown;
      readonly poolId: string;
      readonly location: string | null;
      readonly reservationTTL: number | null;
      readonly quarantineTTL: number | null;
    };
    'read-resources-to-associate': {
      readonly id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly groupId: string | null;
    };
    'register-range': {
      readonly id: string;
      readonly kind: string;
      readonly company: string | null;
      readonly from: string;
      readonly to: string;
      readonly brokerId: string;
      readonly createdAt: Date;
    };
    'release-reservation': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'RELEASED';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'release-savepoint': never;
    'remove-number-from-claim': never;
    'remove-resource-states': never;
    'remove-resources': never;
    'repair-counters': {
      readonly poolId: string | null;
      readonly status: string | null;
      readonly summed: number;
      readonly counted: number;
    };
    'reserve-from-chosen': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'reserve-from-pool': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'reserve-from-pool-matching': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'reserve-from-type': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'reserve-from-type-matching': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'reserve-one': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'reserve-one-each': {
      readonly id: string;
      readonly status: 'EXPIRED' | 'ACTIVE';
      readonly brokerId: string;
      readonly quantity: number;
      readonly resourceIds: readonly string[];
      readonly reservationTTL: number;
      readonly expiresAt: Date;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'roll-back-to-savepoint': never;
    'set-key-of-import': {
      readonly set_config: string;
    };
    'stage-import-rows': {
      readonly line: number;
      readonly externalCode: string;
      readonly codeInUse: boolean;
      readonly imsiInUse: boolean;
      readonly codeLine: number | null;
      readonly imsiLine: number | null;
    };
    'verify-counters': {
      readonly poolId: string | null;
      readonly status: string | null;
      readonly summed: number;
      readonly counted: number;
    };
    'write-staged-data-keys': never;
    'write-staged-rows': {
      readonly lastCode: string | null;
      readonly skipped: unknown;
    };
  }
}
