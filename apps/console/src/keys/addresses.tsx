import type { ApiKey } from '@linework/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import fieldStyles from '../ui/field.module.css';
import { CurrentRecord } from '../ui/form/current-record.tsx';

/** The addresses of a form; undefined without one. */
export function readAddresses(data: FormData): string[] | undefined {
  const given = String(data.get('addresses')).split(/[\s,;]+/);
  const addresses = given.filter((address) => address !== '');
  return addresses.length === 0 ? undefined : addresses;
}

export function AddressesField({ addresses = [] }: { readonly addresses?: readonly string[] | undefined }) {
  return (
    <label className={fieldStyles['field']}>
      {t('Only from these addresses')}
      <textarea name="addresses" rows={2} defaultValue={addresses.join('\n')} spellCheck={false} />
      <span className={fieldStyles['hint']}>
        {t('Addresses and networks, such as 192.0.2.7 and 2001:db8::/48. Empty: from everywhere.')}
      </span>
    </label>
  );
}

interface AddressesDialogProps {
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

export function AddressesDialog({ apiKey, onClose }: AddressesDialogProps) {
  const title = t('Addresses of {name}', { name: apiKey?.name ?? '' });
  return (
    <Dialog open={apiKey !== undefined} onClose={onClose} title={title}>
      {apiKey !== undefined && (
        <CurrentRecord<ApiKey>
          queryKey={['keys', apiKey.id]}
          read={(signal) => linework.apiKeys.get(apiKey.id, { signal })}
          what={t('the key')}
        >
          {(current) => <AddressesForm apiKey={current} onClose={onClose} />}
        </CurrentRecord>
      )}
    </Dialog>
  );
}

/** Without `If-Match`: the ETag of a key changes each time that it is used. */
function AddressesForm({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async (addresses: string[] | undefined): Promise<ApiKey> =>
      await linework.apiKeys.change(apiKey.id, { allowedAddresses: addresses ?? null }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return (
    <DialogForm
      onSubmit={(data) => change.mutate(readAddresses(data))}
      error={change.error}
      command={t('Save')}
      disabled={change.isPending}
    >
      <AddressesField addresses={apiKey.allowedAddresses} />
      <p className={fieldStyles['hint']}>
        {t('Within five seconds a request from elsewhere is refused, and its open streams end.')}
      </p>
    </DialogForm>
  );
}
