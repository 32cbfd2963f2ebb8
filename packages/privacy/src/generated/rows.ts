// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'erase-move-in-rows-of-holder': never;
    'erase-system-texts-of-holder': never;
  }
}
