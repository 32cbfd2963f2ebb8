import { timeZone } from '@linework/schemas/values/time-zone';
import {
  type BalanceComponent,
  type Line,
  type ListedInvoice,
  type Page as ListPage,
  type Payment,
  type PaymentMethod,
  ProblemError,
} from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { Form, ReasonField, SelectField, TextField } from '../ui/form/form.tsx';
import { NotSent } from '../ui/form/form-values.ts';
import { readDecimal } from '../ui/form/read-decimal.ts';
import { useForm } from '../ui/form/use-form.ts';
import { Note } from '../ui/state.tsx';
import { dayText, moneyText } from '../ui/text/day-text.ts';
import { toWords } from '../ui/text/status-tone.ts';

/** The payment methods of a holder that can be charged, the default one first. */
const useMethods = (holderId: string) =>
  useQuery({
    queryKey: ['holder', holderId, 'payment-methods'],
    queryFn: async ({ signal }): Promise<readonly PaymentMethod[]> => {
      const found: ListPage<PaymentMethod> = await linework.paymentMethods.list(
        { customerId: [holderId], status: ['ACTIVE'], limit: 50 },
        { signal },
      );
      return found.items.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
    },
  });

const methodText = ({ type, brand, lastFour, isDefault }: PaymentMethod): string =>
  [type === 'CARD' ? `${toWords(brand ?? 'card')} …${lastFour}` : t('Pix authorisation'), isDefault && t('the default')]
    .filter(Boolean)
    .join(', ');

interface ChargeFormProps {
  readonly invoice: ListedInvoice;
  readonly onSent: () => void;
}

/** Charges a bill to a card or a Pix authorisation of the holder. The provider answers later. */
export function ChargeForm({ invoice, onSent }: ChargeFormProps) {
  const methods = useMethods(invoice.customerId);
  const form = useForm({
    name: `charge:${invoice.id}`,
    initial: { method: '' },
    pointers: { method: '/paymentMethodId' },
    codes: { 'no-default-payment-method': 'method', 'payment-method-not-active': 'method' },
    record: {
      queryKey: ['invoice', invoice.id, 'version'],
      read: (signal) => readWithEtag(linework.invoices.get(invoice.id, { signal })),
    },
    send: async ({ method }, options): Promise<Payment> =>
      await linework.invoices.pay(invoice.id, method === '' ? {} : { paymentMethodId: method }, options),
    onSent,
  });
  const [first] = methods.data ?? [];
  const others = (methods.data ?? []).filter(({ isDefault }) => !isDefault);
  return (
    <Form
      form={form}
      command={t('Charge {amount}', { amount: moneyText(invoice.totalAmount) })}
      disabled={first === undefined}
    >
      <p className={styles.muted}>
        {invoice.dueDate === undefined
          ? t('The bill from {from}.', { from: dayText(invoice.periodFrom) })
          : t('The bill from {from}, due {due}.', { from: dayText(invoice.periodFrom), due: dayText(invoice.dueDate) })}
      </p>
      {methods.data?.length === 0 && (
        <Note danger>{t('This holder has no card and no Pix authorisation that can be charged.')}</Note>
      )}
      {first !== undefined && (
        <SelectField
          name="method"
          label={t('From')}
          none={first.isDefault ? methodText(first) : t('Choose a payment method')}
          options={others.map((method) => [method.id, methodText(method)] as const)}
        />
      )}
    </Form>
  );
}

/** What a line can get more of: the measured components of its products. */
interface ToppedUp extends BalanceComponent {
  readonly productId: string;
  readonly product: string;
}

export const useComponents = ({ id, subscriptionId, updatedAt }: Line) =>
  useQuery({
    queryKey: ['line', id, 'components', updatedAt],
    queryFn: async ({ signal }): Promise<readonly ToppedUp[]> => {
      if (subscriptionId === undefined) return [];
      const { products } = await linework.subscriptions.get(subscriptionId, { signal });
      const held = products.filter(({ removedAt }) => removedAt === undefined);
      const balances = await Promise.allSettled(
        held.map(({ productId }) => linework.usage.balances(id, productId, { signal })),
      );
      return balances.flatMap((result) => {
        if (result.status === 'rejected') {
          // A product that has not begun has no balance.
          if (result.reason instanceof ProblemError && result.reason.status === 404) return [];
          throw result.reason;
        }
        const { productId, balance } = result.value;
        return balance.product.productComponents.map((component) => ({
          ...component,
          productId,
          product: balance.product.name,
        }));
      });
    },
    placeholderData: (before) => before,
  });

/** What is typed, and how much of the API's unit it is. */
const unitTexts = { BYTE: ['GB', 1e9], SECOND: [t('minutes'), 60], MESSAGE: [t('messages'), 1] } as const;

interface TopUpFormProps {
  readonly line: Line;
  readonly onSent: () => void;
}

/** The day in Brazil, as a field of a date has it. */
const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone });

/** Gives a line more data, calls or messages, until a day. */
export function TopUpForm({ line, onSent }: TopUpFormProps) {
  const { data: components = [], isPending } = useComponents(line);
  const measured = components.filter(({ unlimited }) => !unlimited);
  const form = useForm({
    name: `top-up:${line.id}`,
    initial: { component: '', amount: '', until: inDays(30), reason: '' },
    required: ['amount', 'until', 'reason'],
    pointers: { component: '/componentId', until: '/dueDate', reason: '/metadata' },
    codes: { 'already-due': 'until', 'no-component': 'component', 'product-not-active': 'component' },
    send: async ({ component, amount, until, reason }, options) => {
      const chosen = measured.find(({ id }) => id === component) ?? measured[0];
      if (chosen === undefined)
        throw new NotSent(t('This line has no product with an amount that could be topped up.'));
      return await linework.usage.addCredit(
        line.id,
        chosen.productId,
        {
          componentId: chosen.id,
          amount: Math.round(Number(readDecimal('amount', amount)) * unitTexts[chosen.unit][1]),
          dueDate: `${until}T23:59:59-03:00`,
          metadata: { reason: reason.trim() },
        },
        options,
      );
    },
    onSent,
  });
  const chosen = measured.find(({ id }) => id === form.values.component) ?? measured[0];
  if (!isPending && chosen === undefined)
    return <Note>{t('This line has no product with an amount that could be topped up.')}</Note>;
  return (
    <Form form={form} command={t('Top up')} disabled={chosen === undefined}>
      <SelectField
        name="component"
        label={t('What')}
        options={measured.map(({ id, name, product }) => [id, `${name} (${product})`] as const)}
      />
      <TextField
        name="amount"
        label={t('How much, in {unit}', { unit: unitTexts[chosen?.unit ?? 'BYTE'][0] })}
        inputMode="decimal"
        maxLength={12}
        isFirst
      />
      <TextField name="until" label={t('Until the end of')} type="date" />
      <ReasonField hint={t('The credit keeps it.')} isFirst={false} />
    </Form>
  );
}
