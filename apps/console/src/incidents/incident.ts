import type { Incident, Page as ListPage, RequestOptions } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { shortStep } from '../ui/text/order-text.ts';
import type { OrderGroup, OrderGroups } from './use-incidents.ts';

/** What the failed orders of an incident have in common. */
export interface IncidentKey {
  readonly type: string;
  readonly step: string;
  readonly errorCode: string;
}

/** The parts of the address of an incident. The step is that of the type, without its name in front. */
export const toParams = ({ type, step, errorCode }: IncidentKey) => ({ type, step: shortStep(step), errorCode });

export const fromParams = ({ type, step, errorCode }: IncidentKey): IncidentKey => ({
  type,
  step: step === 'none' ? step : `${type}.${step}`,
  errorCode,
});

/** A group has an address if it is one of type, step and error code, and none of them is masked. */
export const keyOf = ({ type, step, errorCode }: Partial<IncidentKey>): IncidentKey | undefined =>
  type === undefined || step === undefined || errorCode === undefined || errorCode.includes('**')
    ? undefined
    : { type, step, errorCode };

/** Several values of a filter are separated by commas. */
const escaped = (value: string): string => value.replaceAll(',', '\\,');

/** What is known of an incident beside its orders; undefined if nobody has said anything. */
async function readIncident(key: IncidentKey, signal?: AbortSignal): Promise<Incident | undefined> {
  const query = { ...key, limit: 1 };
  const known = linework.request<ListPage<Incident>>('GET', '/order-incidents', { query, signal });
  return (await known).items[0];
}

/** The note of an incident. Its route has no ETag. */
export const readNote = async (key: IncidentKey, signal?: AbortSignal) => ({
  etag: '',
  record: { note: (await readIncident(key, signal))?.note },
});

/** The orders of an incident that need attention, and what is known of it; `null` if there was never such an order. */
export const useIncident = (key: IncidentKey) =>
  useQuery({
    queryKey: ['incidents', key],
    queryFn: async ({ signal }) => {
      const group = { type: key.type, step: escaped(key.step), errorCode: escaped(key.errorCode) };
      const [groups, incident] = await Promise.all([
        linework.request<OrderGroups>('GET', '/order-groups', { query: group, signal }),
        readIncident(key, signal),
      ]);
      const [failed] = groups.items;
      return failed === undefined && incident === undefined ? null : { failed, incident };
    },
  });

type IncidentChange = { readonly assigned?: boolean; readonly note?: string | null };

export const recordIncident = (key: IncidentKey, change: IncidentChange, options: RequestOptions = {}) =>
  linework.request<Incident>('POST', '/order-incidents', { ...options, body: { ...key, ...change } });

/** Says who is on an incident. */
export function useRecordIncident(key: IncidentKey) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: IncidentChange) => recordIncident(key, change),
    onSuccess: () => client.invalidateQueries({ queryKey: ['incidents'] }),
  });
}

/**
 * Who works on the orders that are failed now. If the error came back after all were repaired, nobody does: whoever
 * took it has worked on the orders before.
 */
export function findAssignee(
  incident: Pick<Incident, 'assignee' | 'assignedAt'> | undefined,
  failed: Pick<OrderGroup, 'firstFailedAt'> | undefined,
): Incident['assignee'] {
  if (incident?.assignedAt === undefined || failed === undefined) return undefined;
  return incident.assignedAt >= failed.firstFailedAt ? incident.assignee : undefined;
}
