import type { ApiKey, NewApiKey } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { t, tParts } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { ShownOnce } from '../ui/shown-once.tsx';

interface KeyDialogProps {
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

/** For how long the old key goes on beside its successor. */
const overlaps = [
  [86_400, t('in a day')],
  [604_800, t('in a week')],
  [3_600, t('in an hour')],
  [0, t('at once')],
] as const;

export function RollDialog({ apiKey, onClose }: KeyDialogProps) {
  return (
    <Dialog open={apiKey !== undefined} onClose={onClose} title={t('Roll {name}', { name: apiKey?.name ?? '' })}>
      {apiKey !== undefined && <RollForm apiKey={apiKey} onClose={onClose} />}
    </Dialog>
  );
}

function RollForm({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [seconds, setSeconds] = useState<number>(overlaps[0][0]);
  const roll = useMutation({
    mutationFn: async (): Promise<NewApiKey> =>
      await linework.apiKeys.roll(apiKey.id, { oldKeyEndsInSeconds: seconds }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (roll.data !== undefined) {
    return (
      <ShownOnce secret={roll.data.key} what={t('the key')} onClose={onClose}>
        {t('The new key of {name}. It is shown only here.', { name: apiKey.name })}
      </ShownOnce>
    );
  }
  return (
    <DialogForm onSubmit={() => roll.mutate()} error={roll.error} command={t('Roll the key')} disabled={roll.isPending}>
      <p>{t('The new key has the same name, broker and scopes. Both work until the old one ends.')}</p>
      <label className={fieldStyles['field']}>
        {t('The old key ends')}
        <select value={seconds} onChange={(event) => setSeconds(Number(event.target.value))}>
          {overlaps.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </DialogForm>
  );
}

export function RevokeDialog({ apiKey, onClose }: KeyDialogProps) {
  return (
    <Dialog open={apiKey !== undefined} onClose={onClose} title={t('Revoke {name}', { name: apiKey?.name ?? '' })}>
      {apiKey !== undefined && <RevokeForm apiKey={apiKey} onClose={onClose} />}
    </Dialog>
  );
}

function RevokeForm({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: async (): Promise<void> => await linework.apiKeys.revoke(apiKey.id),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <DialogForm
      onSubmit={() => revoke.mutate()}
      error={revoke.error}
      command={t('Revoke the key')}
      kind="danger"
      disabled={revoke.isPending}
    >
      <p>
        {tParts(
          'Within five seconds every request with {prefix} is refused. A revoked key never works ' +
            'again; it stays in this list.',
          { prefix: <code>{apiKey.prefix}…</code> },
        )}
      </p>
    </DialogForm>
  );
}
