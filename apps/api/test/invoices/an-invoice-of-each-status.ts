import { anInvoice, type TestInvoice } from '@linework/testing/an-invoice';
import type { TestApi } from '../support/test-api.ts';

/** Creates an invoice of a broker in each status. */
export function anInvoiceOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly TestInvoice[]> {
  return Promise.all(
    (['DRAFT', 'OPEN', 'OVERDUE', 'PAID', 'VOID'] as const).map((status) => anInvoice(db, status, { brokerId })),
  );
}
