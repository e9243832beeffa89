/**
 * Indexes for the audit log of the office [design/access-96] and for its search [design/access-97], and the look that a
 * person chose [design/web-113].
 */
export const name = '037-audit-search-and-look'

export const up = `
create index audit_log_by_time on audit_log (at);
create index audit_log_by_action on audit_log (action, id desc);
create index audit_log_by_kind on audit_log (split_part(subject, ':', 1), id desc);

create index users_name_prefix on users (lower(first_name || ' ' || last_name) text_pattern_ops) where deleted_at is null;
create index users_last_name_prefix on users (lower(last_name) text_pattern_ops) where deleted_at is null;
create index users_email_prefix on users (lower(email) text_pattern_ops) where deleted_at is null and email is not null;
create index users_mobile_prefix on users (mobile text_pattern_ops) where deleted_at is null and mobile is not null;
-- people say the end of a number
create index users_mobile_end on users (reverse(mobile) text_pattern_ops) where deleted_at is null and mobile is not null;
create index users_plate_prefix on users (upper(vehicle_number) text_pattern_ops)
  where deleted_at is null and vehicle_number is not null;

alter table users
  add column color_scheme text check (color_scheme in ('light', 'dark')),
  add column density text check (density in ('comfortable', 'compact'));
`
