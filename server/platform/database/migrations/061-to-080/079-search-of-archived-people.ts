/** The audit log finds archived people as well, so the indexes of its search have them [design/access-97]. */
export const name = '079-search-of-archived-people'

export const up = `
drop index users_name_prefix, users_last_name_prefix, users_email_prefix, users_mobile_prefix, users_mobile_end,
  users_plate_prefix;
create index users_name_prefix on users (lower(first_name || ' ' || last_name) text_pattern_ops);
create index users_last_name_prefix on users (lower(last_name) text_pattern_ops);
create index users_email_prefix on users (lower(email) text_pattern_ops) where email is not null;
create index users_mobile_prefix on users (mobile text_pattern_ops) where mobile is not null;
create index users_mobile_end on users (reverse(mobile) text_pattern_ops) where mobile is not null;
create index users_plate_prefix on users (upper(vehicle_number) text_pattern_ops) where vehicle_number is not null;
`
