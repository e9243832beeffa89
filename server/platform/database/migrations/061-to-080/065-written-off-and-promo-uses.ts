/**
 * What the office gave up of each debt, so that a booking says what was paid [design/money-81]; and the uses of a promo
 * in the order of their list [promos-10].
 */
export const name = '065-written-off-and-promo-uses'

export const up = `
alter table debts add column written_off bigint not null default 0;
update debts d set written_off = given_up.amount from (
  select t.reference, sum(e.amount)::bigint as amount
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'receivable'
  where t.kind = 'debt-written-off' group by t.reference
) given_up where given_up.reference = d.id::text;
alter table debts add constraint debts_written_off check (written_off between 0 and amount - rest);
create index debts_of_booking on debts (booking_id) where booking_id is not null;

create index promo_redemptions_newest on promo_redemptions (promo_id, redeemed_at desc, booking_id desc)
  where released_at is null;
`
