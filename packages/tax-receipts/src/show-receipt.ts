import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { TaxReceiptStatus } from '@linework/schemas/lifecycles/tax-receipt.lifecycle';
import type { DocumentModel, TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';

export interface ReceiptRecord {
  readonly id: string;
  readonly customerId: string;
  readonly supplierId: string;
  readonly status: string;
  readonly documentModel: string;
  readonly uf: string;
  readonly createdAt: Date;
  readonly issuedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly number: number | null;
  readonly serialNumberId: string | null;
  readonly totalAmount: { toFixed(places: number): string };
  readonly metadata: unknown;
}

/** The columns of a receipt that are shown: its content and its documents are many times larger. */
export const receiptSelect = {
  id: true,
  customerId: true,
  supplierId: true,
  status: true,
  documentModel: true,
  uf: true,
  createdAt: true,
  issuedAt: true,
  canceledAt: true,
  number: true,
  serialNumberId: true,
  totalAmount: true,
  metadata: true,
} as const satisfies Readonly<Record<keyof ReceiptRecord, true>>;

/** The receipt as its client sees it. The number of an unissued receipt may still change, and is not shown. */
export function showReceipt(receipt: ReceiptRecord): TaxReceipt {
  const { id, customerId, supplierId, issuedAt, canceledAt, number, serialNumberId } = receipt;
  return {
    id,
    customerId,
    supplierId,
    status: receipt.status as TaxReceiptStatus,
    documentModel: receipt.documentModel as DocumentModel,
    uf: receipt.uf as PostalAddress['state'],
    createdAt: receipt.createdAt.toISOString(),
    ...(issuedAt !== null &&
      number !== null &&
      serialNumberId !== null && { issuedAt: issuedAt.toISOString(), number, serialNumberId }),
    ...(canceledAt !== null && { canceledAt: canceledAt.toISOString() }),
    totalAmount: receipt.totalAmount.toFixed(2),
    metadata: receipt.metadata as Record<string, unknown>,
  };
}
