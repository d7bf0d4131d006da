CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: what is written there stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'PKL01';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_journals_stay BEFORE UPDATE OR DELETE ON ledger_journals FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_journals_not_emptied BEFORE TRUNCATE ON ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_stay BEFORE UPDATE OR DELETE ON ledger_postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_not_emptied BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Only postings change balances; directly, only an empty balance can be inserted.
CREATE FUNCTION ledger_guard_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.available_minor = 0 AND NEW.reserved_minor = 0 AND NEW.pending_minor = 0 THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% of a balance is refused: only postings change it', TG_OP USING ERRCODE = 'PKL01';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_follow BEFORE INSERT OR UPDATE OR DELETE ON ledger_balances FOR EACH ROW EXECUTE FUNCTION ledger_guard_balance();
--> statement-breakpoint
CREATE TRIGGER ledger_balances_not_emptied BEFORE TRUNCATE ON ledger_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The same rule as in domain/ledger/balance.ts, so that no program can overdraw a balance.
CREATE FUNCTION ledger_apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  journal ledger_journals;
  balance ledger_balances;
  may_go_below_zero boolean;
  earned bigint;
BEGIN
  SELECT * INTO journal FROM ledger_journals WHERE id = NEW.journal_id;
  IF journal.transaction_id IS DISTINCT FROM pg_current_xact_id()::text::bigint THEN
    RAISE EXCEPTION 'journal % is closed: nothing can be added to it', NEW.journal_id USING ERRCODE = 'PKL01';
  END IF;
  NEW.balance_after_minor := NULL;
  IF NEW.account_id IS NULL THEN RETURN NEW; END IF;

  INSERT INTO ledger_balances (account_id) VALUES (NEW.account_id) ON CONFLICT DO NOTHING;
  SELECT * INTO balance FROM ledger_balances WHERE account_id = NEW.account_id FOR UPDATE;
  may_go_below_zero := NEW.account = 'available' AND journal.kind IN ('commission_reversal', 'deposit_reversal');
  IF NEW.account = 'available' THEN
    NEW.balance_after_minor := balance.available_minor + NEW.amount_minor;
    earned := balance.withdrawable_minor;
    IF journal.kind IN ('commission_release', 'commission_reversal', 'withdrawal_request', 'withdrawal_return') THEN
      earned := earned + NEW.amount_minor;
      IF earned < 0 AND journal.kind = 'withdrawal_request' THEN
        RAISE EXCEPTION 'only what was earned can be withdrawn' USING ERRCODE = 'PKL03';
      END IF;
    END IF;
    balance.withdrawable_minor := greatest(0, least(earned, NEW.balance_after_minor));
    balance.available_minor := NEW.balance_after_minor;
  ELSIF NEW.account = 'reserved' THEN
    NEW.balance_after_minor := balance.reserved_minor + NEW.amount_minor;
    balance.reserved_minor := NEW.balance_after_minor;
  ELSE
    NEW.balance_after_minor := balance.pending_minor + NEW.amount_minor;
    balance.pending_minor := NEW.balance_after_minor;
  END IF;
  IF NEW.amount_minor < 0 AND NEW.balance_after_minor < 0 AND NOT may_go_below_zero THEN
    RAISE EXCEPTION 'account % has too little %', NEW.account_id, NEW.account USING ERRCODE = 'PKL03';
  END IF;
  UPDATE ledger_balances SET available_minor = balance.available_minor, reserved_minor = balance.reserved_minor,
    pending_minor = balance.pending_minor, withdrawable_minor = balance.withdrawable_minor, updated_at = now()
  WHERE account_id = NEW.account_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_apply BEFORE INSERT ON ledger_postings FOR EACH ROW EXECUTE FUNCTION ledger_apply_posting();
--> statement-breakpoint
CREATE FUNCTION ledger_check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  legs integer;
  total numeric;
BEGIN
  SELECT count(*), coalesce(sum(amount_minor), 0) INTO legs, total FROM ledger_postings WHERE journal_id = NEW.id;
  IF legs < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'journal % does not balance: % postings that add up to %', NEW.id, legs, total USING ERRCODE = 'PKL02';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Checked at the end of the transaction, when no more postings can be added.
CREATE CONSTRAINT TRIGGER ledger_journals_balance AFTER INSERT ON ledger_journals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balanced();
--> statement-breakpoint
CREATE FUNCTION ledger_check_posting_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_minor) FROM ledger_postings WHERE journal_id = NEW.journal_id) <> 0 THEN
    RAISE EXCEPTION 'journal % does not balance', NEW.journal_id USING ERRCODE = 'PKL02';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Covers postings added after SET CONSTRAINTS ALL IMMEDIATE.
CREATE CONSTRAINT TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_posting_balanced();
--> statement-breakpoint
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION audit_hash(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(
    entry.previous_hash, entry.account_id, entry.position, entry.actor_id, entry.impersonator_id, entry.action, entry.entity,
    entry.before, entry.after, entry.ip, extract(epoch FROM entry.created_at)
  )::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last audit_entries;
BEGIN
  -- One writer per account at a time, or two entries would follow the same one.
  PERFORM pg_advisory_xact_lock(7203120, (coalesce(NEW.account_id, 0) % 2147483647)::integer);
  SELECT * INTO last FROM audit_entries WHERE account_id IS NOT DISTINCT FROM NEW.account_id ORDER BY position DESC LIMIT 1;
  NEW.position := coalesce(last.position, 0) + 1;
  NEW.previous_hash := coalesce(last.hash, '');
  NEW.hash := audit_hash(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_chain BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_chain();
