// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'approve-invoice': {
      readonly resource_id: string;
    };
    'find-open-payment-of-invoice': {
      readonly id: string;
    };
    'insert-invoice': never;
    'list-effective-receipts': {
      readonly id: string;
      readonly documentModel: '22' | '62' | 'DEBIT_RECEIPT';
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
    };
    'lock-invoice': {
      readonly id: string;
      readonly brokerId: string;
      readonly customerId: string;
      readonly subscriptionId: string;
      readonly status: 'DRAFT' | 'OPEN' | 'PAID' | 'OVERDUE' | 'VOID';
      readonly totalAmount: string;
      readonly dueDate: string | null;
    };
    'mark-invoice-paid': {
      readonly resource_id: string;
    };
    'mark-overdue': {
      readonly resource_id: string;
    };
    'void-invoice': {
      readonly resource_id: string;
    };
  }
}
