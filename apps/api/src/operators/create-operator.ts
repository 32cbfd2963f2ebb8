import { implement } from '@linework/http/implement';
import { createOperator as create } from '@linework/operators/create-operator';
import { createOperatorRoute } from '@linework/schemas/operators/operators.routes';
import type { Deps } from '../deps.ts';

export const createOperator = implement(createOperatorRoute, async ({ body, caller }, { db }: Deps) => {
  const made = await create(db, { ...body, byId: caller.keyId });
  return { status: 201, body: made, headers: { Location: `/operators/${made.id}` } };
});
