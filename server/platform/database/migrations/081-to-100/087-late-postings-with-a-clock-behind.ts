/** A late posting leaves the closed days also where the clock is behind the end of the last one [design/money-64]. */
export const name = '087-late-postings-with-a-clock-behind'

export const up = `
create or replace function ledger_spares_closed_days() returns trigger language plpgsql as $$
declare
  closed timestamptz := (select max(until) from day_closes);
begin
  if new.at < closed then
    new.at := greatest(clock_timestamp(), closed);
  end if;
  return new;
end $$;
`
