/**
 * Where clocks go back from 1:00 to 0:00 a day has two midnights: it begins with the first one, while
 * `at time zone` answers the second one [design/data-113].
 */
export const name = '088-first-of-two-midnights'

export const up = `
create function start_of_day(day date, zone text) returns timestamptz language sql stable parallel safe
  return (
    select case when (late - interval '1 hour') at time zone zone = day::timestamp
      then late - interval '1 hour' else late end
    from (select day::timestamp at time zone zone as late) found
  );
`
