import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { dayAndTime } from '@remis/domain/kit/calendar-day'
import type { Role } from '@remis/domain/kit/endpoint'
import type { peopleApi, PersonRow } from '@remis/domain/people/people-api'
import { isDemo } from '../../backoffice/settings/settings-cache.ts'
import { readPage } from '../../platform/database/list-page.ts'
import { columnsNamed, exportList, type ExportColumns } from '../../platform/http/export-list.ts'
import type { Person, UseCase } from '../../platform/http/use-case.ts'
import { listWallets } from '../../wallet/balances.ts'
import type { PeopleDeps } from '../people-deps.ts'
import {
  countDriversOf,
  countWaiting,
  driverList,
  peopleList,
  peopleOf,
  type PersonListRow,
} from './people-list-store.ts'
import { viewPersonRow, type OfficeViewer } from './view-person.ts'

/** Reads wallets and fleets of a page at once. */
const viewRows = async (
  app: PeopleDeps,
  rows: readonly PersonListRow[],
  viewer: OfficeViewer,
): Promise<PersonRow[]> => {
  const ids = rows.map(({ id }) => id)
  const { code } = await app.settings.current()
  const [wallet, drivers] = await Promise.all([
    viewer.role === 'admin' ? listWallets(app.db.lists, ids) : null,
    countDriversOf(
      app.db.lists,
      rows.filter(({ usertype }) => usertype === 'fleetadmin').map(({ id }) => id),
    ),
  ])
  const major = (minor: number) => toMajor(minor, exponentOf(code))
  return rows.map((row) =>
    viewPersonRow(row, viewer, {
      balance: major(wallet?.(row.id).balance ?? 0),
      owed: major(wallet?.(row.id).owed ?? 0),
      drivers: drivers.get(row.id) ?? 0,
    }),
  )
}

const viewerOf = async (app: PeopleDeps, { role }: Person): Promise<OfficeViewer> => ({ role, demo: await isDemo(app) })

/** The tables of riders, fleet admins and admins [people-4]. */
export const listPeople: UseCase<PeopleDeps, typeof peopleApi.list> = async (app, { query, who }) => {
  const viewer = await viewerOf(app, who)
  const { usertype, state, ...asked } = query
  const base = peopleOf(app.db.lists, usertype, state)
  const { rows, next } = await readPage(peopleList(!viewer.demo), base, asked, app.config.limits.pageRows)
  return { rows: await viewRows(app, rows, viewer), next }
}

/** All drivers for an admin; for a fleet admin those it owns, whatever fleet the call names [people-6]. */
const driversFor = (app: PeopleDeps, { role, id }: Person, state: Parameters<typeof peopleOf>[2]) => {
  const all = peopleOf(app.db.lists, 'driver', state)
  return role === 'admin' ? all : all.where('users.fleetadmin', '=', id)
}

/** The table of drivers. An archived driver is in no fleet admin's table. */
export const listDrivers: UseCase<PeopleDeps, typeof peopleApi.listDrivers> = async (app, { query, who }) => {
  const viewer = await viewerOf(app, who)
  const { state, ...asked } = query
  if (who.role !== 'admin' && state === 'deleted') return { rows: [], next: null }
  const list = driverList(!viewer.demo)
  const { rows, next } = await readPage(list, driversFor(app, who, state), asked, app.config.limits.pageRows)
  return { rows: await viewRows(app, rows, viewer), next }
}

export const countDriversToApprove = ({ db }: Pick<PeopleDeps, 'db'>, most: number): Promise<number> =>
  countWaiting(db.request, most)

const columnsOf = (usertype: Role, role: Role, timezone: string): ExportColumns<PersonRow> => ({
  ...columnsNamed('id', 'firstName', 'lastName', 'email', 'mobile', 'state'),
  ...(usertype === 'driver'
    ? {
        ...columnsNamed('carType', 'vehicleMake', 'vehicleModel', 'vehicleNumber'),
        userrating: (row: PersonRow) => row.ratings?.userrating,
        ...(role === 'admin' ? columnsNamed('fleetName') : {}),
      }
    : {}),
  ...(usertype === 'fleetadmin' ? columnsNamed('drivers') : {}),
  ...(role === 'admin' && (usertype === 'rider' || usertype === 'driver') ? columnsNamed('walletBalance') : {}),
  createdByAdmin: (row) => row.createdByAdmin,
  createdAt: (row) => dayAndTime(row.createdAt, timezone),
})

/** Titles of the columns on the screen [design/web-63]. */
const titles = {
  firstName: 'first_name',
  lastName: 'last_name',
  mobile: 'phone_number',
  state: 'people_state',
  carType: 'people_car_type',
  vehicleMake: 'people_make',
  vehicleModel: 'people_model',
  vehicleNumber: 'people_plate',
  userrating: 'people_rating',
  fleetName: 'people_fleet',
  drivers: 'people_drivers',
  walletBalance: 'people_wallet',
  createdByAdmin: 'people_by_office',
  createdAt: 'people_since',
} as const

const fileNames = { rider: 'riders', fleetadmin: 'fleet-admins', admin: 'admins' } as const

/** Refused in demo mode [people-7]. */
export const exportPeople: UseCase<PeopleDeps, typeof peopleApi.export> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { usertype, state, ...query } = call.query
  return exportList(
    app,
    { ...call, query },
    {
      name: fileNames[usertype],
      list: peopleList(true),
      base: peopleOf(app.db.lists, usertype, state),
      view: (rows) => viewRows(app, rows, { role: 'admin', demo: false }),
      columns: columnsOf(usertype, 'admin', timezone),
      titles,
      audited: { state },
    },
  )
}

export const exportDrivers: UseCase<PeopleDeps, typeof peopleApi.exportDrivers> = async (app, call) => {
  const { timezone } = await app.settings.current()
  const { state, ...query } = call.query
  const { role } = call.who
  return exportList(
    app,
    { ...call, query },
    {
      name: 'drivers',
      list: driverList(true),
      base: driversFor(app, call.who, role === 'admin' ? state : state === 'deleted' ? 'active' : state),
      view: (rows) => viewRows(app, rows, { role, demo: false }),
      columns: columnsOf('driver', role, timezone),
      titles,
      audited: { state },
    },
  )
}
