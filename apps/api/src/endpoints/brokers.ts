import { changeBroker } from '@linework/brokers/change-broker';
import { createBroker } from '@linework/brokers/create-broker';
import { findBroker } from '@linework/brokers/find-broker';
import { listBrokers } from '@linework/brokers/list-brokers';
import { moveBroker } from '@linework/brokers/move-broker';
import {
  changeBrokerRoute,
  createBrokerRoute,
  getBrokerRoute,
  listBrokerEventsRoute,
  listBrokersRoute,
  resumeBrokerRoute,
  suspendBrokerRoute,
} from '@linework/schemas/brokers/brokers.routes';
import { created, eventsOf, page, record } from '../request/endpoint.ts';

export const brokers = {
  '/brokers': {
    get: page(listBrokersRoute, ({ query }, { db }) => listBrokers(db, query)),
    post: created(createBrokerRoute, '/brokers', ({ body, caller }, { db }) =>
      createBroker(db, { ...body, keyId: caller.keyId }),
    ),
    '/{id}': {
      get: record(getBrokerRoute, ({ params }, { db }) => findBroker(db, params.id)),
      patch: record(changeBrokerRoute, ({ params, body, caller }, { db }) =>
        changeBroker(db, { brokerId: params.id, keyId: caller.keyId, ...body }),
      ),
      '/suspend': {
        post: record(suspendBrokerRoute, ({ params, caller }, { db }) =>
          moveBroker(db, { brokerId: params.id, keyId: caller.keyId }, 'suspend'),
        ),
      },
      '/resume': {
        post: record(resumeBrokerRoute, ({ params, caller }, { db }) =>
          moveBroker(db, { brokerId: params.id, keyId: caller.keyId }, 'resume'),
        ),
      },
      '/events': {
        get: eventsOf(listBrokerEventsRoute, 'broker'),
      },
    },
  },
} as const;
