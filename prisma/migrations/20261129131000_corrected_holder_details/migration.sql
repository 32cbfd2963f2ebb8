-- When a former value of the row was corrected: it was wrong, and the right one stands in its place.
ALTER TABLE "former_holder_detail"
  ADD COLUMN "name_corrected_at" TIMESTAMPTZ(3),
  ADD COLUMN "federal_tax_id_corrected_at" TIMESTAMPTZ(3);
