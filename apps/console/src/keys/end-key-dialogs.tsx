import type { ApiKey, NewApiKey } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { t, tParts } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Form, SelectField } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { ShownOnce } from '../ui/shown-once.tsx';

interface KeyDialogProps {
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

/** After how many seconds the old key ends, beside its successor until then. */
const overlaps = [
  ['86400', t('in a day')],
  ['604800', t('in a week')],
  ['3600', t('in an hour')],
  ['0', t('at once')],
] as const;

export function RollDialog({ apiKey, onClose }: KeyDialogProps) {
  return (
    <Dialog open={apiKey !== undefined} onClose={onClose} title={t('Roll {name}', { name: apiKey?.name ?? '' })}>
      {apiKey !== undefined && <RollForm apiKey={apiKey} onClose={onClose} />}
    </Dialog>
  );
}

function RollForm({ apiKey: { id, name }, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const [rolled, setRolled] = useState<NewApiKey>();
  const form = useForm({
    name: `key:${id}:roll`,
    initial: { seconds: overlaps[0][0] as string },
    pointers: { seconds: '/oldKeyEndsInSeconds' },
    send: async ({ seconds }, options): Promise<NewApiKey> =>
      await linework.apiKeys.roll(id, { oldKeyEndsInSeconds: Number(seconds) }, options),
    // The key is only in this page, and in no draft.
    onSent: setRolled,
    readAgain: ['keys'],
  });
  if (rolled !== undefined) {
    return (
      <ShownOnce secret={rolled.key} what={t('the key')} onClose={onClose}>
        {t('The new key of {name}. It is shown only here.', { name })}
      </ShownOnce>
    );
  }
  return (
    <Form form={form} command={t('Roll the key')}>
      <p>{t('The new key has the same name, broker and scopes. Both work until the old one ends.')}</p>
      <SelectField name="seconds" label={t('The old key ends')} options={overlaps} />
    </Form>
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
