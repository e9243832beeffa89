/** Suspensions, who archived a person, and notes of the office [design/people-5]. */
export const name = '021-people'

export const up = `
alter table users
  add column suspended_at timestamptz,
  add column suspended_until timestamptz,
  add column suspension_reason text,
  add column suspended_by uuid references users,
  add column suspended_at_once boolean not null default false,
  add column deleted_by uuid references users,
  add constraint users_suspension check (
    (suspended_at is null) = (suspension_reason is null)
    and (suspended_at is not null or (suspended_until is null and suspended_by is null and not suspended_at_once)));

create index users_waiting on users (created_at) where usertype = 'driver' and not approved and deleted_at is null;
create index users_suspended on users (suspended_at) where suspended_at is not null and deleted_at is null;
create index users_archived on users (deleted_at) where deleted_at is not null;
create index users_referred on users (signup_via_referral) where signup_via_referral is not null;
create index sessions_of_user on sessions (user_id, seen_at desc) where revoked_at is null;
create index audit_log_by_actor on audit_log (actor_id, id desc) where actor_id is not null;
-- Who left is looked for among the bookings that are open.
create index bookings_open_of_customer on bookings (customer)
  where status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');

create table person_notes (
  id uuid primary key,
  person_id uuid not null references users,
  author_id uuid not null references users,
  text text not null,
  at timestamptz not null default clock_timestamp()
);
create index person_notes_of_person on person_notes (person_id, at desc, id desc);
`
