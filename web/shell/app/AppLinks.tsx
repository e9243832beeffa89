import { VisuallyHidden } from '@mantine/core'
import { IconCar, IconListDetails, IconMapPin, IconPlus, IconWallet, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { useTranslation } from 'react-i18next'
import { officePages } from '../../office-pages.tsx'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../links.module.css'
import { useWaitingDrivers } from './waiting-drivers.ts'
import { useWaitingWithdrawals } from './waiting-withdrawals.ts'

interface Props {
  readonly usertype: Me['usertype']
  readonly onFollow?: () => void
}

interface AppLink {
  readonly to: string
  readonly text: string
  readonly Icon: Icon
  readonly roles: readonly Me['usertype'][]
  /** of what waits there; shown above 0 */
  readonly count?: number
  /** what the count is of */
  readonly counted?: string
}

/** Links of each role, most used first. */
export const AppLinks = ({ usertype, onFollow }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const waiting: Readonly<Record<string, { readonly count: number; readonly counted: string }>> = {
    [paths.drivers()]: { count: useWaitingDrivers(usertype === 'admin'), counted: t('drivers_waiting') },
    [paths.withdraws()]: { count: useWaitingWithdrawals(usertype === 'admin'), counted: t('withdrawals_waiting') },
  }
  const office = officePages.map(({ path, title, Icon, permit }) => ({
    to: path,
    text: t(`title_${title}`),
    Icon,
    roles: permit,
    ...waiting[path],
  }))
  const links: readonly AppLink[] = [
    ...office.filter(({ to }) => to === paths.dashboard()),
    { to: paths.home(), text: t('book_a_ride'), Icon: IconMapPin, roles: ['rider'] },
    { to: paths.drive(), text: t('drive'), Icon: IconCar, roles: ['driver'] },
    {
      to: paths.bookings(),
      text: t(usertype === 'rider' ? 'my_bookings' : 'bookings'),
      Icon: IconListDetails,
      roles: ['rider', 'driver', 'fleetadmin', 'admin'],
    },
    { to: paths.addBookings(), text: t('add_booking'), Icon: IconPlus, roles: ['admin'] },
    ...office.filter(({ to }) => to !== paths.dashboard()),
    { to: paths.wallet(), text: t('wallet'), Icon: IconWallet, roles: ['rider', 'driver'] },
  ]
  return links
    .filter(({ roles }) => roles.includes(usertype))
    .map(({ to, text, Icon, count = 0, counted }) => (
      <Link
        key={to}
        to={to}
        className={`${classes.link} ${classes.app}`}
        activeOptions={{ exact: to === paths.home() }}
        {...(onFollow === undefined ? {} : { onClick: onFollow })}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        {text}
        {count > 0 && (
          <span className={classes.count}>
            {format.number(count)}
            <VisuallyHidden>{counted}</VisuallyHidden>
          </span>
        )}
      </Link>
    ))
}
