import { changeOperator, disableOperator, enableOperator } from '@linework/operators/change-operator';
import { createOperator } from '@linework/operators/create-operator';
import { endAllSessions } from '@linework/operators/end-sessions';
import { findOperator } from '@linework/operators/find-operator';
import { listOperators } from '@linework/operators/list-operators';
import { changeRole, createRole, deleteRole } from '@linework/operators/roles/change-roles';
import { findRole } from '@linework/operators/roles/find-role';
import { listRoles } from '@linework/operators/roles/list-roles';
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
import {
  changeRoleRoute,
  createRoleRoute,
  deleteRoleRoute,
  getRoleRoute,
  listRolesRoute,
} from '@linework/schemas/operators/roles.routes';
import { created, noContent, page, record } from '../request/endpoint.ts';

export const operators = {
  '/operators': {
    get: page(listOperatorsRoute, ({ query, caller }, { db }) => listOperators(db, caller, query)),
    post: created(createOperatorRoute, '/operators', ({ body, caller }, { db }) =>
      createOperator(db, { ...body, caller }),
    ),
    '/{id}': {
      get: record(getOperatorRoute, ({ params, caller }, { db }) => findOperator(db, caller, params.id)),
      patch: record(changeOperatorRoute, ({ params, body, caller }, { db }) =>
        changeOperator(db, { ...body, operatorId: params.id, caller }),
      ),
      '/disable': {
        post: record(disableOperatorRoute, ({ params, caller }, { db }) =>
          disableOperator(db, { operatorId: params.id, caller }),
        ),
      },
      '/enable': {
        post: record(enableOperatorRoute, ({ params, caller }, { db }) =>
          enableOperator(db, { operatorId: params.id, caller }),
        ),
      },
      '/end-sessions': {
        post: record(endOperatorSessionsRoute, ({ params, caller }, { db }) =>
          endAllSessions(db, { operatorId: params.id, caller }),
        ),
      },
      '/reset-password': {
        post: record(resetOperatorPasswordRoute, ({ params, caller }, { db }) =>
          resetPassword(db, { operatorId: params.id, caller }),
        ),
      },
    },
  },
  '/roles': {
    get: page(listRolesRoute, ({ query, caller }, { db }) => listRoles(db, caller, query)),
    post: created(createRoleRoute, '/roles', ({ body, caller }, { db }) => createRole(db, { ...body, caller })),
    '/{id}': {
      get: record(getRoleRoute, ({ params, caller }, { db }) => findRole(db, caller, params.id)),
      patch: record(changeRoleRoute, ({ params, body, caller }, { db }) =>
        changeRole(db, { caller, roleId: params.id }, body),
      ),
      delete: noContent(deleteRoleRoute, ({ params, caller }, { db }) => deleteRole(db, { caller, roleId: params.id })),
    },
  },
} as const;
