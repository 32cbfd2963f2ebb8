import { z } from 'zod';
import { freeForm } from '../../free-form.ts';

const int32Limit = 2_147_483_647;

/** The settings of a pool, at its creation and in later changes. */
export const poolName = z.string().min(1).max(200).meta({ description: 'Unique among the pools of a broker.' });
export const poolMetadata = freeForm;
export const lowAvailabilityThreshold = z
  .int()
  .min(0)
  .max(int32Limit)
  .meta({ description: 'A pool with fewer available resources than this is low.' });
