import type { Offer, OfferVersion, OfferVersionSummary } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayPublish, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { t, tParts } from '../language/translate.ts';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import recordStyles from '../records/records.module.css';
import { useOfferVersions } from '../records/use-products.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import selectStyles from '../ui/select.module.css';
import { Loading, Note } from '../ui/state.tsx';
import { DateTime, Time } from '../ui/time.tsx';
import { Compared } from './compared.tsx';
import { NewVersion } from './new-version.tsx';
import styles from './offers.module.css';

const route = getRouteApi('/offers/$offerId');
const parent = { to: '/offers', name: t('Offers') } as const;

/** One offer: what is sold now beside any other version, and its next version. */
export function OfferPage() {
  const { offerId } = route.useParams();
  const canPublish = mayPublish(useSession().data);
  const [isNew, setNew] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['offer', offerId],
    queryFn: async ({ signal }): Promise<Offer> => await linework.offers.get(offerId, { signal }),
  });
  if (data === undefined) return <RecordState what={t('Offer')} parent={parent} error={error} onRetry={refetch} />;
  const { name, currentVersion, versions } = data;
  return (
    <Page
      scrolls
      title={name}
      parent={parent}
      beside={
        currentVersion === undefined ? (
          <Badge tone="quiet">{t('Not sold now')}</Badge>
        ) : (
          <Badge tone="success">{t('Version {version}', { version: currentVersion.version })}</Badge>
        )
      }
      actions={
        currentVersion !== undefined &&
        !isNew && (
          <Button disabled={!canPublish} onClick={() => setNew(true)}>
            {t('New version …')}
          </Button>
        )
      }
    >
      <OfferFacts offer={data} />
      {isNew && currentVersion !== undefined && (
        <NewVersion offer={data} current={currentVersion} onClose={() => setNew(false)} />
      )}
      {versions.length === 0 ? (
        <Note>{t('No version was published yet, so nothing of it can be sold.')}</Note>
      ) : (
        <Versions versions={versions} />
      )}
    </Page>
  );
}

function OfferFacts({ offer }: { readonly offer: Offer }) {
  const brokerName = useBrokerName();
  const { description, externalCode, currentVersion, versions } = offer;
  return (
    <Facts>
      {externalCode !== undefined && <Fact name={t('Code')}>{externalCode}</Fact>}
      <Fact name={t('Broker')}>{brokerName(offer.brokerId)}</Fact>
      <Fact name={t('Versions')}>{versions.length}</Fact>
      {currentVersion !== undefined && (
        <Fact name={t('Sold since')}>
          <DateTime at={currentVersion.validFrom} />
        </Fact>
      )}
      {description !== undefined && <Fact name={t('Description')}>{description}</Fact>}
      <Fact name={t('Changed')}>
        <Time at={offer.updatedAt} />
      </Fact>
      <IdFact name={t('Offer')} id={offer.id} />
    </Facts>
  );
}

/** Two versions side by side, as the address names them. Without any they are the newest one and the one before. */
function Versions({ versions }: { readonly versions: readonly OfferVersionSummary[] }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { offerId } = route.useParams();
  const [newest, second = newest] = versions as readonly [OfferVersionSummary, ...OfferVersionSummary[]];
  const find = (number: string | undefined, otherwise: OfferVersionSummary): OfferVersionSummary =>
    versions.find(({ version }) => String(version) === number) ?? otherwise;
  const [left, right] = [find(search.left, second), find(search.right, newest)];
  const contents = useOfferVersions([left.id, right.id]);
  const [leftVersion, rightVersion] = [contents.get(left.id), contents.get(right.id)];
  const choose = (side: 'left' | 'right') => (version: string) =>
    void navigate({ to: '/offers/$offerId', params: { offerId }, search: { ...search, [side]: version } });
  return (
    <Section title={left.id === right.id ? t('Version {version}', { version: right.version }) : t('Side by side')}>
      {leftVersion === undefined || rightVersion === undefined ? (
        <Loading what={t('the versions')} />
      ) : (
        <Compared
          label={t('Versions side by side')}
          left={leftVersion}
          right={rightVersion}
          leftHead={
            <VersionChoice label={t('Left version')} versions={versions} value={left} onChange={choose('left')} />
          }
          rightHead={
            <VersionChoice label={t('Right version')} versions={versions} value={right} onChange={choose('right')} />
          }
        />
      )}
      <p className={recordStyles.hint}>
        {t('A subscription keeps the version that it began with.')} <Validity version={rightVersion} />
      </p>
    </Section>
  );
}

function Validity({ version }: { readonly version: OfferVersion | undefined }) {
  if (version === undefined) return null;
  const { validFrom, validUntil } = version;
  const values = { version: version.version, from: <DateTime at={validFrom} /> };
  return validUntil === undefined
    ? tParts('Version {version} is sold from {from} on.', values)
    : tParts('Version {version} is sold from {from} until {until}.', {
        ...values,
        until: <DateTime at={validUntil} />,
      });
}

interface VersionChoiceProps {
  readonly label: string;
  readonly versions: readonly OfferVersionSummary[];
  readonly value: OfferVersionSummary;
  readonly onChange: (version: string) => void;
}

const VersionChoice = ({ label, versions, value, onChange }: VersionChoiceProps) => (
  <label className={styles.choose}>
    <span className={styles.hidden}>{label}</span>
    <select className={selectStyles.select} value={value.version} onChange={(event) => onChange(event.target.value)}>
      {versions.map(({ id, version }) => (
        <option key={id} value={version}>
          {t('Version {version}', { version })}
        </option>
      ))}
    </select>
  </label>
);
