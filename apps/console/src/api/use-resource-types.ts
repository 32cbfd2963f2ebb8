import { useQuery } from '@tanstack/react-query';
import { tKnown } from '../language/translate.ts';
import { linework } from './linework.ts';

/** The types of resources: numbers and SIMs, with their names in the person's language, and what was added. */
export const useResourceTypes = () =>
  useQuery({
    queryKey: ['resource-types'],
    queryFn: async ({ signal }) => {
      const { items } = await linework.resourceTypes.list({ limit: 100 }, { signal });
      return items.map((type) => ({ ...type, name: tKnown(type.name) }));
    },
    staleTime: 300_000,
  });
