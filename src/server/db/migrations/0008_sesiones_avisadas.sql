-- Every process that knows a session is told when it, its user or the user's roles change.
CREATE FUNCTION "session_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('libreta_sesion', (to_jsonb(OLD) ->> TG_ARGV[0]));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "session_roles_given"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('libreta_sesion', NEW.usuario_id::text);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "session_changed" AFTER UPDATE OF "user_id", "epoch", "generation", "confirmed_at", "renewed_at", "started_at", "ends_at" OR DELETE ON "session"
	FOR EACH ROW EXECUTE FUNCTION "session_changed"('_id');--> statement-breakpoint
CREATE TRIGGER "session_changed" AFTER UPDATE OF "cedula", "session_epoch", "activo", "password_from" OR DELETE ON "usuario"
	FOR EACH ROW EXECUTE FUNCTION "session_changed"('_id');--> statement-breakpoint
CREATE TRIGGER "session_changed" AFTER UPDATE OR DELETE ON "usuario_rol"
	FOR EACH ROW EXECUTE FUNCTION "session_changed"('usuario_id');--> statement-breakpoint
CREATE TRIGGER "session_roles_given" AFTER INSERT OR UPDATE ON "usuario_rol"
	FOR EACH ROW EXECUTE FUNCTION "session_roles_given"();
