import { peopleApi } from '@remis/domain/people/people-api'
import { personPartsApi } from '@remis/domain/people/person-parts-api'
import { ridersApi } from '@remis/domain/people/riders-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { findAnyPerson } from './find-person.ts'
import { listRiders } from './list-riders.ts'
import { readKnownRider } from './read-known-rider.ts'
import { approvePerson, changePerson, changeRole } from './office/change-person.ts'
import { addDriver, addPersonByAdmin } from './office/create-person.ts'
import { endBookingsOfLeavers } from './office/end-bookings.ts'
import { exportDrivers, exportPeople, listDrivers, listPeople } from './office/list-people.ts'
import { getPerson, readEnding } from './office/read-person.ts'
import { removePerson } from './office/remove-person.ts'
import { restorePerson } from './office/restore-person.ts'
import { sendWelcome } from './office/send-welcome.ts'
import { suspendPerson, unsuspendPerson } from './office/suspend-person.ts'
import {
  addNote,
  endSessions,
  listAudit,
  listNotes,
  listRatings,
  listSessions,
  readHistoryOf,
  readWalletOf,
} from './parts/person-parts.ts'
import type { PeopleDeps } from './people-deps.ts'

export const people: Feature<PeopleDeps> = {
  endpoints: [
    ...serve<PeopleDeps, typeof ridersApi>(ridersApi, { list: listRiders, known: readKnownRider }),
    ...serve<PeopleDeps, typeof peopleApi>(peopleApi, {
      list: listPeople,
      export: exportPeople,
      listDrivers,
      exportDrivers,
      add: addPersonByAdmin,
      addDriver,
      get: getPerson,
      update: changePerson,
      ending: readEnding,
      remove: removePerson,
      restore: restorePerson,
      approve: approvePerson,
      sendWelcome,
      suspend: suspendPerson,
      unsuspend: unsuspendPerson,
      changeRole,
    }),
    ...serve<PeopleDeps, typeof personPartsApi>(personPartsApi, {
      wallet: readWalletOf,
      history: readHistoryOf,
      ratings: listRatings,
      sessions: listSessions,
      endSessions,
      audit: listAudit,
      notes: listNotes,
      addNote,
    }),
  ],
  relations: {
    /** An admin manages everyone, archived people included; a fleet admin its own drivers that are not [people-6]. */
    person: async (db, { id, who }) => {
      const person = await findAnyPerson(db, id)
      if (person === null) return []
      if (who.role === 'admin') return ['admin']
      const own = person.role === 'driver' && person.fleetadmin === who.id && !person.deleted
      return who.role === 'fleetadmin' && own ? ['fleet'] : []
    },
    /** Admins book for live riders [people-21]. */
    rider: async (db, { id, who }) => {
      const person = who.role === 'admin' ? await findAnyPerson(db, id) : null
      return person?.role === 'rider' && !person.deleted ? ['admin'] : []
    },
  },
  sweeps: (app) => ({
    'bookings of people who left': { everyMs: 10_000, run: () => endBookingsOfLeavers(app) },
  }),
}
