import type { OrderType, Pause } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { ReasonField } from '../ui/reason-field.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './pauses.module.css';

/** What can be paused, with the word for each. */
const pauseKinds = [
  ['system', t('System')],
  ['order-type', t('Order type')],
  ['step', t('Step')],
] as const;
type PauseKind = (typeof pauseKinds)[number][0];

interface PauseTarget {
  readonly code: string;
  readonly name: string;
}

/** What can be paused of a kind: the order types, their steps, or the systems that the steps call. */
function listPauseTargets(
  types: readonly Pick<OrderType, 'code' | 'steps'>[],
  kind: PauseKind,
): readonly PauseTarget[] {
  if (kind === 'order-type') return types.map(({ code }) => ({ code, name: toWords(code) }));
  if (kind === 'step') {
    return types.flatMap(({ code: type, steps }) =>
      steps.map(({ code }) => ({
        code: `${type}.${shortStep(code)}`,
        name: `${toWords(type)}: ${toPhrase(shortStep(code))}`,
      })),
    );
  }
  const called = types.flatMap(({ steps }) =>
    steps.filter((step) => step.kind === 'external').map(({ actionCode }) => actionCode.split('.')[0] ?? ''),
  );
  return [...new Set(called)].toSorted().map((code) => ({ code, name: toWords(code) }));
}

interface PauseDialogProps {
  readonly open: boolean;
  /** What is paused, where the page knows it. Without it the person chooses. */
  readonly what?: (PauseChoice & { readonly name: string }) | undefined;
  readonly onClose: () => void;
}

interface PauseChoice {
  readonly kind: PauseKind;
  readonly target: string;
}

export function PauseDialog({ open, what, onClose }: PauseDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={what === undefined ? t('Pause work') : t('Pause this step')}>
      {open && <PauseForm what={what} onClose={onClose} />}
    </Dialog>
  );
}

/** For how long a pause is: the minutes, or none if somebody ends it. */
const lengths = [
  ['', t('until somebody resumes it')],
  ['15', t('for 15 minutes')],
  ['30', t('for 30 minutes')],
  ['60', t('for an hour')],
  ['240', t('for 4 hours')],
] as const;

function PauseForm({ what, onClose }: Pick<PauseDialogProps, 'what' | 'onClose'>) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<PauseChoice>();
  const [minutes, setMinutes] = useState('');
  const [reason, setReason] = useState('');
  const choice = what ?? chosen;
  const create = useMutation({
    mutationFn: () => {
      const endsAfterMinutes = minutes === '' ? undefined : Number(minutes);
      const body = { kind: choice?.kind, target: choice?.target, reason: reason.trim(), endsAfterMinutes };
      return linework.request<Pause>('POST', '/pauses', { body });
    },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['pauses'] });
    },
  });
  return (
    <DialogForm
      onSubmit={() => create.mutate()}
      error={create.error}
      command={t('Pause')}
      kind="danger"
      disabled={choice === undefined || reason.trim() === '' || create.isPending}
    >
      {what !== undefined && <b>{what.name}</b>}
      <p className={styles.muted}>
        {t(
          'Within two seconds no worker starts a step of it. Orders are accepted, wait and use no attempt. A call ' +
            'that has begun ends as usual.',
        )}
      </p>
      {what === undefined && <TargetFields onChoose={setChosen} />}
      <label className={fieldStyles.field}>
        {t('How long')}
        <select value={minutes} onChange={(event) => setMinutes(event.target.value)}>
          {lengths.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <ReasonField
        value={reason}
        onChange={setReason}
        hint={t('Shown at the pause and at each order that waits for it.')}
      />
    </DialogForm>
  );
}

/** The choice of what is paused. */
function TargetFields({ onChoose }: { readonly onChoose: (choice: PauseChoice | undefined) => void }) {
  const [kind, setKind] = useState<PauseKind>('system');
  const [chosen, setChosen] = useState('');
  const types = useQuery({
    queryKey: ['order-types'],
    queryFn: async ({ signal }) => await linework.orderTypes.list({ signal }),
    staleTime: 300_000,
  });
  const targets = listPauseTargets(types.data?.items ?? [], kind);
  const target = targets.some(({ code }) => code === chosen) ? chosen : (targets[0]?.code ?? '');
  // The first one of the list is chosen before anybody has chosen.
  useEffect(() => onChoose(target === '' ? undefined : { kind, target }), [kind, target, onChoose]);
  return (
    <>
      <Tabs
        label={t('What is paused')}
        tabs={pauseKinds}
        value={kind}
        onChange={(value) => setKind(value as PauseKind)}
      />
      <label className={fieldStyles.field}>
        {t('Which')}
        <select value={target} onChange={(event) => setChosen(event.target.value)} required>
          {targets.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {types.isError && <SmallFailure error={types.error} onRetry={types.refetch} />}
    </>
  );
}
