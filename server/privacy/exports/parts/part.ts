import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { Role } from '@remis/domain/kit/endpoint'
import { sql } from 'kysely'
import type { ListTable } from '../../../platform/database/list-page.ts'
import type { PrivacyDeps } from '../../privacy-deps.ts'

/** The person of an export. */
export interface Owner {
  readonly id: string
  readonly role: Role
  /** the operator's currency */
  readonly code: string
  /** what the person has of a role, the present or a former one */
  readonly held: { readonly bookings: boolean; readonly documents: boolean; readonly alerts: boolean }
}

/** Times in ms, amounts in major units, as in the API. */
export type PersonalRow = object

export type PartName =
  | 'account'
  | 'bookings'
  | 'wallet'
  | 'withdrawals'
  | 'payments'
  | 'places'
  | 'ratings_given'
  | 'ratings_received'
  | 'notices'
  | 'messages'
  | 'sessions'
  | 'security'
  | 'documents'
  | 'safety'

/** A part of an export: one JSON file, and one table of the readable page. */
export interface Part {
  readonly name: PartName
  /**
   * the columns of the readable page, each with the kind of its values; `status`, `type`, `event` and `document` have
   * texts
   */
  readonly columns: Readonly<Record<string, 'text' | 'time' | 'money' | 'status' | 'type' | 'event' | 'document'>>
  readonly appliesTo: (owner: Owner) => boolean
  readonly pages: (app: PrivacyDeps, owner: Owner) => AsyncIterable<readonly PersonalRow[]>
}

export const everyone = (): boolean => true
export const rides = ({ role }: Owner): boolean => role === 'rider' || role === 'driver'

/** The picture of a file in the ZIP. */
export const pictureName = (file: string): string => `pictures/${file}.jpg`

export const major = (minor: number, currency: string): number => toMajor(minor, exponentOf(currency))

export const rowsAtOnce = 200

export async function* one(rows: Promise<readonly PersonalRow[]>): AsyncGenerator<readonly PersonalRow[]> {
  yield await rows
}

/** A list that grows, newest first; `at`: its column of times. */
export const byTime = <Sort extends string>(key: ListTable<'newest'>['id'], at: Sort): ListTable<'newest'> => ({
  id: key,
  sorts: { newest: { by: sql.ref(at), kind: 'time' } },
  usual: { sort: 'newest', direction: 'desc' },
})
