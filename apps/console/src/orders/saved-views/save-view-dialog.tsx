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
    <Dialog open={open} onClose={onClose} title="Save this view">
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
      command="Save"
      disabled={create.isPending}
    >
      <label className={fieldStyles.field}>
        Name
        {/* biome-ignore lint/a11y/noAutofocus: it is the only thing that must be typed. */}
        <input name="name" autoFocus required maxLength={100} />
        <span className={fieldStyles.hint}>Saves the filters, and not the orders that they find today.</span>
      </label>
      <label className={styles.check}>
        <input name="shared" type="checkbox" /> Share it with everybody
      </label>
    </DialogForm>
  );
}
