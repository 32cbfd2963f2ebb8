import type { SearchHit } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Masked } from '../ui/masked.tsx';
import { Section } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import styles from './search.module.css';

const kinds = [
  ['order', t('Orders')],
  ['line', t('Lines')],
  ['holder', t('Holders')],
  ['resource', t('Numbers and SIMs')],
  ['pool', t('Pools')],
  ['webhook-endpoint', t('Webhook endpoints')],
  ['webhook-delivery', t('Webhook deliveries')],
] as const satisfies readonly (readonly [SearchHit['kind'], string])[];

/**
 * The hits by kind: first the kind of the best hit. j and k move the focus, and Enter opens the hit, or the best one.
 */
export function SearchResults({ hits, text }: { readonly hits: readonly SearchHit[]; readonly text: string }) {
  const results = useRef<HTMLDivElement>(null);
  const listLinks = () => [...(results.current?.querySelectorAll<HTMLElement>('li > a') ?? [])];
  const moveFocus = (by: number) => {
    const links = listLinks();
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useShortcuts({ j: () => moveFocus(1), k: () => moveFocus(-1), Enter: () => listLinks()[0]?.click() });
  if (hits.length === 0) {
    return (
      <Empty title={t('Nothing found')}>
        {t(
          'No order, line, holder, number or SIM was found for “{text}”. Names of people are not ' +
            'searched, and an external code must be whole.',
          { text },
        )}
      </Empty>
    );
  }
  const places = new Map(hits.map(({ kind }, index) => [kind, index] as const).toReversed());
  const shown = kinds
    .filter(([kind]) => places.has(kind))
    .toSorted(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return (
    <div ref={results}>
      {shown.map(([kind, name]) => (
        <Section key={kind} title={name}>
          <ul className={styles.list}>
            {hits
              .filter((hit) => hit.kind === kind)
              .map((hit) => (
                <Hit key={hit.id} hit={hit} />
              ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}

const matchedTexts: Readonly<Record<SearchHit['matchedBy'], string>> = {
  id: t('by its id'),
  msisdn: t('by its number'),
  iccId: t('by its SIM'),
  imsi: t('by its IMSI'),
  externalCode: t('by its external code'),
  federalTaxId: t('by its tax id'),
  correlationId: t('by its correlation id'),
  line: t('of the line'),
  name: t('by its name'),
};

/** The kinds whose label is a code. */
const codes: ReadonlySet<SearchHit['kind']> = new Set(['order', 'webhook-delivery']);

function Hit({ hit: { kind, id, label, status, brokerId, matchedBy, createdAt } }: { readonly hit: SearchHit }) {
  const brokerName = useBrokerName();
  return (
    <li>
      {status !== undefined && <StatusBadge kind={kind} status={status} />}
      <HitName kind={kind} id={id} text={codes.has(kind) ? toWords(label) : label} />
      <code className={styles.muted}>{id}</code>
      <span className={styles.muted}>{matchedTexts[matchedBy]}</span>
      <span className={styles.muted}>
        {brokerId === undefined ? t('the operators') : brokerName(brokerId)}, <Time at={createdAt} />
      </span>
    </li>
  );
}

function HitName({ kind, id, text }: { readonly kind: SearchHit['kind']; readonly id: string; readonly text: string }) {
  if (kind === 'order') {
    return (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        <Masked text={text} />
      </Link>
    );
  }
  if (kind === 'line') {
    return (
      <Link to="/lines/$lineId" params={{ lineId: id }}>
        <Masked text={text} />
      </Link>
    );
  }
  if (kind === 'holder') {
    return (
      <Link to="/holders/$holderId" params={{ holderId: id }}>
        <Masked text={text} />
      </Link>
    );
  }
  if (kind === 'resource') {
    return (
      <Link to="/resources/$resourceId" params={{ resourceId: id }}>
        <Masked text={text} />
      </Link>
    );
  }
  if (kind === 'pool') {
    return (
      <Link to="/pools/$poolId" params={{ poolId: id }}>
        <Masked text={text} />
      </Link>
    );
  }
  if (kind === 'webhook-endpoint') {
    return (
      <Link to="/webhooks/$endpointId" params={{ endpointId: id }}>
        <Masked text={text} />
      </Link>
    );
  }
  return (
    <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }}>
      <Masked text={text} />
    </Link>
  );
}
