import type { TimeFilters } from '../../lists/time-range.ts';

/** The filters of orders. A list, its count and a bulk operation use the same ones. */
export interface OrderFilters extends TimeFilters {
  readonly status?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly resourceId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly correlationId?: string | undefined;
  readonly lineId?: readonly string[] | undefined;
  /** The current number of the order's line. */
  readonly msisdn?: string | undefined;
  /** The current external code of the order's line, in full. */
  readonly externalCode?: string | undefined;
  /** The failed step of orders that need attention. */
  readonly step?: readonly string[] | undefined;
  /** The error code of orders that need attention. */
  readonly errorCode?: readonly string[] | undefined;
  readonly superseded?: boolean | undefined;
  readonly bulkOperationId?: readonly string[] | undefined;
}
