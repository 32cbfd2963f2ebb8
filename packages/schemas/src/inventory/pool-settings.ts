import { z } from 'zod';
import { freeForm } from '../free-form.ts';

const int32Limit = 2_147_483_647;

/** What an operator says of a pool when it is made, and may say otherwise later. */
export const poolName = z.string().min(1).max(200).meta({ description: 'Unique among the pools of a broker.' });
export const poolMetadata = freeForm;
export const lowAvailabilityThreshold = z.int().min(0).max(int32Limit).meta({ description: 'With fewer available resources than this the pool is low.' });
