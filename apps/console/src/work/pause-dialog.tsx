import type { OrderType, Pause } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { ReasonField } from '../ui/reason-field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './work.module.css';

/** What can be paused, with the word for each. */
const pauseKinds = [
  ['system', 'System'],
  ['order-type', 'Order type'],
  ['step', 'Step'],
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

export function PauseDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Pause work">
      {open && <PauseForm onClose={onClose} />}
    </Dialog>
  );
}

function PauseForm({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<PauseKind>('system');
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const types = useQuery({
    queryKey: ['order-types'],
    queryFn: async ({ signal }) => await linework.orderTypes.list({ signal }),
    staleTime: 300_000,
  });
  const targets = listPauseTargets(types.data?.items ?? [], kind);
  const target = targets.some(({ code }) => code === chosen) ? chosen : (targets[0]?.code ?? '');
  const create = useMutation({
    mutationFn: () => linework.request<Pause>('POST', '/pauses', { body: { kind, target, reason: reason.trim() } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['pauses'] });
    },
  });
  return (
    <DialogForm
      onSubmit={() => create.mutate()}
      error={create.error ?? types.error}
      command="Pause"
      kind="danger"
      disabled={target === '' || reason.trim() === '' || create.isPending}
    >
      <p className={styles.muted}>
        Within two seconds no worker starts a step of it. Orders are accepted, wait and use no attempt. A call that has
        begun ends as usual.
      </p>
      <Tabs label="What is paused" tabs={pauseKinds} value={kind} onChange={(value) => setKind(value as PauseKind)} />
      <label className={fieldStyles.field}>
        Which
        <select value={target} onChange={(event) => setChosen(event.target.value)} required>
          {targets.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ReasonField
        value={reason}
        onChange={setReason}
        hint="Everybody reads it at the pause and at each order that waits for it."
      />
    </DialogForm>
  );
}
