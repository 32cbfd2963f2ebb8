import { type OrderStatus, orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import { t } from '../language/translate.ts';
import type { OrderExplanation } from './explanation.ts';

const orderRequests = ['retry', 'skip', 'rollback', 'cancel', 'close'] as const;
export type OrderRequest = (typeof orderRequests)[number];

export const requestTexts: Readonly<
  Record<
    OrderRequest,
    { readonly name: string; readonly title: string; readonly effect: string; readonly isGrave: boolean }
  >
> = {
  retry: {
    name: t('Retry'),
    title: t('Retry this order'),
    effect: t('The order goes on from the step that failed.'),
    isGrave: false,
  },
  skip: {
    name: t('Skip step'),
    title: t('Skip the failed step'),
    effect: t('The order goes on with the next step. The network may then differ from the order.'),
    isGrave: true,
  },
  rollback: {
    name: t('Roll back'),
    title: t('Roll back this order'),
    effect: t('Every step that has started is undone.'),
    isGrave: true,
  },
  cancel: {
    name: t('Cancel'),
    title: t('Cancel this order'),
    effect: t('The order stops at its next step, and what has started is undone.'),
    isGrave: true,
  },
  close: {
    name: t('Close [an order]'),
    title: t('Close this order'),
    effect: t('The order ends as it is. Its line and the network are not changed.'),
    isGrave: true,
  },
};

export interface OrderAction {
  readonly request: OrderRequest;
  /** Why the order does not allow it now. */
  readonly rejected?: string | undefined;
}

/**
 * The requests on an order, each with the reason if it is not allowed. Without an explanation the table of the statuses
 * decides.
 */
export function listActions(status: string, explanation: OrderExplanation | null | undefined): readonly OrderAction[] {
  return orderRequests.map((request) => {
    if (explanation)
      return { request, rejected: explanation.notAllowed.find((one) => one.request === request)?.detail };
    const allowed: readonly string[] = orderLifecycle.getRequests(status as OrderStatus);
    return {
      request,
      rejected: allowed.includes(request) ? undefined : t('An order that is {status} does not allow it.', { status }),
    };
  });
}
