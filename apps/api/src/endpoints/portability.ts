import { readNumberStatus } from '@linework/portability/number-status/read-number-status';
import { makePortInsDue } from '@linework/portability/port-ins/make-port-ins-due';
import { makePortOutDue } from '@linework/portability/port-outs/make-port-out-due';
import { getPortabilityStatusRoute, notifyPortabilityRoute } from '@linework/schemas/portability/portability.routes';
import { endpoint, record } from '../request/endpoint.ts';

export const portability = {
  '/portability/status': {
    get: record(getPortabilityStatusRoute, ({ query, caller }, { db }) =>
      readNumberStatus(db, { caller, msisdn: query.msisdn }),
    ),
  },
  '/portability/notifications': {
    post: endpoint(notifyPortabilityRoute, async ({ body, caller }, { db }) => {
      await makePortInsDue(db, { caller, ...body });
      if (body.ticket !== undefined) await makePortOutDue(db, { caller, ticket: body.ticket });
      return { status: 204 };
    }),
  },
} as const;
