// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'change-holder': never;
    'correct-former-holder-details': {
      readonly id: string;
    };
    'correct-holder': never;
    'delete-released-records': {
      readonly deleted: number;
    };
    'erase-person': never;
    'find-customer': {
      readonly brokerId: string;
      readonly anonymised: boolean;
    };
    'find-legal-holds-of-holder': {
      readonly id: string;
    };
    'find-values-to-correct': {
      readonly name: boolean;
      readonly federalTaxId: boolean;
    };
    'lock-holder': {
      readonly brokerId: string;
      readonly anonymised: boolean;
    };
    'lock-legal-hold': {
      readonly brokerId: string;
      readonly customerId: string | null;
      readonly placedBy: 'operator' | 'broker';
      readonly isLifted: boolean;
    };
    'read-former-holder-details': {
      readonly name: string;
      readonly federalTaxId: string | null;
      readonly nameCorrectedAt: Date | null;
      readonly federalTaxIdCorrectedAt: Date | null;
    };
    'wait-for-erasures': {
      readonly wait_for_erasures: string | null;
    };
    'wait-for-new-legal-holds': {
      readonly wait_for_new_legal_holds: string | null;
    };
  }
}
