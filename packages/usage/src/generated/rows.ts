// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'add-usage-credit': {
      readonly createdAt: Date;
    };
    'close-accounts': never;
    'drop-archived-usage-partition': {
      readonly isDropped: boolean | null;
    };
    'drop-usage-partitions': {
      readonly dropped: number | null;
    };
    'emit-threshold-events': never;
    'find-accounts-to-open': {
      readonly id: string;
    };
    'find-active-credits': {
      readonly componentId: string;
      readonly type: string;
      readonly granted: string;
      readonly used: string;
      readonly dueAt: Date;
      readonly updatedAt: Date;
      readonly metadata: unknown;
    };
    'find-lines-of-usage-records': {
      readonly place: number;
      readonly lineId: string;
    };
    'find-next-cycles': {
      readonly id: string;
      readonly frequency: string;
      readonly customPeriodDays: number | null;
      readonly anchorDay: string | null;
      readonly startDay: string | null;
      readonly today: string;
    };
    'find-usage-account': {
      readonly id: string;
      readonly brokerId: string;
      readonly product: unknown;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly now: Date;
      readonly cycleFrom: string | null;
      readonly cycleUntil: string | null;
    };
    'find-usage-records': {
      readonly brokerId: string;
      readonly recordId: string;
      readonly lineId: string;
      readonly type: string;
      readonly productId: string | null;
      readonly amount: string;
      readonly counted: string;
      readonly usedAt: Date;
    };
    'grant-next-cycle': never;
    'insert-usage-records': {
      readonly brokerId: string;
      readonly recordId: string;
    };
    'insert-usage-records-of-day': {
      readonly brokerId: string;
      readonly recordId: string;
    };
    'lines-of-subscription': {
      readonly id: string;
    };
    'list-old-usage-partitions': {
      readonly name: string | null;
      readonly from: string | null;
      readonly until: string | null;
    };
    'lock-other-days-of-usage': {
      readonly now: Date;
      readonly locked: string;
    };
    'lock-usage-accounts': {
      readonly count: string;
    };
    'make-usage-partitions': {
      readonly made: number | null;
    };
    'open-accounts': never;
    'read-spans-of-credits': {
      readonly accountId: string;
      readonly from: Date;
      readonly until: Date;
    };
    'read-usage-accounts': {
      readonly id: string;
      readonly lineId: string;
      readonly brokerId: string;
      readonly productId: string;
      readonly from: Date | null;
      readonly until: Date | null;
      readonly several: unknown;
      readonly allowsOverage: boolean | null;
      readonly components: unknown;
    };
    'read-usage-credits': {
      readonly id: string;
      readonly accountId: string;
      readonly componentId: string;
      readonly type: string;
      readonly granted: string;
      readonly used: string;
      readonly startsAt: Date;
      readonly dueAt: Date;
    };
    'read-usage-days': {
      readonly day: string;
      readonly componentId: string;
      readonly type: string;
      readonly amount: string;
      readonly overage: string;
    };
    'read-usage-records-to-archive': {
      readonly line: string;
      readonly brokerId: string;
      readonly recordId: string;
      readonly day: string;
    };
    'sum-usage-of-cycle': {
      readonly componentId: string;
      readonly amount: string;
      readonly overage: string;
    };
    'write-usage': never;
  }
}
