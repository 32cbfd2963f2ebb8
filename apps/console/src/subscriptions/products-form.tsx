import type { OfferVersion, Subscription } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { useOfferVersions } from '../records/use-products.ts';
import { ChoiceField, Form, SelectField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { moneyText } from '../ui/text/day-text.ts';

/** What a change of products does to the bills, as the subscription says. */
const effects: Readonly<Record<Subscription['changesBehavior'], string>> = {
  IMMEDIATE_WITH_PRORATE: t('It counts at once. The next bill charges or credits the days that are left of the cycle.'),
  NEXT_CYCLE: t('It counts from the next cycle on, with its first bill.'),
  NO_CHANGES: t('This subscription allows no changes of its products once it is active.'),
};

interface ProductsFormProps {
  readonly subscription: Subscription;
  readonly onSent: () => void;
}

/** Adds a product of the offer to a subscription, or takes one away, with what it costs. */
export function ProductsForm({ subscription, onSent }: ProductsFormProps) {
  const { id, changesBehavior, products } = subscription;
  const versions = [...useOfferVersions(products.map(({ offerVersionId }) => offerVersionId)).values()];
  const held = products.filter(({ removedAt }) => removedAt === undefined);
  const offered = versions.flatMap((version) => version.products.map((product) => ({ ...product, version })));
  const added = offered.filter(({ id: productId }) => !held.some((one) => one.productId === productId));
  const form = useForm({
    name: `products:${id}`,
    initial: { change: 'add', add: '', remove: '' },
    required: ['add', 'remove'],
    pointers: { add: '/productId', remove: '/productId' },
    codes: { 'product-already-there': 'add', 'unknown-product': 'add', 'offer-not-valid': 'add' },
    record: {
      queryKey: ['subscription', id, 'version'],
      read: (signal) => readWithEtag(linework.subscriptions.get(id, { signal })),
    },
    send: async ({ change, add, remove }, options): Promise<Subscription> => {
      if (change === 'remove') return await linework.subscriptions.removeProduct(id, remove, options);
      const version = offered.find((product) => product.id === add)?.version;
      return await linework.subscriptions.addProduct(
        id,
        { productId: add, ...(version && { offerVersionId: version.id }) },
        options,
      );
    },
    onSent,
  });
  const { change } = form.values;
  const nameOf = (productId: string) => offered.find((one) => one.id === productId)?.name ?? `…${productId.slice(-8)}`;
  return (
    <Form
      form={form}
      command={change === 'remove' ? t('Remove') : t('Add')}
      kind={change === 'remove' ? 'danger' : 'primary'}
    >
      <ChoiceField
        name="change"
        label={t('Change')}
        options={[
          ['add', t('Add a product')],
          ['remove', t('Remove a product')],
        ]}
      />
      {change === 'remove' ? (
        <SelectField
          name="remove"
          label={t('Product')}
          none={t('Choose a product')}
          options={held.map((one) => [one.id, nameOf(one.productId)] as const)}
        />
      ) : (
        <SelectField
          name="add"
          label={t('Product')}
          none={added.length === 0 ? t('The offer has no other product') : t('Choose a product')}
          options={added.map((one) => [one.id, `${one.name}, ${moneyText(priceOf(one))}`] as const)}
        />
      )}
      <p className={styles.muted}>{effects[changesBehavior]}</p>
    </Form>
  );
}

/** The price of a product is its own plus that of its components. In cents, so that none is lost. */
function priceOf({ price, components }: OfferVersion['products'][number]): string {
  const cents = [price, ...components.map((component) => component.price)].reduce(
    (sum, one) => sum + Math.round(Number(one) * 100),
    0,
  );
  return (cents / 100).toFixed(2);
}
