import { implement } from '@linework/http/implement';
import { disableOperator as disable, enableOperator as enable } from '@linework/operators/change-operator';
import { resetPassword } from '@linework/operators/set-password';
import {
  disableOperatorRoute,
  enableOperatorRoute,
  resetOperatorPasswordRoute,
} from '@linework/schemas/operators/operators.routes';
import type { Deps } from '../deps.ts';

export const disableOperator = implement(disableOperatorRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await disable(db, { operatorId: params.id, byId: caller.keyId }),
}));

export const enableOperator = implement(enableOperatorRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await enable(db, { operatorId: params.id, byId: caller.keyId }),
}));

export const resetOperatorPassword = implement(
  resetOperatorPasswordRoute,
  async ({ params, caller }, { db }: Deps) => ({
    status: 200,
    body: await resetPassword(db, { operatorId: params.id, byId: caller.keyId }),
  }),
);
