import { placesToChoose, ridesToRepeat } from '@remis/domain/people/known-rider'
import type { ridersApi } from '@remis/domain/people/riders-api'
import { isDemo } from '../backoffice/settings/settings-cache.ts'
import { listLastRides, listOpenRides } from '../booking/read/last-rides.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { listSavedOf } from '../places/list-saved-addresses.ts'
import { auditPerson } from './office/locked-person.ts'
import type { PeopleDeps } from './people-deps.ts'

/** Rows that are read of one rider. */
const most = { saved: 8, rides: 20, open: 5 } as const

/**
 * Reads the saved places and rides of a rider that an admin books for [people-21]. Saved addresses are hidden in demo
 * mode; showing them is audited first [design/access-14].
 */
export const readKnownRider: UseCase<PeopleDeps, typeof ridersApi.known> = async (app, call) => {
  const { lists } = app.db
  const { id } = call.params
  const demo = await isDemo(app)
  const [saved, rides, open] = await Promise.all([
    demo ? [] : listSavedOf(lists, id, most.saved),
    listLastRides(lists, id, most.rides),
    listOpenRides(lists, id, most.open),
  ])
  if (saved.length > 0) await app.db.transact((tx) => auditPerson(tx, call, 'places', id))
  return {
    places: placesToChoose(
      saved.map(({ count: _count, ...place }) => place),
      rides,
    ),
    rides: ridesToRepeat(rides),
    open: open.map((row) => ({ ...row })),
  }
}
