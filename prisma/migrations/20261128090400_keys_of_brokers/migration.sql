-- squawk-ignore-file constraint-missing-not-valid
-- The networks that a key may be used from; an empty list is everywhere. There are few keys, so no lock is long.
-- A text that is no network fails in the cast, and one with bits beside its mask too.
ALTER TABLE "api_key"
  ADD COLUMN "allowed_addresses" TEXT[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "api_key_addresses_are_networks" CHECK (
    array_position(allowed_addresses, NULL) IS NULL
    AND cardinality(allowed_addresses) <= 50
    AND (allowed_addresses::cidr[])::text[] = allowed_addresses
  );
