// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'change-offer': {
      readonly brokerId: string;
    };
    'find-current-version-heads': {
      readonly id: string;
      readonly offerId: string;
      readonly version: number;
      readonly validFrom: Date;
      readonly validUntil: Date | null;
      readonly createdAt: Date;
    };
    'find-current-versions': {
      readonly id: string;
      readonly offerId: string;
      readonly version: number;
      readonly validFrom: Date;
      readonly validUntil: Date | null;
      readonly createdAt: Date;
      readonly brokerId: string;
      readonly content: unknown;
    };
    'lock-offer': {
      readonly brokerId: string;
    };
    'publish-offer-version': {
      readonly '?column?': number;
    };
  }
}
