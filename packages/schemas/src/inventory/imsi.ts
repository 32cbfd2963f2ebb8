import { z } from 'zod';

/** An IMSI has 15 digits, or 14 where the subscriber's own part is short (ITU-T E.212). */
export const imsiPattern = /^[0-9]{14,15}$/;

export const imsiRule = 'must be 14 or 15 digits';

export const imsi = z.string().regex(imsiPattern, imsiRule);
