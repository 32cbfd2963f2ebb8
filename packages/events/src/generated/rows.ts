// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
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
    'read-feed-bounds': {
      readonly newest: number;
      readonly oldest: number | null;
    };
    'read-newest-position': {
      readonly newest: number;
    };
  }
}
