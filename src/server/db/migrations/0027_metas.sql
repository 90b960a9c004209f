CREATE TABLE "meta" (
	"_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"nombre" text DEFAULT '' NOT NULL,
	"para" text DEFAULT '' NOT NULL,
	"registro" text DEFAULT '' NOT NULL,
	"vacuna" text DEFAULT '' NOT NULL,
	"dosis" integer,
	"cantidad" integer NOT NULL,
	"desde" integer NOT NULL,
	"hasta" integer NOT NULL,
	"plazo" integer,
	"vigente" date NOT NULL,
	"fuente" text DEFAULT '' NOT NULL,
	"mostrada" boolean DEFAULT true NOT NULL,
	CONSTRAINT "meta_nombre_check" CHECK (char_length("nombre") between 1 and 120),
	CONSTRAINT "meta_para_check" CHECK ("para" in ('embarazo', 'nino')),
	CONSTRAINT "meta_registro_check" CHECK ("registro" in ('controlmujer', 'etmi', 'vacunamujer', 'inscripcion', 'control', 'anemia', 'tamizaje', 'vacuna', 'esquema')),
	CONSTRAINT "meta_vacuna_check" CHECK (char_length("vacuna") between 0 and 60),
	CONSTRAINT "meta_dosis_check" CHECK ("dosis" between 1 and 10),
	CONSTRAINT "meta_cantidad_check" CHECK ("cantidad" between 1 and 50),
	CONSTRAINT "meta_desde_check" CHECK ("desde" between 0 and 59),
	CONSTRAINT "meta_hasta_check" CHECK ("hasta" between 1 and 60),
	CONSTRAINT "meta_plazo_check" CHECK ("plazo" between 0 and 1830),
	CONSTRAINT "meta_fuente_check" CHECK (char_length("fuente") between 1 and 300)
);
--> statement-breakpoint
CREATE INDEX "etmi_inicio" ON "etmi" USING btree (("fecha_realizacion" - 7 * "semana_gestacion"));--> statement-breakpoint
CREATE INDEX "nino_nacimiento" ON "nino" USING btree ("fechanacimiento","_id");--> statement-breakpoint
-- The first list; administrators correct it by the norm.
INSERT INTO "meta" ("_id", "nombre", "para", "registro", "cantidad", "desde", "hasta", "plazo", "vigente", "fuente") VALUES
	('3f5d1c52-6a0e-4c57-9b1d-0a7a51c1e001', 'Controles prenatales', 'embarazo', 'controlmujer', 6, 0, 40, NULL, '2026-01-01', 'según prensa; confirmar con la norma'),
	('3f5d1c52-6a0e-4c57-9b1d-0a7a51c1e002', 'Registro hasta los 45 días de nacer', 'nino', 'inscripcion', 1, 0, 24, 45, '2026-01-01', 'según prensa; confirmar con la norma'),
	('3f5d1c52-6a0e-4c57-9b1d-0a7a51c1e003', 'Controles del primer año', 'nino', 'control', 8, 0, 12, NULL, '2026-01-01', 'según prensa; confirmar con la norma'),
	('3f5d1c52-6a0e-4c57-9b1d-0a7a51c1e004', 'Controles del segundo año', 'nino', 'control', 4, 12, 24, NULL, '2026-01-01', 'según prensa; confirmar con la norma'),
	('3f5d1c52-6a0e-4c57-9b1d-0a7a51c1e005', 'Vacunas completas y a tiempo', 'nino', 'esquema', 1, 0, 24, NULL, '2026-01-01', 'según prensa; confirmar con la norma');
