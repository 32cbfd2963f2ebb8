import { implement } from '@linework/http/implement';
import { makePortInsDue } from '@linework/portability/port-ins/make-port-ins-due';
import { makePortOutDue } from '@linework/portability/port-outs/make-port-out-due';
import { notifyPortabilityRoute } from '@linework/schemas/portability/portability.routes';
import type { Deps } from '../deps.ts';

export const notifyPortability = implement(notifyPortabilityRoute, async ({ body, caller }, { db }: Deps) => {
  await makePortInsDue(db, { caller, ...body });
  if (body.ticket !== undefined) await makePortOutDue(db, { caller, ticket: body.ticket });
  return { status: 204 };
});
