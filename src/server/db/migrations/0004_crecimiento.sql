ALTER TABLE "anemia" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "control" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "control" ADD COLUMN "ztalla" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "control" ADD COLUMN "ultimo_del_mes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "controlmujer" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "etmi" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mujer" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "zpeso" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "ztalla" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "zpesotalla" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "zimc" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "discrepancia" text;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "cruce" text;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "proximo_control" date;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "proxima_vacuna" date;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "prioridad" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "visitar_desde" date;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "seguimiento_hasta" date;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "visto" date;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "desnutricion_desde" date;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "vacunas_debidas" text;--> statement-breakpoint
ALTER TABLE "nino" ADD COLUMN "revisar" date DEFAULT '1900-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "rn" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tamizaje" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vacuna" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vacunamujer" ADD COLUMN "advertida" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "anemia_orden" ON "anemia" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "anemia_advertida" ON "anemia" USING btree ("fecha_registro") WHERE "anemia"."advertida";--> statement-breakpoint
CREATE INDEX "control_advertida" ON "control" USING btree ("fecha_registro") WHERE "control"."advertida";--> statement-breakpoint
CREATE INDEX "control_talla_mes" ON "control" USING btree ("fecha","ultimo_del_mes","ztalla");--> statement-breakpoint
CREATE INDEX "nino_visitas" ON "nino" USING btree ("prioridad","visitar_desde","orden");--> statement-breakpoint
CREATE INDEX "nino_creador_visitas" ON "nino" USING btree ("created_by","prioridad","visitar_desde");--> statement-breakpoint
CREATE INDEX "nino_talla" ON "nino" USING btree ("provincia","canton","establecimiento","ztalla");--> statement-breakpoint
CREATE INDEX "nino_discrepancia" ON "nino" USING btree ("control_fecha" DESC NULLS FIRST,"orden" DESC NULLS FIRST) WHERE "nino"."discrepancia" is not null;--> statement-breakpoint
CREATE INDEX "nino_revisar" ON "nino" USING btree ("revisar");--> statement-breakpoint
CREATE INDEX "rn_orden" ON "rn" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rn_advertida" ON "rn" USING btree ("fecha_registro") WHERE "rn"."advertida";--> statement-breakpoint
CREATE INDEX "tamizaje_orden" ON "tamizaje" USING btree ("fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tamizaje_advertida" ON "tamizaje" USING btree ("fecha_registro") WHERE "tamizaje"."advertida";--> statement-breakpoint
CREATE INDEX "vacuna_advertida" ON "vacuna" USING btree ("fecha_registro") WHERE "vacuna"."advertida";