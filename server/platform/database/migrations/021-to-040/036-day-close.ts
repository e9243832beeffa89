/** Closed days of the books, and indexes of the ledger browser [design/money-64]. */
export const name = '036-day-close'

export const up = `
create table day_closes (
  day date primary key,
  since timestamptz not null,
  until timestamptz not null unique,
  timezone text not null,
  currency text not null,
  recorded jsonb not null,
  postings jsonb not null,
  opening jsonb not null,
  closing jsonb not null,
  closed_by uuid not null references users,
  closed_at timestamptz not null,
  hash bytea not null,
  check (since < until and until <= closed_at)
);
create trigger day_closes_append_only before update or delete on day_closes for each statement execute function ledger_is_append_only();
create trigger day_closes_no_truncate before truncate on day_closes for each statement execute function ledger_is_append_only();

-- Closing a day waits for postings that are not committed yet, and postings wait while a day is being closed.
create function ledger_waits_for_close() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7000042);
  return null;
end $$;
create trigger ledger_transactions_wait_for_close before insert on ledger_transactions
  for each statement execute function ledger_waits_for_close();

-- A posting of a fact from before midnight that is written after the day was closed belongs to the next day.
create function ledger_spares_closed_days() returns trigger language plpgsql as $$
begin
  if new.at < (select max(until) from day_closes) then
    new.at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger ledger_transactions_spare_closed_days before insert on ledger_transactions
  for each row execute function ledger_spares_closed_days();

create index ledger_transactions_by_time on ledger_transactions (at, id);
create index ledger_transactions_by_kind on ledger_transactions (kind, at, id);
create index ledger_entries_by_account on ledger_entries (account, transaction_id)
  where account not in ('wallet', 'prepayments', 'receivable', 'pending-fees');
`
