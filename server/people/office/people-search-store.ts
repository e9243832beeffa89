import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { folded, orderedName } from '../../platform/database/search-words.ts'

export interface PeopleSearch {
  readonly words: string
  /** for viewers who see contacts; a search would reveal them to others [design/access-10] */
  readonly withContacts: boolean
  /** only the drivers of this fleet admin; null: everyone */
  readonly fleet: string | null
  readonly most: number
  /** archived people as well */
  readonly archivedToo?: boolean
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

/** A searched column or expression, and the prefix its value must have. */
interface Prefix {
  readonly column: RawBuilder<unknown>
  readonly prefix: RawBuilder<unknown>
}

/**
 * The first matches, ordered by the column, so that a repeated search returns the same people. The operators of
 * `text_pattern_ops` compare bytes in every locale. Unlike `like` with a parameter, they use the index in a generic
 * plan.
 */
const firstIds = ({ column, prefix }: Prefix, scope: RawBuilder<unknown>, most: number) =>
  sql`(select id from users
    where ${column} ~>=~ ${prefix} and ${column} ~<~ (${prefix} || ${'\u{10ffff}'}) ${scope}
    order by ${column} using ~<~, id limit ${most})`

/** The statement of a search; a test explains it. */
export const foundPeople = ({
  words,
  withContacts,
  fleet,
  most,
  archivedToo = false,
}: PeopleSearch): RawBuilder<FoundPerson> => {
  const plain = folded(sql.val(words))
  const digits = words.replace(/[\s()./-]/g, '')
  const isNumber = /^\+?\d{4,15}$/.test(digits)
  const number = digits.replace('+', '')
  const prefixes: Prefix[] = [
    { column: orderedName('users'), prefix: plain },
    { column: folded(sql.ref('last_name')), prefix: plain },
    { column: sql`upper(vehicle_number)`, prefix: sql`upper(${words}::text)` },
    ...(withContacts ? [{ column: sql`lower(email)`, prefix: sql`lower(${words}::text)` }] : []),
    ...(withContacts && isNumber
      ? [
          { column: sql`mobile`, prefix: sql`${`+${number}`}::text` },
          // a number of the operator's country begins with 0 where it has no prefix
          { column: sql`reverse(mobile)`, prefix: sql`reverse(${number.replace(/^0+/, '')}::text)` },
        ]
      : []),
  ]
  const alive = archivedToo ? sql`` : sql`and deleted_at is null`
  const ofFleet = fleet === null ? sql`` : sql`and fleetadmin = ${fleet} and usertype = 'driver'`
  const scope = sql`${alive} ${ofFleet}`
  const matches = prefixes.map((one) => firstIds(one, scope, most))
  return sql<FoundPerson>`
    select id, usertype, first_name, last_name, email, mobile, vehicle_number from users
    where id = any(array(${sql.join(matches, sql` union `)}))
    order by ${orderedName('users')}, id limit ${most}`
}

/** People whose name, last name, email, number or plate begins with the words, in the order of their names. */
export const selectFound = async (db: Kysely<Tables>, search: PeopleSearch): Promise<FoundPerson[]> =>
  (await foundPeople(search).execute(db)).rows
