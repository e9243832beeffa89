import { IconArrowsExchange, IconFileText, IconHistory, IconRoute, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import classes from './bookings.module.css'

interface Props {
  readonly id: string
  readonly admin: boolean
  /** on the page of the booking, where the first link leads to the rider's page instead */
  readonly page?: boolean
}

interface Place {
  readonly Icon: Icon
  readonly text: string
  readonly to: string
}

/** Links to other pages about the booking. */
export const OfficeLinks = ({ id, admin, page = false }: Props) => {
  const { t } = useTranslation()
  const places: readonly Place[] = [
    page
      ? { Icon: IconRoute, text: t('panel_full'), to: paths.trip(id) }
      : { Icon: IconFileText, text: t('panel_open_page'), to: paths.bookingPage(id) },
    ...(admin
      ? [
          { Icon: IconArrowsExchange, text: t('title_ledger'), to: paths.ledgerOfBooking(id) },
          { Icon: IconHistory, text: t('title_audit'), to: paths.auditOf(`booking:${id}`) },
        ]
      : []),
  ]
  return (
    <nav className={classes.links} aria-label={t('panel_title', { id })}>
      {places.map(({ Icon, text, to }) => (
        <Link key={text} to={to}>
          <Icon size={16} stroke={1.75} aria-hidden />
          {text}
        </Link>
      ))}
    </nav>
  )
}
