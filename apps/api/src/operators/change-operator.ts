import { implement } from '@linework/http/implement';
import { changeOperator as change } from '@linework/operators/change-operator';
import { changeOperatorRoute } from '@linework/schemas/operators/operators.routes';
import type { Deps } from '../deps.ts';

export const changeOperator = implement(changeOperatorRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { ...body, operatorId: params.id, byId: caller.keyId }),
}));
