ALTER TABLE "tax_receipt" VALIDATE CONSTRAINT "waits_in_an_environment";
