import type { Holder, Line, Page as ListPage, PortIn, PortOut } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { emptySource, findSource, pointersOfSource, SourceFields, usePools } from '../resources/source-fields.tsx';
import { ChoiceField, Form, SelectField, TextField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';

/** A time of the reader's clock, as a field for a day and a time has it. */
const localText = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Such a field as the API takes it. What is no time is sent as it is, and comes back as a fault. */
const toTimestamp = (text: string): string => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};

/** The same hour on another day, rounded to the hour. */
function inDays(days: number, hour: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  at.setHours(hour, 0, 0, 0);
  return localText(at);
}

interface PortFormProps<Port> {
  readonly port: Port;
  readonly onSent: () => void;
}

/** Corrects what the donor has refused, and submits the port-in again. What is left empty stays as it is. */
export function CorrectPortInForm({ port, onSent }: PortFormProps<PortIn>) {
  const hasBegun = new Date(port.windowFrom).getTime() <= Date.now();
  const form = useForm({
    name: `correct-port-in:${port.id}`,
    initial: {
      federalTaxId: '',
      donor: port.donor,
      windowFrom: hasBegun ? inDays(1, 9) : localText(new Date(port.windowFrom)),
      windowUntil: hasBegun ? inDays(1, 12) : localText(new Date(port.windowUntil)),
    },
    required: ['donor', 'windowFrom', 'windowUntil'],
    record: {
      queryKey: ['port-in', port.id, 'version'],
      read: (signal) => readWithEtag(linework.portIns.get(port.id, { signal })),
    },
    send: async ({ federalTaxId, donor, windowFrom, windowUntil }, options): Promise<PortIn> =>
      await linework.portIns.correct(
        port.id,
        {
          ...(federalTaxId.trim() !== '' && { federalTaxId: federalTaxId.replaceAll(/\D/g, '') }),
          donor: donor.trim(),
          windowFrom: toTimestamp(windowFrom),
          windowUntil: toTimestamp(windowUntil),
        },
        options,
      ),
    onSent,
  });
  return (
    <Form form={form} command={t('Submit again')}>
      <TextField
        name="federalTaxId"
        label={t('CPF or CNPJ under which the donor knows the holder')}
        hint={t('Left empty, the one that was sent before.')}
        inputMode="numeric"
        maxLength={18}
        isFirst
      />
      <TextField name="donor" label={t('Donor')} maxLength={40} />
      <TextField name="windowFrom" label={t('Window from')} type="datetime-local" />
      <TextField name="windowUntil" label={t('Window until')} type="datetime-local" />
    </Form>
  );
}

/** Cancels a port in either direction at the clearing house. */
export function CancelPortForm({
  port,
  direction,
  onSent,
}: PortFormProps<PortIn | PortOut> & { direction: 'in' | 'out' }) {
  const { id } = port;
  const form = useForm({
    name: `cancel-port-${direction}:${id}`,
    initial: {},
    record: {
      queryKey: [`port-${direction}`, id, 'version'],
      read: (signal) =>
        direction === 'in'
          ? readWithEtag(linework.portIns.get(id, { signal }))
          : readWithEtag(linework.portOuts.get(id, { signal })),
    },
    send: async (_, options): Promise<unknown> =>
      await (direction === 'in' ? linework.portIns : linework.portOuts).cancel(id, options),
    onSent,
  });
  return (
    <Form form={form} command={t('Cancel the port')} kind="danger">
      <p className={styles.muted}>
        {direction === 'in'
          ? t('The clearing house is asked to cancel it. If it is too late there, the port-in goes on.')
          : t('The clearing house is asked to cancel it. Until it answers, the line stays in service.')}
      </p>
    </Form>
  );
}

/** The lines of a holder that can get another number. */
const useLines = (holderId: string) =>
  useQuery({
    queryKey: ['holder', holderId, 'lines-in-service'],
    queryFn: async ({ signal }): Promise<readonly Line[]> => {
      const found: ListPage<Line> = await linework.lines.list(
        { customerId: [holderId], status: ['ACTIVE', 'BLOCKED'], limit: 50 },
        { signal },
      );
      return found.items;
    },
  });

interface NewPortInFormProps {
  readonly holder: Holder;
  readonly onSent: (portIn: PortIn) => void;
}

/** A number of another operator for a new line of the holder, or for one that the holder has. */
export function NewPortInForm({ holder, onSent }: NewPortInFormProps) {
  const lines = useLines(holder.id);
  const pools = usePools('MSISDN', holder.brokerId);
  const form = useForm({
    name: `new-port-in:${holder.id}`,
    initial: {
      msisdn: '',
      donor: '',
      windowFrom: inDays(3, 9),
      windowUntil: inDays(3, 12),
      poolId: '',
      for: 'new',
      lineId: '',
      ...emptySource('sim'),
    },
    required: ['msisdn', 'donor', 'windowFrom', 'windowUntil', 'poolId', 'lineId', 'simPool', 'simCode'],
    pointers: pointersOfSource('sim', '/sim'),
    codes: { 'unknown-line': 'lineId', 'sim-taken': 'simPool', 'portability-rejected': 'msisdn' },
    send: async (values, options): Promise<PortIn> =>
      await linework.portIns.create(
        {
          customerId: holder.id,
          msisdn: `+${values.msisdn.replaceAll(/\D/g, '')}`,
          donor: values.donor.trim(),
          windowFrom: toTimestamp(values.windowFrom),
          windowUntil: toTimestamp(values.windowUntil),
          poolId: values.poolId,
          ...(values.for === 'line' ? { lineId: values.lineId } : { sim: await findSource(values, 'sim', 'SIM') }),
        },
        options,
      ),
    onSent,
  });
  return (
    <Form form={form} command={t('Port it in')}>
      <TextField
        name="msisdn"
        label={t('Number')}
        placeholder="+55 11 98765-4321"
        inputMode="tel"
        maxLength={20}
        isFirst
      />
      <TextField
        name="donor"
        label={t('Donor')}
        hint={t('The other operator, by its code at the clearing house.')}
        maxLength={40}
      />
      <TextField name="windowFrom" label={t('Window from')} type="datetime-local" />
      <TextField name="windowUntil" label={t('Window until')} type="datetime-local" />
      <SelectField name="poolId" label={t('Pool for the number')} none={t('Choose a pool')} options={pools} />
      <ChoiceField
        name="for"
        label={t('For')}
        options={[
          ['new', t('A new line')],
          ['line', t('A line that the holder has')],
        ]}
      />
      {form.values.for === 'line' ? (
        <SelectField
          name="lineId"
          label={t('Line')}
          none={t('Choose a line')}
          options={(lines.data ?? []).map(({ id, msisdn }) => [id, msisdn] as const)}
        />
      ) : (
        <SourceFields prefix="sim" type="SIM" brokerId={holder.brokerId} />
      )}
    </Form>
  );
}

/** A number that leaves for another operator, as the clearing house has agreed it. */
export function NewPortOutForm({ onSent }: { readonly onSent: (portOut: PortOut) => void }) {
  const form = useForm({
    name: 'new-port-out',
    initial: { msisdn: '', ticket: '', recipient: '', windowFrom: inDays(3, 9) },
    required: ['msisdn', 'ticket', 'recipient', 'windowFrom'],
    codes: { 'ticket-taken': 'ticket', 'portability-rejected': 'msisdn' },
    send: async ({ msisdn, ticket, recipient, windowFrom }, options): Promise<PortOut> =>
      await linework.portOuts.create(
        {
          msisdn: `+${msisdn.replaceAll(/\D/g, '')}`,
          ticket: ticket.trim(),
          recipient: recipient.trim(),
          windowFrom: toTimestamp(windowFrom),
        },
        options,
      ),
    onSent,
  });
  return (
    <Form form={form} command={t('Port it out')} kind="danger">
      <p className={styles.muted}>{t('At its window the line is terminated, and its number leaves.')}</p>
      <TextField
        name="msisdn"
        label={t('Number')}
        placeholder="+55 11 98765-4321"
        inputMode="tel"
        maxLength={20}
        isFirst
      />
      <TextField
        name="ticket"
        label={t('Ticket')}
        hint={t("The clearing house's number of the request.")}
        maxLength={64}
      />
      <TextField name="recipient" label={t('Recipient')} maxLength={40} />
      <TextField name="windowFrom" label={t('Window from')} type="datetime-local" />
    </Form>
  );
}
