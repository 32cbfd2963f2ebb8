import type { orderFilters } from '@linework/schemas/orders/order-filters';
import type { FiltersOf } from '../../lists/filter-table.ts';

/** The filters of orders. A list, its count and a bulk operation use the same ones. */
export type OrderFilters = FiltersOf<typeof orderFilters>;
