import { t } from '../../language/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Form, TextField } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { createView, savedViewsKey } from './use-saved-views.ts';

interface SaveViewDialogProps {
  readonly page: string;
  readonly query: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function SaveViewDialog({ open, onClose, ...view }: SaveViewDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Save this view')}>
      {open && <SaveViewForm {...view} onClose={onClose} />}
    </Dialog>
  );
}

function SaveViewForm({ page, query, onClose }: Omit<SaveViewDialogProps, 'open'>) {
  const form = useForm({
    name: `save-view:${page}?${query}`,
    initial: { name: '', shared: '' },
    required: ['name'],
    codes: { 'saved-view-taken': 'name' },
    send: ({ name, shared }, options) =>
      createView({ page, query, name: name.trim(), shared: shared === 'yes' }, options),
    onSent: onClose,
    readAgain: savedViewsKey,
  });
  return (
    <Form form={form} command={t('Save')}>
      <TextField
        name="name"
        label={t('Name')}
        hint={t('Saves the filters, and not the orders that they find today.')}
        maxLength={100}
        isFirst
      />
      <CheckField name="shared" label={t('Share it with everybody')} />
    </Form>
  );
}
