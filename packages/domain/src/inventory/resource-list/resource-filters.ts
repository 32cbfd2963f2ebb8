import type { PageQuery } from '../../lists/page.ts';
import type { TimeFilters } from '../../lists/time-range.ts';

/** The filters of a list of resources. */
export interface ResourceFilters extends PageQuery, TimeFilters {
  readonly sortBy: 'createdAt' | 'updatedAt' | 'externalCode';
  readonly externalCode?: string | undefined;
  readonly status?: readonly string[] | undefined;
  readonly typeId?: readonly string[] | undefined;
  readonly poolId?: readonly string[] | undefined;
  readonly brokerId?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}
