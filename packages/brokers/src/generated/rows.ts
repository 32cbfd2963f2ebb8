// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'change-broker': {
      readonly id: string;
      readonly name: string;
      readonly code: string | null;
      readonly cellGroup: string | null;
      readonly status: 'ACTIVE' | 'SUSPENDED';
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'create-broker': {
      readonly id: string;
      readonly name: string;
      readonly code: string | null;
      readonly cellGroup: string | null;
      readonly status: 'ACTIVE';
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'resume-broker': {
      readonly id: string;
      readonly name: string;
      readonly code: string | null;
      readonly cellGroup: string | null;
      readonly status: 'ACTIVE';
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
    'suspend-broker': {
      readonly id: string;
      readonly name: string;
      readonly code: string | null;
      readonly cellGroup: string | null;
      readonly status: 'SUSPENDED';
      readonly createdAt: Date;
      readonly updatedAt: Date;
    };
  }
}
