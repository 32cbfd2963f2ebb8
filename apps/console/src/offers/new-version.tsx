import type { Offer, OfferVersion, PublishOfferVersionBody } from '@linework/sdk';
import { useState } from 'react';
import { readDraft } from '../api/drafts.ts';
import { linework } from '../api/linework.ts';
import { useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import { FieldFault, NotSent } from '../ui/form/form-values.ts';
import { decimalText, readDecimal } from '../ui/form/read-decimal.ts';
import { Section } from '../ui/page.tsx';
import { type Content, compareVersions } from './compare-versions.ts';
import { Compared } from './compared.tsx';
import styles from './offers.module.css';

interface NewVersionProps {
  readonly offer: Offer;
  readonly current: OfferVersion;
  readonly onClose: () => void;
}

/** A price that is typed, or what is wrong with it. */
function readPrice(text: string): { readonly price?: string; readonly fault?: string } {
  try {
    const price = readDecimal('price', text);
    return /^\d{1,9}\.\d{2}$/.test(price)
      ? { price }
      : { fault: t('Two decimals, as {example}', { example: decimalText('54.90') }) };
  } catch (error) {
    if (error instanceof FieldFault) return { fault: error.message };
    throw error;
  }
}

/** A change of prices: what is typed stands beside what is sold now, before anything is published. */
export function NewVersion({ offer, current, onClose }: NewVersionProps) {
  const draft = `offer.publish.${offer.id}`;
  // It was sent, and nobody knows whether it was done: it can be sent again as it was.
  const isSent = readDraft(useSession().data?.operator.id ?? '', draft)?.isUnsettled === true;
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>({});
  const typed = current.products.map((product) => {
    const text = prices[product.id] ?? decimalText(product.price);
    return { product, text, ...readPrice(text) };
  });
  const isWrong = typed.some(({ fault }) => fault !== undefined);
  const next: Content = {
    ...current,
    products: typed.map(({ product, price }) => ({ ...product, price: price ?? product.price })),
  };
  const changed = compareVersions(current, next).filter(({ isDifferent }) => isDifferent).length;
  const number = Math.max(...offer.versions.map(({ version }) => version)) + 1;
  return (
    <Section title={t('Version {number}, not published yet', { number })}>
      <div className={styles.prices}>
        {typed.map(({ product: { id, name }, text, fault }) => (
          <div key={id} className={fieldStyles['field']}>
            <label htmlFor={`price-${id}`}>{t('Price of {name}', { name })}</label>
            <input
              id={`price-${id}`}
              inputMode="decimal"
              value={text}
              aria-invalid={fault !== undefined}
              aria-describedby={fault === undefined ? undefined : `fault-${id}`}
              onChange={(event) => setPrices({ ...prices, [id]: event.target.value })}
            />
            {fault !== undefined && (
              <span id={`fault-${id}`} role="alert">
                {fault}
              </span>
            )}
          </div>
        ))}
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <ActionButton
          draft={draft}
          name={t('Publish')}
          title={t('Publish version {number} of {name}', { number, name: offer.name })}
          disabled={!isSent && (isWrong || changed === 0)}
          isFixed
          initial={{ from: String(current.version), content: JSON.stringify(contentOf(next)) }}
          send={async ({ from, content }, options, { isRepeated }) => {
            if (!isRepeated) await refuseNewer(offer, Number(from));
            await linework.offers.publishVersion(offer.id, JSON.parse(content) as PublishOfferVersionBody, options);
            onClose();
          }}
          changes={['offer', 'offers']}
        >
          <p>
            {t(
              '{count} part of it differs from version {version}. | {count} parts of it differ from version {version}.',
              { count: changed, version: current.version },
            )}{' '}
            {t(
              'New subscriptions get it from now on; those that exist keep the version that they have. ' +
                'It never changes again.',
            )}
          </p>
        </ActionButton>
      </div>
      <Compared
        label={t('What would change')}
        left={current}
        right={next}
        leftHead={t('Version {version}, sold now', { version: current.version })}
        rightHead={t('Version {version}', { version: number })}
      />
    </Section>
  );
}

const contentOf = ({ products, discounts, onLastLineEnded }: Content) => ({
  products,
  discounts: discounts.map(({ id: _, ...discount }) => discount),
  onLastLineEnded,
});

/** Nothing is published over a version that somebody else has published since this page was read. */
async function refuseNewer({ id }: Offer, from: number): Promise<void> {
  const { versions } = await linework.offers.get(id);
  const newest = Math.max(...versions.map(({ version }) => version));
  if (newest > from)
    throw new NotSent(
      t('Version {newest} was published meanwhile. Close this, look at it, and begin from it.', { newest }),
    );
}
