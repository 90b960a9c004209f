DROP INDEX "mujer_provincia";--> statement-breakpoint
DROP INDEX "mujer_canton";--> statement-breakpoint
DROP INDEX "mujer_establecimiento";--> statement-breakpoint
DROP INDEX "nino_provincia";--> statement-breakpoint
DROP INDEX "nino_canton";--> statement-breakpoint
DROP INDEX "nino_establecimiento";--> statement-breakpoint
CREATE INDEX "anemia_creador" ON "anemia" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "control_creador" ON "control" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "controlmujer_creador" ON "controlmujer" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "etmi_creador" ON "etmi" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "mujer_provincia_orden" ON "mujer" USING btree ("provincia","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mujer_canton_orden" ON "mujer" USING btree ("canton","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mujer_establecimiento_orden" ON "mujer" USING btree ("establecimiento","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_provincia_orden" ON "nino" USING btree ("provincia","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_canton_orden" ON "nino" USING btree ("canton","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_establecimiento_orden" ON "nino" USING btree ("establecimiento","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rn_creador" ON "rn" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "tamizaje_creador" ON "tamizaje" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "vacuna_creador" ON "vacuna" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "vacunamujer_creador" ON "vacunamujer" USING btree ("created_by");