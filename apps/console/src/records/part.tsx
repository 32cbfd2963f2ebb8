import type { Page as ListPage } from '@linework/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { numberText } from '../language/translate.ts';
import { Section } from '../ui/page.tsx';
import { SmallFailure } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import styles from './records.module.css';

interface PartProps<Item> {
  readonly title: string;
  readonly list: Pick<UseQueryResult<ListPage<Item>>, 'data' | 'error' | 'isError' | 'isLoading' | 'refetch'>;
  readonly columns: readonly TableColumn<Item>[];
  readonly keyOf: (row: Item) => string;
  readonly none: string;
  readonly isAligned?: boolean | undefined;
  /** The link to the list with all of them. */
  readonly all?: React.ReactNode;
}

/** A part of a record's page: the newest rows of a list, none, or why it could not be read. The other parts stay. */
export function Part<Item>({ title, list, columns, keyOf, none, isAligned, all }: PartProps<Item>) {
  const { data } = list;
  return (
    <Section
      title={data === undefined || data.meta.total === 0 ? title : `${title} ${numberText(data.meta.total)}`}
      beside={all}
      isPending={list.isLoading}
    >
      {list.isError && <SmallFailure error={list.error} onRetry={list.refetch} />}
      {data?.items.length === 0 && <p className={styles.muted}>{none}</p>}
      {data !== undefined && data.items.length > 0 && (
        <Table label={title} rows={data.items} keyOf={keyOf} columns={columns} isAligned={isAligned} />
      )}
    </Section>
  );
}

/** A list of a record, which is read again with the record. */
export const usePart = <Item,>(
  key: readonly string[],
  read: (options: { readonly signal: AbortSignal }) => PromiseLike<ListPage<Item>>,
  enabled = true,
) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<ListPage<Item>> => await read({ signal }),
    placeholderData: (before) => before,
    enabled,
  });
