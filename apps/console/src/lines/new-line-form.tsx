import type { CreateLineBody, Holder, Page as ListPage, Subscription } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { findHolder, isTaxId } from '../records/find-holder.ts';
import { DryRunResult, useDryRun } from '../records/order-preview.tsx';
import { emptySource, findSource, hasSource, pointersOfSource, SourceFields } from '../resources/source-fields.tsx';
import { CheckField, Form, ReasonField, SelectField, TextField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { toPhrase } from '../ui/text/status-tone.ts';

/** The subscriptions that a new line of a holder can join. */
const useSubscriptions = (holderId: string | undefined) =>
  useQuery({
    queryKey: ['holder', holderId, 'open-subscriptions'],
    queryFn: async ({ signal }): Promise<readonly Subscription[]> => {
      const found: ListPage<Subscription> = await linework.subscriptions.list(
        { customerId: [holderId ?? ''], status: ['DRAFT', 'ACTIVE', 'PAUSED'], limit: 50 },
        { signal },
      );
      return found.items;
    },
    enabled: holderId !== undefined,
  });

const initial = {
  taxId: '',
  subscription: '',
  externalCode: '',
  activate: 'yes',
  reason: '',
  ...emptySource('number'),
  ...emptySource('sim'),
};

type NewLineValues = Readonly<typeof initial>;

interface NewLineFormProps {
  /** On the page of a holder the line is of that one. */
  readonly holder?: Holder | undefined;
  readonly onSent: (sent: { readonly lineId: string; readonly orderId: string }) => void;
}

/** A new line: of whom, with which number and which SIM. A dry run says first whether it is possible. */
export function NewLineForm({ holder, onSent }: NewLineFormProps) {
  const subscriptions = useSubscriptions(holder?.id);
  const build = async (values: NewLineValues): Promise<CreateLineBody> => {
    const [customer, msisdn, sim] = await Promise.all([
      holder ?? findHolder(values.taxId),
      findSource(values, 'number', 'MSISDN'),
      findSource(values, 'sim', 'SIM'),
    ]);
    return {
      customerId: customer.id,
      msisdn,
      sim,
      activate: values.activate === 'yes',
      ...(values.subscription !== '' && { subscriptionId: values.subscription }),
      ...(values.externalCode.trim() !== '' && { externalCode: values.externalCode.trim() }),
    };
  };
  const form = useForm({
    name: `new-line:${holder?.id ?? ''}`,
    initial,
    required: ['taxId', 'numberPool', 'numberCode', 'simPool', 'simCode', 'reason'],
    pointers: {
      taxId: '/customerId',
      subscription: '/subscriptionId',
      reason: 'reason',
      ...pointersOfSource('number', '/msisdn'),
      ...pointersOfSource('sim', '/sim'),
    },
    codes: { 'external-code-taken': 'externalCode', 'unknown-subscription': 'subscription' },
    send: async (values, options) => {
      const body = await build(values);
      const { data, response } = await linework.lines
        .create(body, { ...options, query: { reason: values.reason.trim() } })
        .withResponse();
      return { lineId: data.id, orderId: response.headers.get('location')?.split('/').at(-1) ?? '' };
    },
    onSent,
  });
  const { values } = form;
  const { reason: _, ...tried } = values;
  const isComplete =
    hasSource(values, 'number') && hasSource(values, 'sim') && (holder !== undefined || isTaxId(values.taxId));
  const dryRun = useDryRun(
    ['new', holder?.id, tried],
    isComplete ? async () => ({ type: 'LINE_PROVISION', line: await build(values) }) : undefined,
  );
  return (
    <Form form={form} command={t('Create the line')} refusal={isComplete ? dryRun.query.error : null}>
      {holder === undefined && (
        <TextField name="taxId" label={t('CPF or CNPJ of the holder')} inputMode="numeric" maxLength={18} isFirst />
      )}
      <SourceFields prefix="number" type="MSISDN" brokerId={holder?.brokerId} />
      <SourceFields prefix="sim" type="SIM" brokerId={holder?.brokerId} />
      {subscriptions.data !== undefined && subscriptions.data.length > 0 && (
        <SelectField
          name="subscription"
          label={t('Subscription')}
          none={t('none')}
          options={subscriptions.data.map(
            ({ id, status }) => [id, `…${id.slice(-8)}, ${toPhrase(status, 'subscription')}`] as const,
          )}
        />
      )}
      <TextField name="externalCode" label={t('External code')} maxLength={200} hint={t('May be left empty.')} />
      <CheckField name="activate" label={t('Activate it at once')} />
      <ReasonField hint={t('The events of the order keep it, with your name.')} isFirst={false} />
      <DryRunResult dryRun={dryRun} needs={t('Choose the number and the SIM to try it.')} />
    </Form>
  );
}
