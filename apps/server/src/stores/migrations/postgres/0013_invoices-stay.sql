CREATE FUNCTION invoices_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'draft' THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoice % was issued: it stays', OLD.number USING ERRCODE = 'PKL01';
  END IF;
  -- What may still change is what became of it, never what it says.
  IF (to_jsonb(NEW) - ARRAY['status', 'paid_at', 'refunded_minor', 'void_reason'])
    IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['status', 'paid_at', 'refunded_minor', 'void_reason'])
    OR NEW.status = 'draft' OR NEW.refunded_minor < OLD.refunded_minor OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) THEN
    RAISE EXCEPTION 'invoice % was issued: what it says stays', OLD.number USING ERRCODE = 'PKL01';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION invoices_guard();
--> statement-breakpoint
CREATE TRIGGER invoices_not_emptied BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
