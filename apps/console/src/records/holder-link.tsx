import type { Holder } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { Masked } from '../ui/masked.tsx';

/** The holder of a record that names only its id. */
export function HolderLink({ holderId }: { readonly holderId: string }) {
  const { data } = useQuery({
    queryKey: ['holder', holderId],
    queryFn: async ({ signal }): Promise<Holder> => await linework.holders.get(holderId, { signal }),
  });
  return (
    <Link to="/holders/$holderId" params={{ holderId }}>
      {data === undefined ? `…${holderId.slice(-8)}` : <Masked text={data.name} />}
    </Link>
  );
}
