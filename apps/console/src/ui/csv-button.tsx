import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { describeError } from '../api/describe-error.ts';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

/** The filters of the list. */
type CsvQuery = Readonly<Record<string, string | undefined>>;

/** Reads the whole list as a table, masked like the page. */
async function download(path: string, query: CsvQuery): Promise<void> {
  const filters = Object.entries(query).filter((filter): filter is [string, string] => filter[1] !== undefined);
  const response = await fetch(`/console/api${path}?${new URLSearchParams(filters)}`, {
    headers: { Accept: 'text/csv' },
  });
  if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/csv'))
    throw new Error('This server does not send the list as a table.');
  saveFile(`${path.split('/').at(-1)}.csv`, await response.blob());
}

interface CsvButtonProps {
  readonly path: string;
  readonly query?: CsvQuery | undefined;
  /** What the file has. */
  readonly title?: string | undefined;
}

/** Saves all that the filter has as a file of CSV. */
export function CsvButton({ path, query = {}, title = 'All rows of the filter, masked' }: CsvButtonProps) {
  const save = useMutation({ mutationFn: () => download(path, query) });
  return (
    <Button
      disabled={save.isPending}
      title={save.isError ? describeError(save.error).detail : title}
      onClick={() => save.mutate()}
    >
      <Download size={14} aria-hidden /> {save.isPending ? 'Reading …' : save.isError ? 'No CSV' : 'CSV'}
    </Button>
  );
}
