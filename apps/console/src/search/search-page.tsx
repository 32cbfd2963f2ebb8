import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { StatusBadge } from '../ui/badge.tsx';
import fieldStyles from '../ui/field.module.css';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { toWords } from '../ui/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { guessKind } from './guess-kind.ts';
import styles from './search.module.css';
import { type Found, useSearchResult } from './use-search.ts';

const route = getRouteApi('/search');

export function SearchPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const result = useSearchResult(q);
  return (
    <Page title="Search" scrolls>
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
          defaultValue={q}
          maxLength={255}
          aria-label="What to search for"
          placeholder="Number in any notation, ICCID, external code, correlation id, id of an order or a line"
        />
      </form>
      {q === undefined ? (
        <Empty icon={<Search size={22} aria-hidden />} title="Search for a line or an order">
          Type what you have: a number, a SIM, an external code, a correlation id, or an id.
        </Empty>
      ) : result.isPending ? (
        <Loading what="the results" />
      ) : result.isError ? (
        <Failure error={result.error} onRetry={result.refetch} />
      ) : (
        <Results found={result.data} text={q} />
      )}
    </Page>
  );
}

function Results({ found: { lines, orders }, text }: { readonly found: Found; readonly text: string }) {
  const { kind, value } = guessKind(text);
  return (
    <>
      {kind === 'id' && (
        <p className={styles.direct}>
          Open{' '}
          <Link to="/orders/$orderId" params={{ orderId: value }}>
            the order
          </Link>{' '}
          or{' '}
          <Link to="/lines/$lineId" params={{ lineId: value }}>
            the line
          </Link>{' '}
          with this id.
        </p>
      )}
      {lines.length === 0 && orders.length === 0 && kind !== 'id' && <Empty title="Nothing has this name">No line and no order was found for “{text}”.</Empty>}
      {lines.length > 0 && (
        <Section title="Lines">
          <ul className={styles.list}>
            {lines.map(({ id, status, msisdn, holder, externalCode }) => (
              <li key={id}>
                <StatusBadge status={status} />
                <Link to="/lines/$lineId" params={{ lineId: id }}>
                  {msisdn}
                </Link>
                <span>{holder.name}</span>
                <span className={styles.muted}>{externalCode}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {orders.length > 0 && (
        <Section title="Orders">
          <ul className={styles.list}>
            {orders.map(({ id, status, type, createdAt }) => (
              <li key={id}>
                <StatusBadge status={status} />
                <Link to="/orders/$orderId" params={{ orderId: id }}>
                  {toWords(type)}
                </Link>
                <code className={styles.muted}>{id}</code>
                <span className={styles.muted}>
                  <Time at={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
