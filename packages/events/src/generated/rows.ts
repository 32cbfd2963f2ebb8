// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'assign-event-positions': {
      readonly count: number;
    };
    'count-events': {
      readonly total: number;
      readonly before: number;
    };
    'find-event-by-seq': {
      readonly position: number;
      readonly id: string;
      readonly brokerId: string | null;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
    };
    'find-event-of-earlier': {
      readonly position: number;
      readonly id: string;
      readonly brokerId: string | null;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
    };
    'list-audit': {
      readonly position: number;
      readonly id: string;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly brokerId: string | null;
      readonly keyId: string;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
      readonly bytes: number;
      readonly bytesBefore: string;
      readonly found: number;
    };
    'list-audit-of-record': {
      readonly position: number;
      readonly id: string;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly brokerId: string | null;
      readonly keyId: string;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
      readonly bytes: number;
      readonly bytesBefore: string;
      readonly found: number;
    };
    'make-event-partitions': {
      readonly made: number | null;
    };
    'now-of-past': {
      readonly now: Date;
    };
    'purge-event-positions': {
      readonly count: number;
    };
    'read-causes': {
      readonly recordId: string;
      readonly value: string;
      readonly instant: Date;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly keyId: string | null;
      readonly job: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
    };
    'read-events': {
      readonly position: number;
      readonly id: string;
      readonly type: string;
      readonly at: Date;
      readonly resourceType: string;
      readonly resourceId: string;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly found: number;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
      readonly unseenFrom: string;
      readonly unseenOpen: readonly string[];
    };
    'read-feed': {
      readonly newest: number;
      readonly oldest: number | null;
      readonly position: number | null;
      readonly id: string | null;
      readonly brokerId: string | null;
      readonly type: string | null;
      readonly at: Date | null;
      readonly resourceType: string | null;
      readonly resourceId: string | null;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
      readonly bytes: number | null;
      readonly bytesBefore: string | null;
      readonly found: number | null;
    };
    'read-feed-bounds': {
      readonly newest: number;
      readonly oldest: number | null;
    };
    'read-feed-of-record': {
      readonly newest: number;
      readonly oldest: number | null;
      readonly position: number | null;
      readonly id: string | null;
      readonly brokerId: string | null;
      readonly type: string | null;
      readonly at: Date | null;
      readonly resourceType: string | null;
      readonly resourceId: string | null;
      readonly fromStatus: string | null;
      readonly toStatus: string | null;
      readonly orderId: string | null;
      readonly job: string | null;
      readonly details: unknown;
      readonly keyId: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
      readonly bytes: number | null;
      readonly bytesBefore: string | null;
      readonly found: number | null;
    };
    'read-newest-position': {
      readonly newest: number;
    };
  }
}
