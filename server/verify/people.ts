import { sql } from 'kysely'
import { personalRows, rowsOf, type PersonalRows } from '../privacy/erasure/personal-data.ts'
import { bySql, query, type Survey } from './invariant.ts'

const erased = sql`(select id from users where erased_at is not null)`

/** Rows of erased people that should be gone, or hold something else than the erasure wrote. */
const leftOf = (rule: PersonalRows) => {
  const { table, of, erase } = rule
  const wrong =
    typeof erase === 'string'
      ? sql`true`
      : sql.join(
          Object.entries(erase).map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`),
          sql` or `,
        )
  const id = of === 'ridden' || of === 'driven' ? 'booking_id' : of
  return sql`select ${sql.lit(`${table} of `)} || ${sql.ref(id)}::text as id from ${sql.table(table)}
    where ${rowsOf(rule, erased)} and (${wrong})`
}

const checked = personalRows.filter(({ erase, later }) => erase !== 'keep' && later !== true)

/** Ratings, accounts and lists are consistent. */
export const peopleSurveys: readonly Survey[] = [
  bySql(
    'P3',
    'one rating per booking and side; a person’s average is that of their ratings',
    query`select booking_id || ' by ' || from_user as id from ratings group by booking_id, from_user having count(*) > 1
      union select u.id::text from users u
        left join (select to_user, sum(rate) as total, count(*) as n from ratings group by to_user) r on r.to_user = u.id
        where u.rating_sum <> coalesce(r.total, 0) or u.rating_count <> coalesce(r.n, 0)
          or u.rating_average is distinct from case when r.n > 0 then round(r.total::numeric / r.n, 1) end`,
  ),
  bySql(
    'P4',
    'one default language, cancel reasons numbered from 0, one person per referral code',
    query`select 'languages' as id from languages having count(*) > 0 and count(*) filter (where is_default) <> 1
      union select 'cancel_reasons' from cancel_reasons
        having count(*) > 0 and (min(position) <> 0 or max(position) <> count(*) - 1 or count(distinct position) <> count(*))
      union select referral_id from users group by referral_id having count(*) > 1`,
  ),
  bySql(
    'P5',
    'an email address or a phone number belongs to one live account',
    query`select lower(email) as id from users where deleted_at is null and email is not null group by 1 having count(*) > 1
      union select mobile from users where deleted_at is null and mobile is not null group by 1 having count(*) > 1`,
  ),
  bySql(
    'P6',
    'nothing personal is left of a person whose account was erased',
    query`${sql.join(checked.map(leftOf), sql` union `)}`,
  ),
]
