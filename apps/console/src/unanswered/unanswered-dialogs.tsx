import type { DecideUnansweredCallBody, UnansweredCall } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { ReasonField } from '../ui/reason-field.tsx';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';

interface CallDialogProps {
  readonly call: UnansweredCall | undefined;
  readonly onClose: () => void;
}

interface CallFormProps {
  readonly call: UnansweredCall;
  readonly onClose: () => void;
}

function useCalls<Given>(send: (given: Given) => Promise<UnansweredCall>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['unanswered-calls'] }),
  });
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

function AskAgainForm({ call, onClose }: CallFormProps) {
  const [reason, setReason] = useState('');
  const ask = useCalls(
    (given: string) =>
      linework.request<UnansweredCall>('POST', `/unanswered-calls/${call.id}/ask-again`, { body: { reason: given } }),
    onClose,
  );
  return (
    <DialogForm
      onSubmit={() => ask.mutate(reason.trim())}
      error={ask.error}
      command={t('Call again')}
      disabled={reason.trim() === '' || ask.isPending}
    >
      <p>{t('The call is made now, under the same key, so that the partner cannot do it twice.')}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t('Is kept with the call and in an event, with your name.')}
      />
    </DialogForm>
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

function DecideForm({ call, onClose }: CallFormProps) {
  const [first, ...others] = statusesOf[call.kind];
  const [status, setStatus] = useState(first);
  const [reason, setReason] = useState('');
  const needsProtocol = call.kind === 'tax-receipt' && status !== 'DRAFT';
  const decide = useCalls(
    async (protocol: string): Promise<UnansweredCall> =>
      await linework.unansweredCalls.decide(call.id, {
        status: status as DecideUnansweredCallBody['status'],
        reason: reason.trim(),
        ...(needsProtocol && { protocol }),
      }),
    onClose,
  );
  return (
    <DialogForm
      onSubmit={(data) => decide.mutate(String(data.get('protocol') ?? '').trim())}
      error={decide.error}
      command={t('Decide')}
      kind="danger"
      disabled={reason.trim() === '' || decide.isPending}
    >
      <p>
        {t('For what you know from the partner itself. The call is not made again, and a late answer changes nothing.')}
      </p>
      <label className={fieldStyles['field']}>
        {t('The {record} becomes', { record: toPhrase(call.kind) })}
        <select value={status} onChange={(event) => setStatus(event.target.value as typeof status)}>
          {[first, ...others].map((value) => (
            <option key={value} value={value}>
              {toWords(value ?? '')}
            </option>
          ))}
        </select>
      </label>
      {needsProtocol && (
        <label className={fieldStyles['field']}>
          {t('Protocol of the authority')}
          <input name="protocol" required pattern="[0-9]{16}" inputMode="numeric" title={t('16 digits')} />
        </label>
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t('Is kept with the call and in an event, with your name.')}
      />
    </DialogForm>
  );
}
