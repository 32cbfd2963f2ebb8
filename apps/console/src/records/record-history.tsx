import type { Event, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { t } from '../language/translate.ts';
import { Section } from '../ui/page.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { History } from './history.tsx';

type EventsQuery = { readonly limit: number };
type Options = { readonly signal: AbortSignal };

interface RecordHistoryProps {
  /** The name of the queries of the record, as `invoice`. */
  readonly kind: string;
  readonly id: string;
  /** When the record last changed: then its events are read again. */
  readonly version: string;
  readonly read: (id: string, query: EventsQuery, options: Options) => PromiseLike<ListPage<Event>>;
}

/** The part of a page with the events of its record. */
export function RecordHistory({ kind, id, version, read }: RecordHistoryProps) {
  const events = useQuery({
    queryKey: [kind, id, 'events', version],
    queryFn: async ({ signal }): Promise<ListPage<Event>> => await read(id, { limit: 100 }, { signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section title={t('History')}>
      {events.isError && <SmallFailure error={events.error} onRetry={events.refetch} />}
      {events.data !== undefined && <History events={events.data.items} total={events.data.meta.total} />}
    </Section>
  );
}
