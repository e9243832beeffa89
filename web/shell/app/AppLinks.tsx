import { VisuallyHidden } from '@mantine/core'
import {
  IconBuilding,
  IconCar,
  IconDiscount2,
  IconListDetails,
  IconMapPin,
  IconPlus,
  IconReceipt2,
  IconReportMoney,
  IconShield,
  IconSteeringWheel,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../links.module.css'
import { useWaitingDrivers } from './waiting-drivers.ts'

interface Props {
  readonly usertype: Me['usertype']
  readonly onFollow?: () => void
}

/** Links of each role, most used first. */
export const AppLinks = ({ usertype, onFollow }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const links = [
    { to: paths.home(), text: t('book_a_ride'), Icon: IconMapPin, roles: ['rider'] },
    { to: paths.drive(), text: t('drive'), Icon: IconCar, roles: ['driver'] },
    {
      to: paths.bookings(),
      text: t(usertype === 'rider' ? 'my_bookings' : 'bookings'),
      Icon: IconListDetails,
      roles: ['rider', 'driver', 'fleetadmin', 'admin'],
    },
    { to: paths.addBookings(), text: t('add_booking'), Icon: IconPlus, roles: ['admin'] },
    { to: paths.riders(), text: t('title_riders'), Icon: IconUsers, roles: ['admin'] },
    {
      to: paths.drivers(),
      text: t('title_drivers'),
      Icon: IconSteeringWheel,
      roles: ['fleetadmin', 'admin'],
      count: useWaitingDrivers(usertype === 'admin'),
    },
    { to: paths.fleetAdmins(), text: t('title_fleetadmins'), Icon: IconBuilding, roles: ['admin'] },
    { to: paths.admins(), text: t('title_alladmin'), Icon: IconShield, roles: ['admin'] },
    { to: paths.promos(), text: t('promos'), Icon: IconDiscount2, roles: ['admin'] },
    { to: paths.reviews(), text: t('reviews'), Icon: IconReportMoney, roles: ['admin'] },
    { to: paths.debts(), text: t('debts'), Icon: IconReceipt2, roles: ['admin'] },
    { to: paths.wallet(), text: t('wallet'), Icon: IconWallet, roles: ['rider', 'driver'] },
  ]
  return links
    .filter(({ roles }) => roles.includes(usertype))
    .map(({ to, text, Icon, count = 0 }) => (
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
            <VisuallyHidden>{t('drivers_waiting')}</VisuallyHidden>
          </span>
        )}
      </Link>
    ))
}
