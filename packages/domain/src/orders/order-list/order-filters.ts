import type { TimeFilters } from '../../lists/time-range.ts';

/** What orders can be picked by: the same in a list, in its count and in a bulk operation. */
export interface OrderFilters extends TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly resourceId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly correlationId?: string | undefined;
  readonly lineId?: readonly string[] | undefined;
  /** The number that the line of the order has now. */
  readonly msisdn?: string | undefined;
  /** The external code that the line of the order has now, in full. */
  readonly externalCode?: string | undefined;
  /** The step that failed, of orders that need attention. */
  readonly step?: readonly string[] | undefined;
  /** The code of the error that stopped the order, of orders that need attention. */
  readonly errorCode?: readonly string[] | undefined;
  readonly superseded?: boolean | undefined;
  readonly bulkOperationId?: readonly string[] | undefined;
}
