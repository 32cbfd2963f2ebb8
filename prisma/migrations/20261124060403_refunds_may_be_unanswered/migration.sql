ALTER TABLE "unanswered_call" DROP CONSTRAINT "known_kind_of_unanswered_call";
ALTER TABLE "unanswered_call" ADD CONSTRAINT "known_kind_of_unanswered_call"
  CHECK (kind IN ('payment', 'refund', 'payment-method', 'tax-receipt', 'port-in', 'port-out')) NOT VALID;
