import { implement } from '@linework/http/implement';
import { findOperator } from '@linework/operators/find-operator';
import { getOperatorRoute } from '@linework/schemas/operators/operators.routes';
import type { Deps } from '../deps.ts';

export const getOperator = implement(getOperatorRoute, async ({ params }, { db }: Deps) => ({
  status: 200,
  body: await findOperator(db, params.id),
}));
