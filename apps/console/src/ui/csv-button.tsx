import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { describeError } from '../api/describe-error.ts';
import { Button } from './button.tsx';

/** Reads the whole list as a table, masked like the page. */
async function download(path: string, query: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(`/console/api${path}?${new URLSearchParams(query)}`, { headers: { Accept: 'text/csv' } });
  if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/csv')) throw new Error('This server does not send the list as a table.');
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${path.split('/').at(-1)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

interface CsvButtonProps {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Saves all that the filter has as a file of CSV. */
export function CsvButton({ path, query }: CsvButtonProps) {
  const save = useMutation({ mutationFn: () => download(path, query) });
  return (
    <Button disabled={save.isPending} title={save.isError ? describeError(save.error).detail : 'All rows of the filter, masked'} onClick={() => save.mutate()}>
      <Download size={14} aria-hidden /> {save.isPending ? 'Reading …' : save.isError ? 'No CSV' : 'CSV'}
    </Button>
  );
}
