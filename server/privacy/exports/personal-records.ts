import type { Role } from '@remis/domain/kit/endpoint'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import type { PrivacyDeps } from '../privacy-deps.ts'
import { account, documents } from './parts/account.ts'
import { messages, notices } from './parts/messages.ts'
import { payments, wallet, withdrawals } from './parts/money.ts'
import type { Part, PersonalRow } from './parts/part.ts'
import { security, sessions } from './parts/sign-ins.ts'
import { bookings, places, ratingsGiven, ratingsReceived, safety } from './parts/trips.ts'

/** In the order of the readable page. */
const allParts: readonly Part[] = [
  account,
  bookings,
  wallet,
  withdrawals,
  payments,
  places,
  ratingsGiven,
  ratingsReceived,
  notices,
  messages,
  sessions,
  security,
  documents,
  safety,
]
export const partNames = allParts.map(({ name }) => name)

/** A part of one person's export. */
export interface OwnPart extends Pick<Part, 'name' | 'columns'> {
  readonly pages: () => AsyncIterable<readonly PersonalRow[]>
}

const findHeld = (db: Kysely<Tables>, id: string) =>
  db
    .selectNoFrom([
      sql<boolean>`exists (select from bookings where customer = ${id})
        or exists (select from bookings where driver = ${id})`.as('bookings'),
      sql<boolean>`exists (select from driver_documents where driver_id = ${id})`.as('documents'),
      sql<boolean>`exists (select from safety_alerts where user_id = ${id} and kind <> 'unanswered')`.as('alerts'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Everything that is kept about a person, as this person may see it: other people are named only where the app names
 * them [design/privacy-32]. Lists that grow are read page by page.
 */
export const personalRecords = async (
  app: PrivacyDeps,
  person: { readonly id: string; readonly role: Role; readonly code: string },
): Promise<readonly OwnPart[]> => {
  const owner = { ...person, held: await findHeld(app.db.lists, person.id) }
  return allParts
    .filter((part) => part.appliesTo(owner))
    .map((part) => ({ name: part.name, columns: part.columns, pages: () => part.pages(app, owner) }))
}
