import { readBacklog } from '@linework/operations/backlog/read-backlog';
import { getBacklogRoute } from '@linework/schemas/backlog/backlog.routes';
import { record } from '../request/endpoint.ts';

export const backlog = { '/backlog': { get: record(getBacklogRoute, (_request, { db }) => readBacklog(db)) } } as const;
