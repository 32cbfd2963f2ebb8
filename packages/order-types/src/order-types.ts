import { indexOrderTypes, type OrderTypes } from '@linework/engine/model/order-type';
import type { Systems as LineSystems } from '@linework/lines/model/systems';
import { allOrderTypeVersions as lineOrderTypes } from '@linework/lines/order-types/all-order-types';
import { changeHolder } from '@linework/subscriptions/holder-changes/change-holder';

/** The systems that the steps call. A kind of resource whose steps call others adds them with `&`. */
type Systems = LineSystems;

/**
 * The order types on all kinds of resources, in every version: what each API and each worker knows. A kind of resource
 * adds its own list.
 */
export const orderTypes: OrderTypes<Systems> = indexOrderTypes<Systems>([...lineOrderTypes, changeHolder]);
