import { changeBroker } from '@linework/brokers/change-broker';
import { createBroker } from '@linework/brokers/create-broker';
import { findBroker } from '@linework/brokers/find-broker';
import { listBrokers } from '@linework/brokers/list-brokers';
import { moveBroker } from '@linework/brokers/move-broker';
import { exportBroker } from '@linework/move-in/export-broker';
import {
  changeBrokerRoute,
  createBrokerRoute,
  exportBrokerRoute,
  getBrokerRoute,
  listBrokerEventsRoute,
  listBrokersRoute,
  resumeBrokerRoute,
  suspendBrokerRoute,
} from '@linework/schemas/brokers/brokers.routes';
import { created, endpoint, eventsOf, page, record } from '../request/endpoint.ts';
import { sendExport } from '../request/still-allowed.ts';

export const brokers = {
  '/brokers': {
    get: page(listBrokersRoute, ({ query }, { db }) => listBrokers(db, query)),
    post: created(createBrokerRoute, '/brokers', ({ body, caller }, { db, cellGroup }) =>
      createBroker(db, { cellGroup, ...body, keyId: caller.keyId }),
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
      '/export': {
        get: endpoint(exportBrokerRoute, (request, deps) => {
          const [{ caller }, brokerId] = [request, request.params.id];
          const file = { mediaType: 'application/x-ndjson', fileName: `broker-${brokerId}.ndjson` };
          return sendExport(request, { ...file, caller, deps }, () =>
            exportBroker(deps.db, { caller, brokerId }),
          ) as never;
        }),
      },
      '/events': {
        get: eventsOf(listBrokerEventsRoute, 'broker'),
      },
    },
  },
} as const;
