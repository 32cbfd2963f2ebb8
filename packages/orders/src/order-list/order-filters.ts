import type { FiltersOf } from '@linework/lists/filter-table';
import type { orderFilters } from '@linework/schemas/orders/order-filters';

/** The filters of orders. A list, its count and a bulk operation use the same ones. */
export type OrderFilters = FiltersOf<typeof orderFilters>;
