-- By hand: what Prisma's schema cannot say.

-- A card that ran out is renewed under its token.
DROP INDEX "one_method_per_token";
CREATE UNIQUE INDEX "one_method_per_token" ON "payment_method" ("broker_id", "token") WHERE status NOT IN ('REMOVED', 'REFUSED', 'EXPIRED');
