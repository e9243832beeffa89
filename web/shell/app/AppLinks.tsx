import {
  IconCar,
  IconDiscount2,
  IconListDetails,
  IconMail,
  IconMapPin,
  IconPlus,
  IconReceipt2,
  IconReportMoney,
  IconWallet,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import classes from '../links.module.css'

interface Props {
  readonly usertype: Me['usertype']
  readonly onFollow?: () => void
}

/** Links of each role, most used first. */
export const AppLinks = ({ usertype, onFollow }: Props) => {
  const { t } = useTranslation()
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
    { to: paths.promos(), text: t('promos'), Icon: IconDiscount2, roles: ['admin'] },
    { to: paths.reviews(), text: t('reviews'), Icon: IconReportMoney, roles: ['admin'] },
    { to: paths.debts(), text: t('debts'), Icon: IconReceipt2, roles: ['admin'] },
    { to: paths.mails(), text: t('mails'), Icon: IconMail, roles: ['admin'] },
    { to: paths.wallet(), text: t('wallet'), Icon: IconWallet, roles: ['rider', 'driver'] },
  ]
  return links
    .filter(({ roles }) => roles.includes(usertype))
    .map(({ to, text, Icon }) => (
      <Link
        key={to}
        to={to}
        className={`${classes.link} ${classes.app}`}
        activeOptions={{ exact: to === paths.home() }}
        {...(onFollow === undefined ? {} : { onClick: onFollow })}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        {text}
      </Link>
    ))
}
