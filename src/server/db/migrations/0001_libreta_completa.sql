CREATE TABLE "anemia" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "anemia_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"fechaaplicacion" date NOT NULL,
	"edadapli" integer NOT NULL,
	"valorhemoglobina" numeric(4, 2) NOT NULL,
	"valorcorregido" numeric(4, 2) NOT NULL,
	"resultadonormal" boolean DEFAULT true NOT NULL,
	"tratamiento" boolean DEFAULT true NOT NULL,
	"observacion" text DEFAULT '' NOT NULL,
	CONSTRAINT "anemia_edadapli_check" CHECK ("edadapli" between 1 and 24),
	CONSTRAINT "anemia_valorhemoglobina_check" CHECK ("valorhemoglobina" between 6 and 16),
	CONSTRAINT "anemia_valorcorregido_check" CHECK ("valorcorregido" between 6 and 16),
	CONSTRAINT "anemia_observacion_check" CHECK (char_length("observacion") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "etmi" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "etmi_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"nombre" text DEFAULT '' NOT NULL,
	"vacuna" text DEFAULT '' NOT NULL,
	"fecha_realizacion" date NOT NULL,
	"resultado" text DEFAULT '' NOT NULL,
	"semana_gestacion" integer NOT NULL,
	CONSTRAINT "etmi_nombre_check" CHECK (char_length("nombre") between 1 and 200),
	CONSTRAINT "etmi_vacuna_check" CHECK (char_length("vacuna") between 1 and 200),
	CONSTRAINT "etmi_resultado_check" CHECK ("resultado" in ('no reactivo', 'reactivo')),
	CONSTRAINT "etmi_semana_gestacion_check" CHECK ("semana_gestacion" between 1 and 42)
);
--> statement-breakpoint
CREATE TABLE "rn" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rn_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"pesonacer" integer NOT NULL,
	"pcefalico" numeric(3, 1) NOT NULL,
	"longitud" numeric(3, 1) NOT NULL,
	"sem" integer NOT NULL,
	"dias" integer NOT NULL,
	"pesoeg" text DEFAULT '' NOT NULL,
	"apgar1" integer NOT NULL,
	"apgar2" integer NOT NULL,
	"apgar3" integer NOT NULL,
	"estimulac" boolean DEFAULT false NOT NULL,
	"aspiracion" boolean DEFAULT false NOT NULL,
	"mascara" boolean DEFAULT false NOT NULL,
	"bolsa" boolean DEFAULT false NOT NULL,
	"tuboendotraq" boolean DEFAULT false NOT NULL,
	"masajec" boolean DEFAULT false NOT NULL,
	"medicacion" boolean DEFAULT false NOT NULL,
	"partomedico" boolean DEFAULT false NOT NULL,
	"partoobst" boolean DEFAULT false NOT NULL,
	"partoenf" boolean DEFAULT false NOT NULL,
	"partoauxil" boolean DEFAULT false NOT NULL,
	"partoestud" boolean DEFAULT false NOT NULL,
	"partoempir" boolean DEFAULT false NOT NULL,
	"partootro" boolean DEFAULT false NOT NULL,
	"neomedico" boolean DEFAULT false NOT NULL,
	"neoobst" boolean DEFAULT false NOT NULL,
	"neoenf" boolean DEFAULT false NOT NULL,
	"neoauxil" boolean DEFAULT false NOT NULL,
	"neoestud" boolean DEFAULT false NOT NULL,
	"neoempir" boolean DEFAULT false NOT NULL,
	"neootro" boolean DEFAULT false NOT NULL,
	"establesalud" boolean DEFAULT false NOT NULL,
	"domicilio" boolean DEFAULT false NOT NULL,
	"otro" boolean DEFAULT false NOT NULL,
	"examenfisico" boolean DEFAULT false NOT NULL,
	"vitamina_k" boolean DEFAULT false NOT NULL,
	"profilaxis" boolean DEFAULT false NOT NULL,
	"apego" boolean DEFAULT false NOT NULL,
	"ligaduracordon" boolean DEFAULT false NOT NULL,
	"lactanciainmediata" boolean DEFAULT false NOT NULL,
	"metodocanguro" boolean DEFAULT false NOT NULL,
	"meconio" boolean DEFAULT false NOT NULL,
	"tamizajemeta" boolean DEFAULT false NOT NULL,
	"tamizajeaudi" boolean DEFAULT false NOT NULL,
	"defectoscongenitos" boolean DEFAULT false NOT NULL,
	"valordefectoscongenitos" text DEFAULT '' NOT NULL,
	"enfermedades" boolean DEFAULT false NOT NULL,
	"valorenfermedades" text DEFAULT '' NOT NULL,
	"tipificacion" text DEFAULT '' NOT NULL,
	"pesoegreso" integer,
	"fechaalta" date,
	"lactanciaexclusiva" boolean DEFAULT false NOT NULL,
	"parcial" boolean DEFAULT false NOT NULL,
	"artificial" boolean DEFAULT false NOT NULL,
	"lechehumana" boolean DEFAULT false NOT NULL,
	"responsableegreso" text DEFAULT '' NOT NULL,
	CONSTRAINT "rn_pesonacer_check" CHECK ("pesonacer" between 1500 and 4500),
	CONSTRAINT "rn_pcefalico_check" CHECK ("pcefalico" between 30 and 39),
	CONSTRAINT "rn_longitud_check" CHECK ("longitud" between 40 and 52),
	CONSTRAINT "rn_sem_check" CHECK ("sem" between 1 and 42),
	CONSTRAINT "rn_dias_check" CHECK ("dias" between 1 and 294),
	CONSTRAINT "rn_pesoeg_check" CHECK ("pesoeg" in ('Adecuado', 'Pequeño', 'Grande')),
	CONSTRAINT "rn_apgar1_check" CHECK ("apgar1" between 0 and 10),
	CONSTRAINT "rn_apgar2_check" CHECK ("apgar2" between 0 and 10),
	CONSTRAINT "rn_apgar3_check" CHECK ("apgar3" between 0 and 10),
	CONSTRAINT "rn_valordefectoscongenitos_check" CHECK (char_length("valordefectoscongenitos") between 0 and 200),
	CONSTRAINT "rn_valorenfermedades_check" CHECK (char_length("valorenfermedades") between 0 and 200),
	CONSTRAINT "rn_tipificacion_check" CHECK (char_length("tipificacion") between 0 and 200),
	CONSTRAINT "rn_pesoegreso_check" CHECK ("pesoegreso" between 1500 and 5500),
	CONSTRAINT "rn_responsableegreso_check" CHECK (char_length("responsableegreso") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "tamizaje" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tamizaje_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"clasificacion" text DEFAULT '' NOT NULL,
	"fechaaplicacion" date NOT NULL,
	"edadapli" integer NOT NULL,
	"resultadonormal" boolean DEFAULT true NOT NULL,
	"observacion" text DEFAULT '' NOT NULL,
	CONSTRAINT "tamizaje_clasificacion_check" CHECK (char_length("clasificacion") between 1 and 200),
	CONSTRAINT "tamizaje_edadapli_check" CHECK ("edadapli" between 1 and 24),
	CONSTRAINT "tamizaje_observacion_check" CHECK (char_length("observacion") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "vacuna" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "vacuna_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"clasificacion" text DEFAULT '' NOT NULL,
	"tipovacuna" text DEFAULT '' NOT NULL,
	"dosis" integer NOT NULL,
	"fechaaplicacion" date NOT NULL,
	"edadapli" integer NOT NULL,
	"lote" text DEFAULT '' NOT NULL,
	"vacunador" text DEFAULT '' NOT NULL,
	"establecimiento" text DEFAULT '' NOT NULL,
	CONSTRAINT "vacuna_clasificacion_check" CHECK (char_length("clasificacion") between 1 and 200),
	CONSTRAINT "vacuna_tipovacuna_check" CHECK (char_length("tipovacuna") between 1 and 200),
	CONSTRAINT "vacuna_dosis_check" CHECK ("dosis" between 1 and 10),
	CONSTRAINT "vacuna_edadapli_check" CHECK ("edadapli" between 1 and 24),
	CONSTRAINT "vacuna_lote_check" CHECK (char_length("lote") between 1 and 200),
	CONSTRAINT "vacuna_vacunador_check" CHECK (char_length("vacunador") between 1 and 200),
	CONSTRAINT "vacuna_establecimiento_check" CHECK (char_length("establecimiento") between 0 and 200)
);
--> statement-breakpoint
CREATE TABLE "vacunamujer" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"orden" bigint GENERATED ALWAYS AS IDENTITY (sequence name "vacunamujer_orden_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"fecha_registro" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"parent_id" uuid NOT NULL,
	"tipo" text DEFAULT '' NOT NULL,
	"nombrevacuna" text DEFAULT '' NOT NULL,
	"dosis" integer,
	"fechaaplicacion" date NOT NULL,
	"edadapli" integer NOT NULL,
	"lote" text DEFAULT '' NOT NULL,
	"vacunador" text DEFAULT '' NOT NULL,
	"establecimiento" text DEFAULT '' NOT NULL,
	CONSTRAINT "vacunamujer_tipo_check" CHECK (char_length("tipo") between 1 and 200),
	CONSTRAINT "vacunamujer_nombrevacuna_check" CHECK (char_length("nombrevacuna") between 0 and 200),
	CONSTRAINT "vacunamujer_dosis_check" CHECK ("dosis" between 1 and 10),
	CONSTRAINT "vacunamujer_edadapli_check" CHECK ("edadapli" between 14 and 45),
	CONSTRAINT "vacunamujer_lote_check" CHECK (char_length("lote") between 1 and 200),
	CONSTRAINT "vacunamujer_vacunador_check" CHECK (char_length("vacunador") between 1 and 200),
	CONSTRAINT "vacunamujer_establecimiento_check" CHECK (char_length("establecimiento") between 0 and 200)
);
--> statement-breakpoint
ALTER TABLE "anemia" ADD CONSTRAINT "anemia_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anemia" ADD CONSTRAINT "anemia_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."nino"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "etmi" ADD CONSTRAINT "etmi_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "etmi" ADD CONSTRAINT "etmi_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."mujer"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rn" ADD CONSTRAINT "rn_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rn" ADD CONSTRAINT "rn_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."nino"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tamizaje" ADD CONSTRAINT "tamizaje_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tamizaje" ADD CONSTRAINT "tamizaje_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."nino"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacuna" ADD CONSTRAINT "vacuna_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacuna" ADD CONSTRAINT "vacuna_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."nino"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacunamujer" ADD CONSTRAINT "vacunamujer_created_by_usuario__id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."usuario"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vacunamujer" ADD CONSTRAINT "vacunamujer_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."mujer"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "anemia_parent_orden" ON "anemia" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "etmi_parent_orden" ON "etmi" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rn_parent_orden" ON "rn" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tamizaje_parent_orden" ON "tamizaje" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vacuna_parent_orden" ON "vacuna" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vacunamujer_parent_orden" ON "vacunamujer" USING btree ("parent_id","fecha_registro" DESC NULLS FIRST,"orden" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "nino_cedulamadre" ON "nino" USING btree ("cedulamadre");