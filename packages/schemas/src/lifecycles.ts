import { bulkOperationLifecycle } from './bulk-operations/bulk-operation.lifecycle.ts';
import { reservationLifecycle } from './inventory/reservation.lifecycle.ts';
import { resourceLifecycle } from './inventory/resource.lifecycle.ts';
import { lineLifecycle } from './lines/line.lifecycle.ts';
import { orderLifecycle } from './orders/order.lifecycle.ts';
import { orderStepLifecycle } from './orders/order-step.lifecycle.ts';

/** Every lifecycle there is. The database guards exactly these. */
export const lifecycles = [lineLifecycle, orderLifecycle, orderStepLifecycle, resourceLifecycle, reservationLifecycle, bulkOperationLifecycle] as const;
