-- The lines of each broker at the end of each day. Only the job `count-lines` writes them.
CREATE TABLE "line_count_day" (
    "day" DATE NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "line_count_day_pkey" PRIMARY KEY ("day")
);

CREATE TABLE "line_count" (
    "day" DATE NOT NULL,
    "broker_id" UUID NOT NULL,
    "area_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "line_count_pkey" PRIMARY KEY ("day", "broker_id", "area_code", "status"),
    CONSTRAINT "line_count_is_positive" CHECK ("count" > 0)
);

ALTER TABLE "line_count" ADD CONSTRAINT "line_count_day_fkey"
  FOREIGN KEY ("day") REFERENCES "line_count_day"("day") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "line_count" ADD CONSTRAINT "line_count_broker_id_fkey"
  FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
