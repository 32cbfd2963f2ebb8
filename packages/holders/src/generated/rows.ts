// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'change-holder': never;
    'erase-person': never;
    'find-customer': {
      readonly brokerId: string;
      readonly anonymised: boolean;
    };
    'lock-holder': {
      readonly brokerId: string;
      readonly anonymised: boolean;
    };
  }
}
