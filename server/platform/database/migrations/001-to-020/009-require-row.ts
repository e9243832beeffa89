/**
 * `require_row(count(*))` fails the transaction when a guarded write changed no row, without a round trip to check it.
 */
export const name = '009-require-row'

export const up = `
create function require_row(count bigint) returns void language plpgsql as $$
begin
  if count = 0 then
    raise exception 'the row is not as it was read' using errcode = 'RM001';
  end if;
end $$;
`
