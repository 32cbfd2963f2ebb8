// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'assign-incident': never;
    'create-incident': {
      readonly id: string;
    };
    'find-settled-orders': {
      readonly id: string;
    };
    'find-times-of-order': {
      readonly now: Date;
      readonly dueAt: Date | null;
      readonly notBefore: Date | null;
      readonly supersededBy: string | null;
    };
    'has-failed-orders-or-incident': {
      readonly exists: boolean;
    };
    'list-order-changes': {
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string;
      readonly at: Date;
    };
    'note-incident': never;
    'search-records': {
      readonly kind: 'line' | 'holder' | 'order' | 'resource' | 'pool' | 'webhook-endpoint' | 'webhook-delivery';
      readonly id: string;
      readonly brokerId: string | null;
      readonly matchedBy:
        | 'id'
        | 'msisdn'
        | 'iccId'
        | 'imsi'
        | 'externalCode'
        | 'federalTaxId'
        | 'correlationId'
        | 'name'
        | 'line';
      readonly isExact: boolean;
      readonly label: string;
      readonly status:
        | 'PROVISIONING'
        | 'PROVISIONING_ERROR'
        | 'STAND_BY'
        | 'ACTIVATING'
        | 'ACTIVATION_ERROR'
        | 'ACTIVE'
        | 'BLOCKING'
        | 'BLOCKING_ERROR'
        | 'BLOCKED'
        | 'TERMINATING'
        | 'TERMINATION_ERROR'
        | 'TERMINATED'
        | 'PENDING'
        | 'IN_PROGRESS'
        | 'COMPLETED'
        | 'FAILED'
        | 'ROLLING_BACK'
        | 'ROLLED_BACK'
        | 'ROLLBACK_FAILED'
        | 'CANCELLING'
        | 'CANCELLED'
        | 'CANCEL_FAILED'
        | 'available'
        | 'reserved'
        | 'active'
        | 'suspended'
        | 'quarantined'
        | 'decommissioned'
        | 'enabled'
        | 'disabled'
        | 'deleted'
        | 'pending'
        | 'delivering'
        | 'waiting'
        | 'held'
        | 'delivered'
        | 'failed'
        | null;
      readonly createdAt: Date;
    };
  }
}
