import type { SearchHit } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { IncidentLink } from '../incidents/incident-link.tsx';
import { type OrderGroup, useIncidents } from '../incidents/use-incidents.ts';
import { t } from '../language/translate.ts';
import fieldStyles from '../ui/field.module.css';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './search.module.css';
import { SearchResults } from './search-results.tsx';

/** A shorter text names too much. */
const shortestText = 3;

/** What the server finds by anything that names it, exact hits first. */
const useSearchResult = (text: string | undefined) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) =>
      (
        await linework.request<{ readonly items: readonly SearchHit[] }>('GET', '/search', {
          query: { q: text ?? '' },
          signal,
        })
      ).items,
    enabled: (text?.trim().length ?? 0) >= shortestText,
  });

const route = getRouteApi('/search');

export function SearchPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const result = useSearchResult(q);
  const incidents = useIncidentHits(q ?? '');
  return (
    <Page title={t('Search')} scrolls>
      <form
        className={`${fieldStyles.field} ${styles.box}`}
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('q');
          void navigate({ to: '/search', search: { q: String(text) } });
        }}
      >
        <input
          key={q}
          name="q"
          type="search"
          // biome-ignore lint/a11y/noAutofocus: whoever opens an empty search wants to type into it.
          autoFocus={q === undefined}
          defaultValue={q}
          minLength={shortestText}
          maxLength={255}
          aria-label={t('What to search for')}
          placeholder={t('Number in any notation, ICCID, IMSI, external code, correlation id, CPF, CNPJ, or any id')}
        />
      </form>
      {q === undefined || q.trim().length < shortestText ? (
        <Empty icon={<Search size={22} aria-hidden />} title={t('Search for a line or an order')}>
          {t(
            'Type what you have: a number, a SIM, an external code, a correlation id, a tax id, or ' +
              'an id. Enter opens the search.',
          )}
        </Empty>
      ) : result.isPending ? (
        <Loading what={t('the results')} />
      ) : result.isError ? (
        <Failure error={result.error} onRetry={result.refetch} />
      ) : (
        <>
          <IncidentHits hits={incidents} />
          {(result.data.length > 0 || incidents.length === 0) && <SearchResults hits={result.data} text={q} />}
        </>
      )}
    </Page>
  );
}

/** The incidents whose error has the text in it. They are few, and read already. */
function useIncidentHits(text: string): readonly OrderGroup[] {
  const { data } = useIncidents();
  const wanted = text.trim().toLowerCase();
  return data?.items.filter(({ errorCode }) => errorCode?.toLowerCase().includes(wanted)) ?? [];
}

function IncidentHits({ hits }: { readonly hits: readonly OrderGroup[] }) {
  if (hits.length === 0) return null;
  return (
    <Section title={t('Incidents')}>
      <ul className={styles.list}>
        {hits.map((group) => (
          <li key={group.filter}>
            <IncidentLink group={group} />
            <span className={styles.muted}>
              {t('{type} at {step}', {
                type: toWords(group.type ?? ''),
                step: toPhrase(shortStep(group.step ?? '')),
              })}
            </span>
            <span className={styles.muted}>{t('{count} order | {count} orders', { count: group.orderCount })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
