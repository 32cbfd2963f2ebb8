import type { Role } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../../api/linework.ts';

/** The roles that administrators have made. The page of people and its forms show the first hundred. */
export const useRoles = () =>
  useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }): Promise<readonly Role[]> =>
      (await linework.roles.list({ limit: 100, sortBy: 'name', sortOrder: 'asc' }, { signal })).items,
  });
