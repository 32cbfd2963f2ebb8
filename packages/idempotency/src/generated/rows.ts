// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'find-idempotency-record': {
      readonly fingerprint: Buffer;
      readonly status: number;
      readonly headers: unknown;
      readonly body: string | null;
    };
    'lock-idempotency-key': {
      readonly locked: boolean;
    };
    'purge-idempotency-records': {
      readonly '?column?': number;
    };
    'purge-idempotency-records-about': {
      readonly until: Date | null;
      readonly count: number;
    };
    'store-idempotency-failure': {
      readonly locked: boolean;
      readonly stored: boolean;
    };
    'store-idempotency-record': {
      readonly '?column?': number;
    };
  }
}
