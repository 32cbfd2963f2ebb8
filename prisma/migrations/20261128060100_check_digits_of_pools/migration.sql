-- squawk-ignore-file constraint-missing-not-valid
-- Some makers of SIMs print ICCIDs whose last digit is no check digit (ITU-T E.118 leaves it to them).
ALTER TABLE "pool"
  ADD COLUMN "check_digit" TEXT NOT NULL DEFAULT 'luhn',
  ADD CONSTRAINT "known_check_digit" CHECK (check_digit IN ('luhn', 'none'));
