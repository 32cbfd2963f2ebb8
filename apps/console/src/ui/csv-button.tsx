import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../language/translate.ts';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

/** The filters of the list. */
type CsvQuery = Readonly<Record<string, string | undefined>>;

/** Reads a whole list as a table, masked like the page. */
async function readTable(path: string, query: CsvQuery): Promise<Blob> {
  const filters = Object.entries(query).filter((filter): filter is [string, string] => filter[1] !== undefined);
  const response = await fetch(`/console/api${path}?${new URLSearchParams(filters)}`, {
    headers: { Accept: 'text/csv' },
  });
  if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/csv'))
    throw new Error('This server does not send the list as a table.');
  return await response.blob();
}

/** Saves lists of the same kind as one table: the header of the first one stays. */
async function download(paths: readonly string[], query: CsvQuery): Promise<void> {
  const [first, ...others] = await Promise.all(paths.map((path) => readTable(path, query)));
  const texts = await Promise.all(others.map((table) => table.text()));
  const rows = texts.map((text) => text.slice(text.indexOf('\n') + 1));
  saveFile(`${paths[0]?.split('/').at(-1)}.csv`, new Blob([first ?? '', ...rows], { type: 'text/csv' }));
}

type CsvButtonProps = ({ readonly path: string } | { readonly paths: readonly string[] }) & {
  readonly query?: CsvQuery | undefined;
  /** The list has no row, so there is nothing to save. */
  readonly isEmpty?: boolean | undefined;
  /** What the file has. */
  readonly title?: string | undefined;
};

/** Saves all that the filter has as a file of CSV. */
export function CsvButton({
  query = {},
  isEmpty = false,
  title = t('All rows of the filter, masked'),
  ...lists
}: CsvButtonProps) {
  const save = useMutation({ mutationFn: () => download('path' in lists ? [lists.path] : lists.paths, query) });
  return (
    <Button
      disabled={isEmpty || save.isPending}
      title={save.isError ? describeError(save.error).detail : title}
      onClick={() => save.mutate()}
    >
      <Download size={14} aria-hidden /> {save.isPending ? t('Reading …') : save.isError ? t('No CSV') : 'CSV'}
    </Button>
  );
}
