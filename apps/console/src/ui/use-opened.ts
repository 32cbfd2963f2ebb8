import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * The dialog of a page that is open: what it does, and the record that it is about. It stands in the address, so that
 * it is open again after a session that has ended. What the person may not do is not opened.
 */
export function useOpened(isAllowed: boolean) {
  const { do: opened } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [action, id] = isAllowed ? (opened?.split('.') ?? []) : [];
  const open = (wanted: string | undefined, of?: string) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, do: of === undefined ? wanted : `${wanted}.${of}` }),
      replace: true,
    });
  return { action, id, open, close: () => open(undefined) };
}
