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

/** A text that people are searched by, and the begin it must have. */
interface Begin {
  readonly column: RawBuilder<unknown>
  readonly begin: RawBuilder<unknown>
}

/**
 * The first rows in the order of the text, so that the same search finds the same people. Operators of
 * `text_pattern_ops` compare bytes in every locale; unlike `like` with a parameter they use the index in a plan that is
 * kept for all values.
 */
const firstIds = ({ column, begin }: Begin, scope: RawBuilder<unknown>, most: number) =>
  sql`(select id from users
    where deleted_at is null and ${column} ~>=~ ${begin} and ${column} ~<~ (${begin} || ${'\u{10ffff}'}) ${scope}
    order by ${column} using ~<~, id limit ${most})`

const fullName = sql`lower(first_name || ' ' || last_name)`

/** The statement of a search; a test explains it. */
export const foundPeople = ({ words, withContacts, fleet, most }: PeopleSearch): RawBuilder<FoundPerson> => {
  const lower = sql`lower(${words}::text)`
  const digits = words.replace(/[\s()./-]/g, '')
  const isNumber = /^\+?\d{4,15}$/.test(digits)
  const plain = digits.replace('+', '')
  const begins: Begin[] = [
    { column: fullName, begin: lower },
    { column: sql`lower(last_name)`, begin: lower },
    { column: sql`upper(vehicle_number)`, begin: sql`upper(${words}::text)` },
    ...(withContacts ? [{ column: sql`lower(email)`, begin: lower }] : []),
    ...(withContacts && isNumber
      ? [
          { column: sql`mobile`, begin: sql`${`+${plain}`}::text` },
          // a number of the own country begins with 0 where it has no prefix
          { column: sql`reverse(mobile)`, begin: sql`reverse(${plain.replace(/^0+/, '')}::text)` },
        ]
      : []),
  ]
  const scope = fleet === null ? sql`` : sql`and fleetadmin = ${fleet} and usertype = 'driver'`
  const matches = begins.map((one) => firstIds(one, scope, most))
  return sql<FoundPerson>`
    select id, usertype, first_name, last_name, email, mobile, vehicle_number from users
    where id = any(array(${sql.join(matches, sql` union `)}))
    order by ${fullName}, id limit ${most}`
}

/** People with a name, last name, email, number or plate beginning with the words, in the order of their names. */
export const selectFound = async (db: Kysely<Tables>, search: PeopleSearch): Promise<FoundPerson[]> =>
  (await foundPeople(search).execute(db)).rows
