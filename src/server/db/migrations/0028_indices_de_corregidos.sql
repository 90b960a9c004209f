DROP INDEX "control_edad_corregida";--> statement-breakpoint
DROP INDEX "nino_edad_corregida";--> statement-breakpoint
CREATE INDEX "control_corregida" ON "control" USING btree ("fecha","lugar") WHERE "control"."edad_corregida";--> statement-breakpoint
CREATE INDEX "measuring_change_grupo" ON "measuring_change" USING btree ("creador","lugar","fecha") WHERE "measuring_change"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "nino_corregida" ON "nino" USING btree ("lugar") WHERE "nino"."edad_corregida";