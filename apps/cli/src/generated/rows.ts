// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'check-durability': {
      readonly standbys: number;
      readonly isSynchronous: boolean;
    };
    'check-server': {
      readonly version: string;
      readonly versionNumber: number;
      readonly isStandby: boolean;
      readonly nowMs: number;
    };
    'has-migration-table': {
      readonly isThere: boolean;
    };
    'has-queue-tables': {
      readonly areThere: boolean;
    };
    'has-tables-of-brokers': {
      readonly hasThem: boolean;
    };
    'list-migrations': {
      readonly name: string;
      readonly finished: boolean;
    };
  }
}
