/** A fleet's bookings by their riders' initials and by status, in the order of indexes [design/data-83]. */
export const name = '063-bookings-of-fleets'

export const up = `
-- As \`initialsOf\` of the domain [design/access-90].
create function initials_of(name text) returns text language sql immutable strict parallel safe
  return rtrim(upper(regexp_replace(name, '[[:space:]]*([^[:space:]])[^[:space:]]*[[:space:]]*', '\\1. ', 'g')));
create index bookings_of_fleet_by_initials on bookings (fleetadmin, initials_of(customer_name), id)
  where fleetadmin is not null;
-- Few cancelled bookings have a fleet, so a page of a fleet's read all cancelled bookings by the index of status.
create index bookings_of_fleet_by_status on bookings (fleetadmin, status, tripdate, id) where fleetadmin is not null;
drop index bookings_open_of_fleet;
`
