import { describeError } from '../api/describe-error.ts';
import { Button } from '../ui/button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import fieldStyles from '../ui/field.module.css';
import { Note } from '../ui/state.tsx';
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
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        create.mutate({ page, query, name: String(data.get('name')), shared: data.get('shared') === 'on' });
      }}
    >
      <label className={fieldStyles.field}>
        Name
        {/* biome-ignore lint/a11y/noAutofocus: it is the only thing that must be typed. */}
        <input name="name" autoFocus required maxLength={100} />
        <span className={fieldStyles.hint}>The filters of the page are saved, and not what they find today.</span>
      </label>
      <label className={styles.check}>
        <input name="shared" type="checkbox" /> Everybody who works with the console sees it
      </label>
      <div role="alert">{create.isError && <Note danger>{describeError(create.error).detail}</Note>}</div>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>Leave it</Button>
        <Button type="submit" kind="primary" disabled={create.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
