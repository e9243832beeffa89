/** Promos and their redemptions, withdrawals, and unique indexes of the ledger. */
export const name = '004-wallet-and-promos'

export const up = `
create table promos (
  id uuid primary key,
  promo_name text not null,
  promo_description text not null default '',
  promo_discount_type text not null check (promo_discount_type in ('flat', 'percentage')),
  promo_discount_value numeric(16, 4) not null check (promo_discount_value > 0),
  max_promo_discount_value numeric(16, 4) not null check (max_promo_discount_value > 0),
  min_order numeric(16, 4) not null default 0 check (min_order >= 0),
  promo_validity date not null,
  promo_usage_limit integer not null check (promo_usage_limit > 0),
  user_avail integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint promos_within_limit check (user_avail between 0 and promo_usage_limit)
);
create unique index promos_name on promos (lower(promo_name));
create index promos_by_validity on promos (promo_validity);

create table promo_redemptions (
  booking_id text primary key references bookings,
  promo_id uuid not null references promos,
  rider_id uuid not null references users,
  redeemed_at timestamptz not null,
  released_at timestamptz
);
create unique index promo_redemptions_once_per_rider on promo_redemptions (promo_id, rider_id) where released_at is null;

alter table quotes add column promo_id uuid references promos, add column discount bigint not null default 0;
alter table quotes add check (discount between 0 and estimate);

create table withdrawals (
  id uuid primary key,
  user_id uuid not null references users,
  amount bigint not null check (amount > 0),
  currency text not null,
  bank_name text, bank_code text, bank_account text,
  asked_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz,
  rejected_at timestamptz,
  reason text,
  settled_by uuid references users,
  constraint withdrawals_settled_once check (processed_at is null or rejected_at is null),
  check ((rejected_at is not null) = (reason is not null)),
  check ((processed_at is null and rejected_at is null) = (settled_by is null))
);
create index withdrawals_by_user on withdrawals (user_id, asked_at desc, id desc);
create index withdrawals_by_date on withdrawals (asked_at desc, id desc);
create index withdrawals_open on withdrawals (asked_at desc, id desc) where processed_at is null and rejected_at is null;

create unique index ledger_one_withdrawal on ledger_transactions (reference) where kind = 'withdrawal';
create unique index ledger_withdrawal_ends_once on ledger_transactions (reference) where kind in ('withdrawal-paid', 'withdrawal-rejected');
create unique index ledger_one_referral on ledger_transactions (reference) where kind = 'referral';
create unique index ledger_one_cancellation_fee on ledger_transactions (booking_id) where kind = 'cancellation-fee';
create unique index ledger_one_hold_release on ledger_transactions (booking_id) where kind = 'hold-release';
`
