/** Refunds paid twice, the list of payments in review, unread notices, and reasons of the system as message keys. */
export const name = '016-reconciliation-and-notices'

export const up = `
alter table refunds add column paid_twice_at timestamptz check (paid_twice_at is null or status = 'credited');
create index payments_in_review on payments (updated_at desc, id desc) where status = 'REVIEW';

-- Until now a notice could only be seen on an open screen.
update notices set seen_at = clock_timestamp() where seen_at is null;
create index notices_unread on notices (user_id, created_at) where seen_at is null;
create index notices_by_age on notices (created_at);

update bookings set reason = 'incomplete_booking' where reason = 'Incomplete booking';
update bookings set reason = 'booking_expired' where reason = 'expired';
`
