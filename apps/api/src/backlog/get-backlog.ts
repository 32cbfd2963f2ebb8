import { implement } from '@linework/http/implement';
import { readBacklog } from '@linework/operations/backlog/read-backlog';
import { getBacklogRoute } from '@linework/schemas/backlog/backlog.routes';
import type { Deps } from '../deps.ts';

export const getBacklog = implement(getBacklogRoute, async (_request, { db }: Deps) => ({
  status: 200,
  body: await readBacklog(db),
}));
