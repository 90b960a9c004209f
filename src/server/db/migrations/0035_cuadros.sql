CREATE TABLE "cuadro" (
	"nombre" text PRIMARY KEY NOT NULL,
	"dia" date,
	"calculado" timestamp (3) with time zone,
	"momento" timestamp (3) with time zone,
	"duracion_ms" integer,
	"valor" json,
	"proceso" uuid,
	"hasta" timestamp (3) with time zone
);
