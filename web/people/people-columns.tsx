import { fullName } from '@remis/domain/people/first-name'
import type { PersonRow } from '@remis/domain/people/people-api'
import type { TFunction } from 'i18next'
import type { Format } from '../platform/use-format.ts'
import { initialsOf } from '../ui/parts/initials.ts'
import { Face } from '../ui/parts/Person.tsx'
import type { TableColumn } from '../ui/table/list-state.ts'
import { OnlineChip, RatingOf, StateOfPerson } from './PersonChips.tsx'
import classes from './people.module.css'
import type { PeopleTable } from './people-lists.ts'

type Column = TableColumn<PersonRow>

const vehicleOf = ({ vehicleMake, vehicleModel, vehicleNumber }: PersonRow) => (
  <span className={`${classes.two} ${classes.vehicle}`}>
    <bdi>{[vehicleMake, vehicleModel].filter(Boolean).join(' ')}</bdi>
    <small>
      <bdi dir="ltr">{vehicleNumber}</bdi>
    </small>
  </span>
)

/**
 * The picture, or first letters that are drawn and not text: the button's name has the words of the cell (WCAG 2.5.3).
 */
const RowFace = ({ row }: { row: PersonRow }) =>
  row.profile_image ? (
    <Face src={row.profile_image} name={row} size={32} />
  ) : (
    <span className={classes.letters} data-letters={initialsOf(row)} />
  )

/** Name and number in two lines, so that eight columns fit a desk. */
const personOf = (row: PersonRow) => (
  <span className={classes.who}>
    <RowFace row={row} />
    <span className={classes.two}>
      <bdi>{fullName(row)}</bdi>{' '}
      <small>
        <bdi dir={row.mobile?.startsWith('+') ? 'ltr' : 'auto'}>{row.mobile ?? row.email}</bdi>
      </small>
    </span>
  </span>
)

/** The columns of each table; `admin`: whether the reader sees wallets and fleets. */
export const columnsOf = (t: TFunction, format: Format, table: PeopleTable, admin: boolean): Column[] => {
  const isDrivers = table === 'drivers'
  const wallet: Column = {
    id: 'walletBalance',
    header: t('people_wallet'),
    numeric: true,
    cell: (row) => (row.walletBalance === undefined ? '' : format.money(row.walletBalance)),
  }
  const columns: readonly (Column | false)[] = [
    { id: 'name', header: t('people_name'), sortable: true, cell: personOf },
    { id: 'state', header: t('people_state'), cell: (row) => <StateOfPerson state={row.state} /> },
    isDrivers && { id: 'online', header: t('people_online'), cell: (row) => <OnlineChip row={row} /> },
    isDrivers && {
      id: 'carType',
      header: t('people_car_type'),
      cell: (row) => row.carType ?? t('person_unknown'),
      group: (row) => row.carType ?? t('people_none_chosen'),
    },
    isDrivers && { id: 'vehicle', header: t('people_vehicle'), cell: vehicleOf },
    isDrivers && {
      id: 'rating',
      header: t('people_rating'),
      sortable: true,
      numeric: true,
      cell: (row) => <RatingOf row={row} />,
    },
    isDrivers &&
      admin && {
        id: 'fleet',
        header: t('people_fleet'),
        cell: (row) => <bdi>{row.fleetName ?? t('people_fleet_none')}</bdi>,
        group: (row) => row.fleetName ?? t('people_fleet_none'),
      },
    table === 'fleetadmins' && {
      id: 'drivers',
      header: t('people_drivers'),
      numeric: true,
      cell: (row) => format.number(row.drivers ?? 0),
    },
    admin && (isDrivers || table === 'riders') && wallet,
    admin &&
      table === 'riders' && {
        id: 'owed',
        header: t('person_wallet_owed'),
        numeric: true,
        quiet: true,
        cell: (row) => (row.owed ? format.money(row.owed) : ''),
      },
    { id: 'email', header: t('email'), quiet: isDrivers, cell: (row) => <bdi dir="ltr">{row.email}</bdi> },
    { id: 'mobile', header: t('phone_number'), quiet: true, cell: (row) => <bdi dir="ltr">{row.mobile}</bdi> },
    {
      id: 'createdByAdmin',
      header: t('people_by_office'),
      quiet: true,
      cell: (row) => t(row.createdByAdmin ? 'people_yes' : 'people_no'),
    },
    {
      id: 'createdAt',
      header: t('people_since'),
      sortable: true,
      quiet: isDrivers,
      cell: (row) => format.date(row.createdAt, 'date'),
    },
  ]
  return columns.filter((column) => column !== false)
}
