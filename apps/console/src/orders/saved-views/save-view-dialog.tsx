import { t } from '../../language/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import fieldStyles from '../../ui/field.module.css';
import styles from './saved-views.module.css';
import { useCreateView } from './use-saved-views.ts';

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
  const create = useCreateView(onClose);
  return (
    <DialogForm
      onSubmit={(data) =>
        create.mutate({ page, query, name: String(data.get('name')), shared: data.get('shared') === 'on' })
      }
      error={create.error}
      command={t('Save')}
      disabled={create.isPending}
    >
      <label className={fieldStyles.field}>
        {t('Name')}
        <input name="name" required maxLength={100} />
        <span className={fieldStyles.hint}>{t('Saves the filters, and not the orders that they find today.')}</span>
      </label>
      <label className={styles.check}>
        <input name="shared" type="checkbox" /> {t('Share it with everybody')}
      </label>
    </DialogForm>
  );
}
