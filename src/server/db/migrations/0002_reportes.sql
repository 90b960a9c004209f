ALTER TABLE "nino" ADD COLUMN "vacunas" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "nino" SET "vacunas" = (SELECT count(*) FROM "vacuna" WHERE "vacuna"."parent_id" = "nino"."_id");--> statement-breakpoint
CREATE INDEX "control_orden" ON "control" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "control_fecha" ON "control" USING btree ("fecha");--> statement-breakpoint
CREATE INDEX "control_parent_fecha_peso" ON "control" USING btree ("parent_id","fecha","peso");--> statement-breakpoint
CREATE INDEX "mujer_establecimiento" ON "mujer" USING btree ("establecimiento");--> statement-breakpoint
CREATE INDEX "nino_establecimiento" ON "nino" USING btree ("establecimiento");--> statement-breakpoint
CREATE INDEX "nino_conteo" ON "nino" USING btree ("provincia","canton","establecimiento","sexo","estado");--> statement-breakpoint
CREATE INDEX "nino_control_fecha" ON "nino" USING btree ("control_fecha" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_estado_control_fecha" ON "nino" USING btree ("estado","control_fecha" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_vacunas" ON "nino" USING btree ("vacunas" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vacuna_orden" ON "vacuna" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);