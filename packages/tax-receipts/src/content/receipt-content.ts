import type { Authorisation, Issue, Receipt } from '@linework/tax-documents/model/receipt';
import { consultUrl, issuingProgram } from '@linework/tax-documents/tax-settings';

/**
 * The content of a receipt from its draft on. It is stored as JSON, so that later changes of a holder or a supplier do
 * not change it.
 */
export type ReceiptContent = Omit<Receipt, 'issue' | 'authorisation' | 'cancellation'>;

export interface ReceiptRow {
  readonly documentModel: string;
  readonly status: string;
  readonly content: unknown;
  readonly number: number | null;
  readonly code: string | null;
  readonly issuingAt: Date | null;
  readonly issuedAt: Date | null;
  readonly protocol: string | null;
  readonly authorisation: unknown;
  readonly canceledAt: Date | null;
  readonly cancelProtocol: string | null;
}

/**
 * A receipt in the format of `packages/tax-documents`. A receipt that has a number but is not issued yet is a draft
 * there.
 */
export function buildReceipt(row: ReceiptRow, series: number): Receipt {
  const { number, code, issuingAt, issuedAt, canceledAt, cancelProtocol } = row;
  const content = row.content as ReceiptContent;
  const isIssued = issuedAt !== null && number !== null && code !== null && issuingAt !== null;
  return {
    ...content,
    issue: isIssued ? buildIssue(content, { series, number, code, at: issuingAt }) : null,
    authorisation: readAuthorisation(row),
    cancellation:
      canceledAt === null ? null : { at: canceledAt, ...(cancelProtocol !== null && { protocol: cancelProtocol }) },
  };
}

/** The fields that depend on the number. The place of service is the issuer's, which is a simplification. */
export function buildIssue(
  { issuer }: ReceiptContent,
  numbering: Pick<Issue, 'series' | 'number' | 'code' | 'at'>,
): Issue {
  return { ...numbering, cityCode: issuer.address.cityCode, consultUrl, program: issuingProgram };
}

function readAuthorisation({ authorisation }: ReceiptRow): Authorisation | null {
  if (authorisation === null) return null;
  const { protocol, at, program } = authorisation as {
    readonly protocol: string;
    readonly at: string;
    readonly program: string;
  };
  return { protocol, at: new Date(at), program };
}
