import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';

const maxLines = 1_000;

/** The source of a receipt. Terminated lines have no number any more that the receipt could name. */
const invoiceInclude = {
  lines: { orderBy: { position: 'asc' } },
  customer: true,
  subscription: {
    include: {
      products: true,
      lines: { where: { status: { not: 'TERMINATED' } }, orderBy: { createdAt: 'asc' }, take: maxLines },
    },
  },
} as const;

const readInvoice = (db: Pick<Db, 'prisma'>, id: string, caller: Pick<Caller, 'brokerId'>) =>
  db.prisma.invoice.findFirst({
    where: { id, ...(caller.brokerId !== null && { brokerId: caller.brokerId }) },
    include: invoiceInclude,
  });

export type BilledInvoice = NonNullable<Awaited<ReturnType<typeof readInvoice>>>;

/**
 * The invoice of a receipt with its holder. Raises 422 for an invoice that the caller may not see, conflict for one
 * that is not owed.
 */
export async function findBilledInvoice(
  db: Pick<Db, 'prisma'>,
  { caller, invoiceId }: { caller: Caller; invoiceId: string },
): Promise<BilledInvoice> {
  const { brokerId = null } = visibleTo(caller);
  const invoice = await readInvoice(db, invoiceId, { brokerId });
  if (!invoice) throw unprocessableRequest(`There is no invoice ${invoiceId}.`, { code: 'unknown-invoice' });
  const { status } = invoice;
  if (status === 'DRAFT' || status === 'VOID') {
    throw conflict(`The invoice is ${status}, so it is not owed.`, { code: 'invoice-not-owed', invoiceStatus: status });
  }
  return invoice;
}
