import { getSubscriptionAtInstantRoute } from '@linework/schemas/subscriptions/subscription-history';
import {
  activateSubscriptionRoute,
  addProductRoute,
  cancelSubscriptionRoute,
  changeSubscriptionRoute,
  createSubscriptionRoute,
  getSubscriptionRoute,
  joinLineRoute,
  leaveLineRoute,
  listSubscriptionEventsRoute,
  listSubscriptionLinesRoute,
  listSubscriptionsRoute,
  pauseSubscriptionRoute,
  removeProductRoute,
  resumeSubscriptionRoute,
} from '@linework/schemas/subscriptions/subscriptions.routes';
import { activateSubscription } from '@linework/subscriptions/activate-subscription';
import { cancelSubscription } from '@linework/subscriptions/cancel-subscription';
import { changeSubscription } from '@linework/subscriptions/change-subscription';
import { createSubscription } from '@linework/subscriptions/create-subscription';
import { findSubscription } from '@linework/subscriptions/find-subscription';
import { joinLine, leaveLine } from '@linework/subscriptions/lines/join-line';
import { listSubscriptionLines } from '@linework/subscriptions/lines/list-subscription-lines';
import { listSubscriptions } from '@linework/subscriptions/list-subscriptions';
import { pauseSubscription } from '@linework/subscriptions/pauses/pause-subscription';
import { resumeSubscription } from '@linework/subscriptions/pauses/resume-subscription';
import { addProduct } from '@linework/subscriptions/products/add-product';
import { removeProduct } from '@linework/subscriptions/products/remove-product';
import { findSubscriptionAt } from '@linework/subscriptions/subscription-history';
import { created, eventsOf, page, record } from '../request/endpoint.ts';

export const subscriptions = {
  '/subscriptions': {
    get: page(listSubscriptionsRoute, ({ query, caller }, { db }) => listSubscriptions(db, caller, query)),
    post: created(createSubscriptionRoute, '/subscriptions', ({ body, caller }, { db, catalog }) =>
      createSubscription({ db, catalog }, { caller, ...body }),
    ),
    '/{id}': {
      get: record(getSubscriptionRoute, ({ params, caller }, { db }) =>
        findSubscription(db, { caller, subscriptionId: params.id }),
      ),
      patch: record(changeSubscriptionRoute, ({ params, body, caller }, { db }) =>
        changeSubscription(db, { caller, subscriptionId: params.id, ...body }),
      ),
      '/past': {
        get: record(getSubscriptionAtInstantRoute, ({ params, query, caller }, { db }) =>
          findSubscriptionAt(db, { caller, subscriptionId: params.id, ...query }),
        ),
      },
      '/events': {
        get: eventsOf(listSubscriptionEventsRoute, 'subscription'),
      },
      '/activate': {
        post: record(activateSubscriptionRoute, ({ params, caller }, { db }) =>
          activateSubscription(db, { caller, subscriptionId: params.id }),
        ),
      },
      '/pause': {
        post: record(pauseSubscriptionRoute, ({ params, body, caller }, { db, notify }) =>
          pauseSubscription({ db, notify }, { caller, subscriptionId: params.id, at: body.at }),
        ),
      },
      '/resume': {
        post: record(resumeSubscriptionRoute, ({ params, caller }, { db, notify }) =>
          resumeSubscription({ db, notify }, { caller, subscriptionId: params.id }),
        ),
      },
      '/cancel': {
        post: record(cancelSubscriptionRoute, ({ params, body, caller }, { db }) =>
          cancelSubscription(db, { caller, subscriptionId: params.id, at: body.at }),
        ),
      },
      '/products': {
        post: created(addProductRoute, '/subscriptions', ({ params, body, caller }, { db, catalog }) =>
          addProduct({ db, catalog }, { caller, subscriptionId: params.id, ...body }),
        ),
        '/{productId}': {
          delete: record(removeProductRoute, ({ params, caller }, { db }) =>
            removeProduct(db, { caller, subscriptionId: params.id, subscriptionProductId: params.productId }),
          ),
        },
      },
      '/lines': {
        get: page(listSubscriptionLinesRoute, ({ params, query, caller }, { db }) =>
          listSubscriptionLines(db, { caller, subscriptionId: params.id, ...query }),
        ),
        post: record(joinLineRoute, ({ params, body, caller }, { db }) =>
          joinLine(db, { caller, subscriptionId: params.id, lineId: body.lineId }),
        ),
        '/{lineId}': {
          delete: record(leaveLineRoute, ({ params, caller }, { db }) =>
            leaveLine(db, { caller, subscriptionId: params.id, lineId: params.lineId }),
          ),
        },
      },
    },
  },
} as const;
