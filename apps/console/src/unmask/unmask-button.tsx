import { Eye } from 'lucide-react';
import { useState } from 'react';
import { mayAct, useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { UnmaskDialog } from './unmask-dialog.tsx';

/** Names and numbers are masked; this asks for them in clear. */
export function UnmaskButton({ resource, id }: { readonly resource: 'line' | 'order'; readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const canAct = mayAct(useSession().data);
  return (
    <>
      <Button
        disabled={!canAct}
        title={canAct ? undefined : 'A viewer reads masked records only.'}
        onClick={() => setOpen(true)}
      >
        <Eye size={14} aria-hidden /> Show in clear …
      </Button>
      <UnmaskDialog resource={resource} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
