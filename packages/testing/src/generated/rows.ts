// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'count-all-orders': {
      readonly orders: number;
    };
    'count-resources': {
      readonly resources: number;
    };
    'count-usage-records': {
      readonly records: number;
    };
    'test-add-resources': never;
    'test-change-line-status': never;
    'test-count-read-rows': {
      readonly read: number | null;
    };
    'test-end-waits': never;
    'test-find-settled': object;
    'test-hold-resource': object;
    'test-insert-api-key': never;
    'test-insert-broker': never;
    'test-insert-holder': never;
    'test-insert-line': never;
    'test-quarantine-all': never;
    'test-reserve-all': {
      readonly id: string;
    };
    'test-suspend-all': never;
  }
}
