import type { ReasonCode } from '@linework/schemas/portability/reason-codes';
import type { PartnerCall } from './partner-call.ts';

/** A bilhete: the request for a number to be ported. */
export interface Bilhete {
  readonly portInId: string;
  readonly msisdn: string;
  readonly donor: string;
  /** CPF or CNPJ of the holder, as the donor knows it. */
  readonly federalTaxId: string;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
}

/** What the clearing house says of a bilhete. ACCEPTED: the donor agrees, the number moves at the window. */
export interface BilheteResponse {
  readonly ticket: string;
  readonly status: 'PENDING' | 'ACCEPTED' | 'CONFLICT' | 'PORTED' | 'CANCELLED' | 'REJECTED';
  readonly reasonCode?: ReasonCode;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
}

/** What the clearing house says of a number that leaves. AGREED: it moves at the window. CANCELLING: a cancel is not answered yet. */
export interface PortOutResponse {
  readonly status: 'AGREED' | 'CANCELLING' | 'CANCELLED' | 'CONFIRMED' | 'REFUSED';
}

interface PortOutReference {
  readonly ticket: string;
  readonly msisdn: string;
}

/**
 * The clearing house between operators. It answers later: it notifies `POST /portability/notifications`, which only makes
 * Linework ask again; the truth is always what `findBilhete` answers. A `PermanentError` carries a reason code as its code.
 */
export interface ClearingHouse {
  request(call: PartnerCall, bilhete: Bilhete): Promise<BilheteResponse>;
  correct(call: PartnerCall, bilhete: Bilhete): Promise<BilheteResponse>;
  cancel(call: PartnerCall, portInId: string): Promise<BilheteResponse>;
  /** Tells that the number is in service here: the bilhete is PORTED. */
  confirm(call: PartnerCall, portInId: string): Promise<BilheteResponse>;
  findBilhete(portInId: string, signal?: AbortSignal): Promise<BilheteResponse | undefined>;
  /** Tells that a number that left is out of service here. */
  confirmPortOut(call: PartnerCall, portOut: PortOutReference): Promise<void>;
  /** Asks for a port-out to be cancelled. The answer may be CANCELLING, or a `PermanentError`, for example because its window has begun. */
  cancelPortOut(call: PartnerCall, portOut: PortOutReference): Promise<PortOutResponse>;
  /** Undefined for a ticket that it does not know. */
  findPortOut(ticket: string, signal?: AbortSignal): Promise<PortOutResponse | undefined>;
}
