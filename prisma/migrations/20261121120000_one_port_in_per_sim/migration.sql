-- By hand: what Prisma's schema cannot say.

-- A certain SIM is meant for one number at a time. It is claimed only at the window, so that nothing else would keep a second
-- port-in from naming it.
CREATE UNIQUE INDEX "one_port_in_per_sim" ON "port_in" (((sim #>> '{from,resourceId}')::uuid)) WHERE status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING');
