/** The resources that are assigned and their line. At least one of `reservationId` and `resourceIds` is set. */
export interface Assignment {
  /** The broker of the line, of its holder and of the resources. */
  readonly brokerId: string;
  readonly lineId: string;
  readonly holderId: string;
  /** The live reservation that keeps the resources. */
  readonly reservationId?: string | undefined;
  /**
   * Only these and the members of their groups; if absent, everything that the reservation still keeps. Those that the
   * reservation does not keep must have been recalled for the holder.
   */
  readonly resourceIds?: readonly string[] | undefined;
  /** The order that assigns them. */
  readonly orderId?: string | undefined;
  /** The API key of the request. */
  readonly keyId?: string | undefined;
}
