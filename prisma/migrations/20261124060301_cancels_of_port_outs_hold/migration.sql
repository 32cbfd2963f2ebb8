ALTER TABLE "port_out" VALIDATE CONSTRAINT "port_out_due_while_under_way";
ALTER TABLE "port_out" VALIDATE CONSTRAINT "port_out_cancelled_because_it_was_asked";
