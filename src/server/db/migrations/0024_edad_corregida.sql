ALTER TABLE "control" ADD COLUMN "edad_corregida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "control" ADD COLUMN "ztalla_cronologica" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "gestacion" smallint;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "edad_corregida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "ztalla_cronologica" numeric(5, 2);--> statement-breakpoint
CREATE INDEX "control_edad_corregida" ON "control" USING btree ("fecha") WHERE "control"."edad_corregida";--> statement-breakpoint
CREATE INDEX "nino_edad_corregida" ON "nino" USING btree ("lugar") WHERE "nino"."edad_corregida";