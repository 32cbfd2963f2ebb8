import { changeOperator, disableOperator, enableOperator } from '@linework/operators/change-operator';
import { createOperator } from '@linework/operators/create-operator';
import { endAllSessions } from '@linework/operators/end-sessions';
import { findOperator } from '@linework/operators/find-operator';
import { listOperators } from '@linework/operators/list-operators';
import { resetPassword } from '@linework/operators/set-password';
import {
  changeOperatorRoute,
  createOperatorRoute,
  disableOperatorRoute,
  enableOperatorRoute,
  endOperatorSessionsRoute,
  getOperatorRoute,
  listOperatorsRoute,
  resetOperatorPasswordRoute,
} from '@linework/schemas/operators/operators.routes';
import { created, page, record } from '../request/endpoint.ts';

export const operators = {
  '/operators': {
    get: page(listOperatorsRoute, ({ query }, { db }) => listOperators(db, query)),
    post: created(createOperatorRoute, '/operators', ({ body, caller }, { db }) =>
      createOperator(db, { ...body, byId: caller.keyId }),
    ),
    '/{id}': {
      get: record(getOperatorRoute, ({ params }, { db }) => findOperator(db, params.id)),
      patch: record(changeOperatorRoute, ({ params, body, caller }, { db }) =>
        changeOperator(db, { ...body, operatorId: params.id, byId: caller.keyId }),
      ),
      '/disable': {
        post: record(disableOperatorRoute, ({ params, caller }, { db }) =>
          disableOperator(db, { operatorId: params.id, byId: caller.keyId }),
        ),
      },
      '/enable': {
        post: record(enableOperatorRoute, ({ params, caller }, { db }) =>
          enableOperator(db, { operatorId: params.id, byId: caller.keyId }),
        ),
      },
      '/end-sessions': {
        post: record(endOperatorSessionsRoute, ({ params, caller }, { db }) =>
          endAllSessions(db, { operatorId: params.id, byId: caller.keyId }),
        ),
      },
      '/reset-password': {
        post: record(resetOperatorPasswordRoute, ({ params, caller }, { db }) =>
          resetPassword(db, { operatorId: params.id, byId: caller.keyId }),
        ),
      },
    },
  },
} as const;
