import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { peopleApi, PersonView } from '@remis/domain/people/people-api'
import type { Kysely } from 'kysely'
import { isDemo } from '../../backoffice/settings/settings-cache.ts'
import type { Tables } from '../../platform/database/schema.ts'
import type { Person, UseCase } from '../../platform/http/use-case.ts'
import { listWallets } from '../../wallet/balances.ts'
import { walletFacts } from '../../wallet/read-wallet.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { findReferrals } from '../referrals.ts'
import { countDriversOf, selectOpenBusiness, selectTrip, selectWhole } from './people-list-store.ts'
import { viewWholePerson } from './view-person.ts'

/** The fleet admin that the trips must belong to; null: all trips [design/people-10]. */
export const fleetOf = ({ role, id }: Pick<Person, 'role' | 'id'>): string | null => (role === 'admin' ? null : id)

/**
 * The person as this member of the office sees them. The queries run one after another, because a transaction has one
 * connection.
 */
export const viewPersonFor = async (
  app: PeopleDeps,
  db: Kysely<Tables>,
  who: Person,
  id: string,
): Promise<PersonView> => {
  const row = await selectWhole(db, id)
  if (row === undefined) throw new AppError(404, 'not_found')
  const { code, MobileLoginEnabled } = await app.settings.current()
  const major = (minor: number) => toMajor(minor, exponentOf(code))
  const admin = who.role === 'admin'
  const { people, paid, earned } = admin ? await findReferrals(db, id) : { people: 0, paid: 0, earned: 0 }
  const drivers = row.usertype === 'fleetadmin' ? await countDriversOf(db, [id]) : null
  const wallet = admin ? (await listWallets(db, [id]))(id) : null
  return viewWholePerson(
    row,
    { role: who.role, demo: await isDemo(app) },
    {
      balance: major(wallet?.balance ?? 0),
      owed: major(wallet?.owed ?? 0),
      drivers: drivers?.get(id) ?? 0,
      phoneSignsIn: MobileLoginEnabled,
      trip: row.on_trip ? ((await selectTrip(db, id, fleetOf(who)))?.named ?? null) : null,
      referrals: { people, paid, earned: major(earned), currency: code },
    },
  )
}

export const getPerson: UseCase<PeopleDeps, typeof peopleApi.get> = async (app, { params, who }) => ({
  person: await viewPersonFor(app, app.db.lists, who, params.id),
})

/** What deleting or suspending ends, said before it is done [design/people-7]. */
export const readEnding: UseCase<PeopleDeps, typeof peopleApi.ending> = async (app, { params, who }) => {
  const { trip, bookings, offers, unpaid, sessions, drivers, withdrawals } = await selectOpenBusiness(
    app.db.lists,
    params.id,
    fleetOf(who),
  )
  const common = { trip, bookings, offers, unpaid, sessions, drivers }
  if (who.role !== 'admin') return { ending: common }
  const { code } = await app.settings.current()
  const { balance, owed, currency } = await walletFacts(app.db.lists, code, params.id)
  return { ending: { ...common, withdrawals, wallet: { balance, owed: owed.total, currency } } }
}
