import { isUuid } from '@remis/domain/kit/uuid'
import {
  documentFilters,
  driverSorts,
  peopleCalls,
  personSorts,
  personStates,
} from '@remis/domain/people/people-routes'
import type { ListOf } from '../platform/list/use-list.ts'
import { followWaiting } from '../platform/live/waiting-lists.ts'
import { peopleKey } from './people-queries.ts'

/** The tables of people, named by their addresses. */
export type PeopleTable = 'riders' | 'drivers' | 'fleetadmins' | 'alladmin'

export const usertypeOf = { riders: 'rider', drivers: 'driver', fleetadmins: 'fleetadmin', alladmin: 'admin' } as const

const usual = { sort: 'createdAt', desc: true } as const

const officeList = (table: Exclude<PeopleTable, 'drivers'>): ListOf<typeof peopleCalls.list> => ({
  key: [...peopleKey, table],
  endpoint: peopleCalls.list,
  file: peopleCalls.export,
  sorts: personSorts,
  usual,
  filters: { state: personStates },
  queryOf: (filters) => ({ usertype: usertypeOf[table], ...filters }),
})

export const officeLists = {
  riders: officeList('riders'),
  fleetadmins: officeList('fleetadmins'),
  alladmin: officeList('alladmin'),
}

const driversKey = [...peopleKey, 'drivers'] as const

/** A fleet or car type filters also before its name is loaded, and after it is archived [design/web-140]. */
export const driverList: ListOf<typeof peopleCalls.listDrivers> = {
  key: driversKey,
  endpoint: peopleCalls.listDrivers,
  file: peopleCalls.exportDrivers,
  sorts: driverSorts,
  usual,
  filters: {
    state: personStates,
    online: ['yes', 'no'],
    documents: documentFilters,
    carType: isUuid,
    fleet: (value) => value === 'none' || isUuid(value),
  },
  live: true,
}
followWaiting(driversKey, 'drivers', 'documents')
