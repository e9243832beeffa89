import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

export interface PeopleSearch {
  readonly words: string
  /** for viewers who see contacts; a search would reveal them to others [design/access-10] */
  readonly withContacts: boolean
  /** only the drivers of this fleet admin; null: everyone */
  readonly fleet: string | null
  readonly most: number
}

export interface FoundPerson {
  readonly id: string
  readonly usertype: Role
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly mobile: string | null
  readonly vehicle_number: string | null
}

/**
 * Operators of `text_pattern_ops`, which compare bytes in every locale. Unlike `like` with a parameter they use the
 * index in a plan that is kept for all values.
 */
const beginsWith = (column: RawBuilder<unknown>, begin: RawBuilder<unknown>) =>
  sql`${column} ~>=~ ${begin} and ${column} ~<~ (${begin} || ${'\u{10ffff}'})`

const fullName = sql`lower(first_name || ' ' || last_name)`

/** The statement of a search; a test explains it. */
export const foundPeople = ({ words, withContacts, fleet, most }: PeopleSearch): RawBuilder<FoundPerson> => {
  const lower = sql`lower(${words}::text)`
  const digits = words.replace(/[\s()./-]/g, '')
  const isNumber = /^\+?\d{4,15}$/.test(digits)
  const plain = digits.replace('+', '')
  const conditions = [
    beginsWith(fullName, lower),
    beginsWith(sql`lower(last_name)`, lower),
    beginsWith(sql`upper(vehicle_number)`, sql`upper(${words}::text)`),
    ...(withContacts ? [beginsWith(sql`lower(email)`, lower)] : []),
    ...(withContacts && isNumber
      ? [
          beginsWith(sql`mobile`, sql`${`+${plain}`}::text`),
          // a number of the own country begins with 0 where it has no prefix
          beginsWith(sql`reverse(mobile)`, sql`reverse(${plain.replace(/^0+/, '')}::text)`),
        ]
      : []),
  ]
  const scope = fleet === null ? sql`` : sql`and fleetadmin = ${fleet} and usertype = 'driver'`
  const matches = conditions.map(
    (condition) => sql`(select id from users where deleted_at is null and ${condition} ${scope} limit ${most})`,
  )
  return sql<FoundPerson>`
    select id, usertype, first_name, last_name, email, mobile, vehicle_number from users
    where id = any(array(${sql.join(matches, sql` union `)}))
    order by ${fullName}, id limit ${most}`
}

/** People with a name, last name, email, number or plate beginning with the words, in the order of their names. */
export const selectFound = async (db: Kysely<Tables>, search: PeopleSearch): Promise<FoundPerson[]> =>
  (await foundPeople(search).execute(db)).rows
