import type { DecideUnansweredCallBody, UnansweredCall } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, ReasonField, SelectField, TextField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';

interface CallDialogProps {
  readonly call: UnansweredCall | undefined;
  readonly onClose: () => void;
}

interface CallFormProps {
  readonly call: UnansweredCall;
  readonly onClose: () => void;
}

export function AskAgainDialog({ call, onClose }: CallDialogProps) {
  return (
    <Dialog
      open={call !== undefined}
      onClose={onClose}
      title={t('Call again about the {record}', { record: toPhrase(call?.kind ?? '') })}
    >
      {call !== undefined && <AskAgainForm call={call} onClose={onClose} />}
    </Dialog>
  );
}

function AskAgainForm({ call: { id }, onClose }: CallFormProps) {
  const form = useForm({
    name: `call:${id}:ask-again`,
    initial: { reason: '' },
    required: ['reason'],
    send: ({ reason }, options) =>
      linework.request<UnansweredCall>('POST', `/unanswered-calls/${id}/ask-again`, {
        ...options,
        body: { reason: reason.trim() },
      }),
    onSent: onClose,
    readAgain: ['unanswered-calls'],
  });
  return (
    <Form form={form} command={t('Call again')}>
      <p>{t('The call is made now, under the same key, so that the partner cannot do it twice.')}</p>
      <ReasonField hint={t('Is kept with the call and in an event, with your name.')} />
    </Form>
  );
}

export function DecideDialog({ call, onClose }: CallDialogProps) {
  return (
    <Dialog
      open={call !== undefined}
      onClose={onClose}
      title={t('Decide the {record}', { record: toPhrase(call?.kind ?? '') })}
    >
      {call !== undefined && <DecideForm call={call} onClose={onClose} />}
    </Dialog>
  );
}

/** The statuses that each kind of record can get. The server refuses those that this record cannot take now. */
const statusesOf: Readonly<Record<UnansweredCall['kind'], readonly DecideUnansweredCallBody['status'][]>> = {
  payment: ['CONFIRMED', 'FAILED', 'CANCELED'],
  refund: ['COMPLETED', 'FAILED'],
  'payment-method': ['ACTIVE', 'REFUSED', 'REMOVED'],
  'tax-receipt': ['ACTIVE', 'DRAFT', 'CANCELED'],
  'port-in': ['ACTIVE', 'CANCELLED', 'ERROR'],
  'port-out': ['COMPLETED', 'ERROR', 'CANCELLED', 'PENDING'],
};

function DecideForm({ call: { id, kind }, onClose }: CallFormProps) {
  const statuses = statusesOf[kind];
  const form = useForm({
    name: `call:${id}:decide`,
    initial: { status: statuses[0] as string, protocol: '', reason: '' },
    required: ['protocol', 'reason'],
    codes: { 'status-not-possible': 'status', 'protocol-needed': 'protocol' },
    send: async ({ status, protocol, reason }, options): Promise<UnansweredCall> => {
      const given = { status: status as DecideUnansweredCallBody['status'], reason: reason.trim() };
      return await linework.unansweredCalls.decide(
        id,
        { ...given, ...(needsProtocol(status) && { protocol: protocol.trim() }) },
        options,
      );
    },
    onSent: onClose,
    readAgain: ['unanswered-calls'],
  });
  const needsProtocol = (status: string) => kind === 'tax-receipt' && status !== 'DRAFT';
  return (
    <Form form={form} command={t('Decide')} kind="danger">
      <p>
        {t('For what you know from the partner itself. The call is not made again, and a late answer changes nothing.')}
      </p>
      <SelectField
        name="status"
        label={t('The {record} becomes', { record: toPhrase(kind) })}
        options={statuses.map((status) => [status, toWords(status, kind)])}
      />
      {needsProtocol(form.values.status) && (
        <TextField
          name="protocol"
          label={t('Protocol of the authority')}
          hint={t('16 digits')}
          inputMode="numeric"
          maxLength={16}
        />
      )}
      <ReasonField hint={t('Is kept with the call and in an event, with your name.')} />
    </Form>
  );
}
