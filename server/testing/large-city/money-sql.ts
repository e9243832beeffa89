import type { CitySize } from './people-sql.ts'
import { DAYS } from './bookings-sql.ts'

const LEDGER_ID = 'pg_temp.uid(100 + place, n)'
const attempt = (i: string): string => `'RP' || lpad(upper(to_hex(${i})), 26, '0')`

/** Top-ups, card payments, withdrawals, and the ledger in the order in which it would have been written. */
export const moneySql = ({ bookings, drivers, withdrawals }: CitySize): readonly string[] => [
  `insert into top_ups select pg_temp.uid(6, i), pg_temp.uid(1, r), g, 'UYU', at, at from trip where kind = 'wallet'`,
  `insert into payments (id, purpose, booking_id, top_up_id, user_id, provider, amount, currency, description, status, use,
      return_key_hash, provider_payment_id, paid_at, created_at, updated_at)
    select ${attempt('i')}, case when kind = 'card' then 'booking' else 'wallet_topup' end, case when kind = 'card' then id end,
      case when kind = 'wallet' then pg_temp.uid(6, i) end, pg_temp.uid(1, r), 'test', g, 'UYU', 'a trip', 'PAID', 'applied',
      ''::bytea, 'money' || i, at, at, at from trip where kind in ('wallet', 'card')`,
  `insert into payment_events (id, provider, event_key, payment_id, source, verdict, outcome)
    select gen_random_uuid(), 'test', 'webhook:' || p.id, p.id, 'webhook', 'paid', '{}' from payments p`,
  // Most are over; each fifth of the rest is rejected.
  `create temp table payout as select w, pg_temp.mix(w, 5) % ${drivers} as driver, 1000 + pg_temp.mix(w, 6) % 90000 as amount,
      case when w % 100 = 0 then 'open' when w % 20 = 1 then 'rejected' else 'processed' end as state,
      now() - interval '${DAYS} days' + w * (interval '${DAYS} days' / ${withdrawals + 1}) as at
    from generate_series(1, ${withdrawals}) w`,
  `insert into withdrawals (id, user_id, amount, currency, asked_at, processed_at, rejected_at, reason, settled_by)
    select pg_temp.uid(8, w), pg_temp.uid(2, driver), amount, 'UYU', at, case when state = 'processed' then at + interval '1 hour' end,
      case when state = 'rejected' then at + interval '1 hour' end, case when state = 'rejected' then 'no such account' end,
      case when state <> 'open' then pg_temp.uid(9, 1000) end from payout`,
  `create temp table line (n bigint, place int, kind text, booking_id text, reference text, at timestamptz, account text,
      holder text, amount bigint)`,
  // The drivers begin with money, so that no withdrawal is above the balance.
  `insert into line select n, 3, 'admin-credit', null, 'AdminCredit', now() - interval '${DAYS + 1} days', e.account, e.holder, e.amount
    from generate_series(1, ${drivers}) n cross join lateral (values ('admin-adjustments', null, -100000000000),
      ('wallet', pg_temp.uid(2, n - 1)::text, 100000000000)) e (account, holder, amount)`,
  `insert into line
    select i, e.place, e.kind, e.booking_id, e.reference, at + e.place * interval '1 minute', e.account, e.holder, e.amount from trip t
    cross join lateral (values
      (1, 'top-up', null, ${attempt('i')}, 'gateway-clearing', 'test', -g, array['wallet']),
      (1, 'top-up', null, ${attempt('i')}, 'wallet', pg_temp.uid(1, r)::text, g, array['wallet']),
      (2, 'hold', id, null, 'wallet', pg_temp.uid(1, r)::text, -g, array['wallet']),
      (2, 'hold', id, null, 'prepayments', id, g, array['wallet']),
      (2, 'capture', id, ${attempt('i')}, 'gateway-clearing', 'test', -g, array['card']),
      (2, 'capture', id, ${attempt('i')}, 'prepayments', id, g, array['card']),
      (21, 'settlement', id, null, 'prepayments', id, -g, array['wallet', 'card']),
      (21, 'settlement', id, null, 'wallet', pg_temp.uid(2, t.n)::text, d - g, array['cash']),
      (21, 'settlement', id, null, 'promo-expense', null, -d, array[case when promo then 'cash' end]),
      (21, 'settlement', id, null, 'wallet', pg_temp.uid(2, t.n)::text, s, array['cash', 'wallet', 'card']),
      (21, 'settlement', id, null, 'revenue', null, f, array['cash', 'wallet', 'card'])
    ) e (place, kind, booking_id, reference, account, holder, amount, kinds)
    where t.kind = any(kinds)`,
  `insert into line
    select ${bookings} + w, e.place, e.kind, null, pg_temp.uid(8, w)::text, at + e.place * interval '1 minute', e.account, e.holder, e.amount
    from payout cross join lateral (values
      (1, 'withdrawal', 'wallet', pg_temp.uid(2, driver)::text, -amount, array['open', 'processed', 'rejected']),
      (1, 'withdrawal', 'withdrawals-payable', null, amount, array['open', 'processed', 'rejected']),
      (60, 'withdrawal-paid', 'withdrawals-payable', null, -amount, array['processed']),
      (60, 'withdrawal-paid', 'bank', null, amount, array['processed']),
      (60, 'withdrawal-rejected', 'withdrawals-payable', null, -amount, array['rejected']),
      (60, 'withdrawal-rejected', 'wallet', pg_temp.uid(2, driver)::text, amount, array['rejected'])
    ) e (place, kind, account, holder, amount, states) where state = any(states)`,
  `insert into ledger_transactions (id, kind, booking_id, reference, at)
    select ${LEDGER_ID}, min(kind), min(booking_id), min(reference), min(at) from line group by n, place order by min(at), n, place`,
  `insert into ledger_entries (transaction_id, account, holder, amount, currency)
    select ${LEDGER_ID}, account, holder, amount, 'UYU' from line order by at, n, place, account, amount`,
  `insert into wallets (user_id, balance)
    select holder::uuid, sum(amount) from ledger_entries where account = 'wallet' group by holder`,
]

/** What is written about people: mails, security events, the audit. */
export const officeSql = ({ riders, mails, securityEvents, audits }: CitySize): readonly string[] => [
  `insert into mail_queue (id, channel, user_id, address, template, state, tries, failure, sent_at, created_at, queued_at)
    select pg_temp.uid(10, m), case when m % 20 = 0 then 'sms' else 'mail' end, u.id, case when m % 20 = 0 then u.mobile else u.email end,
      (array['ride_receipt', 'verify_email', 'reset_password'])[1 + m % 3], case when m % 100 = 1 then 'failed' else 'sent' end, 1,
      case when m % 100 = 1 then 'refused' end, case when m % 100 <> 1 then at end, at, at
    from (select m, now() - m * (interval '90 days' / ${mails}) as at from generate_series(1, ${mails}) m) one
    join users u on u.id = pg_temp.uid(1, pg_temp.mix(m, 7) % ${riders})`,
  `insert into security_events (at, kind, user_id, address)
    select now() - interval '90 days' + n * (interval '90 days' / ${securityEvents}),
      (array['sign-in-failed', 'sign-in-failed', 'sign-in-failed', 'foreign-object', 'flood'])[1 + n % 5],
      case when n % 3 > 0 then pg_temp.uid(1, pg_temp.mix(n, 8) % ${riders}) end,
      '10.' || pg_temp.mix(n, 9) % 256 || '.' || pg_temp.mix(n, 10) % 256 || '.0/24'
    from generate_series(1, ${securityEvents}) n`,
  `insert into audit_log (at, actor_id, actor_role, action, subject, data)
    select now() - interval '${DAYS} days' + n * (interval '${DAYS} days' / ${audits}), pg_temp.uid(9, 1000 + n % 10), 'admin',
      (array['person.look', 'bookings.export', 'settings.change', 'promo.update', 'withdrawal.look'])[1 + n % 5],
      case when n % 5 = 0 then 'user:' || pg_temp.uid(1, pg_temp.mix(n, 11) % ${riders}) else 'bookings' end, '{}'
    from generate_series(1, ${audits}) n`,
  // One each month, some deleted, each sent to every second rider.
  `insert into notifications (id, devicetype, usertype, title, body, state, created_at, sent_at, sent_title, sent_body,
      sent_usertype, sent_devicetype, matched, sent, deleted_at)
    select pg_temp.uid(11, k), 'All', 'rider', 'News ' || k, 'Book a ride.', 'sent', at, at, 'News ' || k, 'Book a ride.',
      'rider', 'All', ${riders} / 2, ${riders} / 2, case when k % 6 = 5 then at + interval '1 day' end
    from (select k, now() - (k * 30 - 15) * interval '1 day' as at from generate_series(1, 24) k) one`,
  `insert into pushes (id, user_id, token_hash, notification_id, state, tries, expires_at, created_at, sent_at)
    select gen_random_uuid(), pg_temp.uid(1, r), sha256(r::text::bytea), c.id, 'sent', 1, c.sent_at + interval '1 day',
      c.sent_at, c.sent_at
    from notifications c, generate_series(0, ${riders} - 1, 2) r`,
]
