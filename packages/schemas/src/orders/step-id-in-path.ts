import { z } from 'zod';

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The id of a step in a request: the id of its order and its position, counted from 1. */
export const stepIdInPath = z
  .string()
  .regex(new RegExp(`^${uuid}-[1-9][0-9]{0,4}$`), 'must be the id of a step')
  .transform((id) => id.toLowerCase())
  .meta({ example: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42-1' });
