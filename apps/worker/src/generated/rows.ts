// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'analyze-partitioned-tables': {
      readonly analyze_partitioned_tables: string | null;
    };
  }
}
