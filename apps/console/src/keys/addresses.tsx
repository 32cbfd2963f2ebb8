import type { ApiKey } from '@linework/sdk';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { Form, TextField } from '../ui/form/form.tsx';
import { listWords } from '../ui/form/form-values.ts';
import { useForm } from '../ui/form/use-form.ts';

/** The addresses that are typed; undefined without one. */
export function readAddresses(typed: string): string[] | undefined {
  const addresses = listWords(typed);
  return addresses.length === 0 ? undefined : addresses;
}

/** Which answers of the server are about the addresses. */
export const addressPlaces = {
  pointers: { addresses: '/allowedAddresses' },
  codes: { 'key-locks-itself-out': 'addresses', 'key-has-more-addresses': 'addresses' },
} as const;

export const AddressesField = ({ isFirst = false }) => (
  <TextField
    name="addresses"
    label={t('Only from these addresses')}
    hint={t('Addresses and networks, such as 192.0.2.7 and 2001:db8::/48. Empty: from everywhere.')}
    rows={2}
    isFirst={isFirst}
  />
);

interface AddressesDialogProps {
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

export function AddressesDialog({ apiKey, onClose }: AddressesDialogProps) {
  const title = t('Addresses of {name}', { name: apiKey?.name ?? '' });
  return (
    <Dialog open={apiKey !== undefined} onClose={onClose} title={title}>
      {apiKey !== undefined && <AddressesForm keyId={apiKey.id} onClose={onClose} />}
    </Dialog>
  );
}

const valuesOf = ({ allowedAddresses = [] }: ApiKey) => ({ addresses: allowedAddresses.join('\n') });

function AddressesForm({ keyId, onClose }: { readonly keyId: string; readonly onClose: () => void }) {
  const form = useForm({
    name: `key:${keyId}:addresses`,
    initial: { addresses: '' },
    ...addressPlaces,
    record: {
      queryKey: ['keys', keyId, 'version'],
      read: (signal) => readWithEtag(linework.apiKeys.get(keyId, { signal })),
      valuesOf: (record) => valuesOf(record as unknown as ApiKey),
      sets: ['addresses'],
    },
    send: async ({ addresses }, options): Promise<ApiKey> =>
      await linework.apiKeys.change(keyId, { allowedAddresses: readAddresses(addresses) ?? null }, options),
    onSent: onClose,
    readAgain: ['keys'],
  });
  return (
    <Form form={form} command={t('Save')}>
      <AddressesField isFirst />
      <p className={fieldStyles['hint']}>
        {t('Within five seconds a request from elsewhere is refused, and its open streams end.')}
      </p>
    </Form>
  );
}
