import type { ReasonCode } from '@linework/schemas/portability/reason-codes';
import type { PartnerCall } from './partner-call.ts';

/** A bilhete: the request to port a number. */
export interface Bilhete {
  readonly portInId: string;
  readonly msisdn: string;
  readonly donor: string;
  /** CPF or CNPJ of the holder, as registered with the donor. */
  readonly federalTaxId: string;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
}

/** The state of a bilhete at the clearing house. ACCEPTED: the donor agrees, and the number moves at the window. */
export interface BilheteResponse {
  readonly ticket: string;
  readonly status: 'PENDING' | 'ACCEPTED' | 'CONFLICT' | 'PORTED' | 'CANCELLED' | 'REJECTED';
  readonly reasonCode?: ReasonCode;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
}

/**
 * The state of a port-out at the clearing house. AGREED: the number moves at the window. CANCELLING: a cancel has no
 * response yet.
 */
export interface PortOutResponse {
  readonly status: 'AGREED' | 'CANCELLING' | 'CANCELLED' | 'CONFIRMED' | 'REFUSED';
}

interface PortOutReference {
  readonly ticket: string;
  readonly msisdn: string;
}

/**
 * The clearing house between operators. It responds later: it calls `POST /portability/notifications`, which only makes
 * Linework query it again. Only the response of `findBilhete` counts. A `PermanentError` carries a reason code as its
 * code.
 */
export interface ClearingHouse {
  request(call: PartnerCall, bilhete: Bilhete): Promise<BilheteResponse>;
  correct(call: PartnerCall, bilhete: Bilhete): Promise<BilheteResponse>;
  cancel(call: PartnerCall, portInId: string): Promise<BilheteResponse>;
  /** Confirms that the number is in service here: the bilhete becomes PORTED. */
  confirm(call: PartnerCall, portInId: string): Promise<BilheteResponse>;
  findBilhete(portInId: string, signal?: AbortSignal): Promise<BilheteResponse | undefined>;
  /** Confirms that a number that left is out of service here. */
  confirmPortOut(call: PartnerCall, portOut: PortOutReference): Promise<void>;
  /**
   * Requests the cancel of a port-out. The response may be CANCELLING, or a `PermanentError`, for example because its
   * window has begun.
   */
  cancelPortOut(call: PartnerCall, portOut: PortOutReference): Promise<PortOutResponse>;
  /** Undefined for an unknown ticket. */
  findPortOut(ticket: string, signal?: AbortSignal): Promise<PortOutResponse | undefined>;
}
