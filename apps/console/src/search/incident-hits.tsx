import { IncidentLink } from '../incidents/incident-link.tsx';
import { type OrderGroup, useIncidents } from '../incidents/use-incidents.ts';
import { Section } from '../ui/page.tsx';
import { countText } from '../ui/text/count-text.ts';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './search.module.css';

/** The incidents whose error has the text in it. They are few, and read already. */
export function useIncidentHits(text: string): readonly OrderGroup[] {
  const { data } = useIncidents();
  const wanted = text.trim().toLowerCase();
  return data?.items.filter(({ errorCode }) => errorCode?.toLowerCase().includes(wanted)) ?? [];
}

export function IncidentHits({ hits }: { readonly hits: readonly OrderGroup[] }) {
  if (hits.length === 0) return null;
  return (
    <Section title="Incidents">
      <ul className={styles.list}>
        {hits.map((group) => (
          <li key={group.filter}>
            <IncidentLink group={group} />
            <span className={styles.muted}>
              {toWords(group.type ?? '')} at {toPhrase(shortStep(group.step ?? ''))}
            </span>
            <span className={styles.muted}>{countText(group.orderCount, 'order')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
