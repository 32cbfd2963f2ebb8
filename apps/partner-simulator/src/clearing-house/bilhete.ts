import { z } from 'zod';

export const portInId = z.uuid();
export const msisdn = z.string().regex(/^\+?\d{10,15}$/, 'An MSISDN is 10 to 15 digits, with or without a plus sign.');

export const reasonCodes = [
  'WRONG_DATA',
  'NUMBER_UNAVAILABLE',
  'REQUEST_RUNNING',
  'NOT_A_CUSTOMER',
  'WINDOW_UNAVAILABLE',
  'NUMBER_BLOCKED',
  'DONOR_UNKNOWN',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** The request of a bilhete. */
export const request = z.strictObject({
  msisdn,
  donor: z.string().min(1).max(100),
  federalTaxId: z.string().min(1).max(14),
  windowFrom: z.iso.datetime({ offset: true }),
  windowUntil: z.iso.datetime({ offset: true }),
});
export type Request = z.infer<typeof request>;

/** A bilhete at the clearing house. Its id is that of the port-in. */
export const bilhete = request.extend({
  kind: z.literal('bilhete'),
  id: portInId,
  ticket: z.string(),
  status: z.enum(['PENDING', 'ACCEPTED', 'CONFLICT', 'PORTED', 'CANCELLED', 'REJECTED']),
  reasonCode: z.enum(reasonCodes).optional(),
  detail: z.string().optional(),
  /** The time of the donor's reply; absent if it has replied or replies only on command. */
  answersAt: z.iso.datetime().optional(),
  /** Whether it was corrected before. */
  corrected: z.boolean().optional(),
});
export type Bilhete = z.infer<typeof bilhete>;

/** A number that leaves Linework for another operator. Its id is its ticket. */
export const portOut = z.object({
  kind: z.literal('port-out'),
  id: z.string(),
  msisdn,
  recipient: z.string(),
  windowFrom: z.iso.datetime({ offset: true }).optional(),
  status: z.enum(['ASKED', 'REFUSED', 'CONFIRMED', 'CANCELLING', 'CANCELLED']),
  /** The time of the recipient's reply to a cancel; absent if it has replied or replies only on command. */
  answersAt: z.iso.datetime().optional(),
  reason: z.string().optional(),
});
export type PortOut = z.infer<typeof portOut>;
