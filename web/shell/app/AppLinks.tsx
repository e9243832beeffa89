import { VisuallyHidden } from '@mantine/core'
import {
  IconCar,
  IconChevronDown,
  IconHome,
  IconListDetails,
  IconMapPin,
  IconPlus,
  IconUserCircle,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { isOffice } from '@remis/domain/kit/endpoint'
import { mostWaiting } from '@remis/domain/dashboard/dashboard-routes'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { officePages, type OfficeGroup } from '../../office-pages.tsx'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../links.module.css'
import { closedGroups, keepClosedGroups } from './closed-groups.ts'
import { useOfficeCounts } from './office-counts.ts'

interface Props {
  readonly usertype: Me['usertype']
  readonly onFollow?: () => void
}

interface AppLink {
  readonly to: string
  readonly text: string
  readonly Icon: Icon
  readonly roles: readonly Me['usertype'][]
  readonly group?: OfficeGroup
  /** of what waits there; shown above 0 */
  readonly count?: number | undefined
  /** what the count is of */
  readonly counted?: string
}

const useLinks = (usertype: Me['usertype']): readonly AppLink[] => {
  const { t } = useTranslation()
  const inOffice = isOffice(usertype)
  const counts = useOfficeCounts(inOffice)
  const waiting: Readonly<Record<string, { readonly count: number | undefined; readonly counted: string }>> = {
    [paths.dashboard()]: { count: counts?.alerts, counted: t('alerts_waiting') },
    [paths.bookings()]: { count: counts?.unassigned, counted: t('bookings_unassigned') },
    [paths.safety()]: { count: counts?.safety, counted: t('alerts_open') },
    [paths.drivers()]: { count: counts?.drivers, counted: t('drivers_waiting') },
    [paths.withdraws()]: { count: counts?.withdrawals, counted: t('withdrawals_waiting') },
    [paths.addToWallet()]: { count: counts?.credits, counted: t('credits_waiting') },
    [paths.reviews()]: { count: counts?.payments, counted: t('payments_waiting') },
  }
  const office: readonly AppLink[] = officePages.map(({ path, title, permit, ...page }) => ({
    ...page,
    to: path,
    text: t(`title_${title}`),
    roles: permit,
    ...waiting[path],
  }))
  const links: readonly AppLink[] = [
    { to: paths.home(), text: t('home'), Icon: IconHome, roles: ['driver', 'fleetadmin', 'admin'] },
    ...office.filter(({ to }) => to === paths.dashboard()),
    { to: paths.home(), text: t('book_a_ride'), Icon: IconMapPin, roles: ['rider'] },
    { to: paths.drive(), text: t('drive'), Icon: IconCar, roles: ['driver'] },
    {
      to: paths.bookings(),
      text: t(usertype === 'rider' ? 'my_bookings' : usertype === 'driver' ? 'my_trips' : 'bookings'),
      Icon: IconListDetails,
      roles: ['rider', 'driver', 'fleetadmin', 'admin'],
      ...waiting[paths.bookings()],
    },
    { to: paths.addBookings(), text: t('add_booking'), Icon: IconPlus, roles: ['admin'] },
    ...office.filter(({ to }) => to !== paths.dashboard()),
    { to: paths.profile(), text: t('title_profile'), Icon: IconUserCircle, roles: ['fleetadmin', 'admin'] },
    { to: paths.wallet(), text: t('wallet'), Icon: IconWallet, roles: ['rider', 'driver'] },
  ]
  return links.filter(({ roles }) => roles.includes(usertype))
}

/** Links of each role; an admin's are in groups, of which this browser remembers the closed ones [backoffice-4]. */
export const AppLinks = ({ usertype, onFollow }: Props) => {
  const links = useLinks(usertype)
  const [closed, setClosed] = useState(closedGroups)
  const toggle = (group: OfficeGroup) => {
    const next = closed.includes(group) ? closed.filter((one) => one !== group) : [...closed, group]
    keepClosedGroups(next)
    setClosed(next)
  }
  useActiveInView()
  const grouped = usertype === 'admin'
  return links.map((link, index) => {
    const { group } = link
    if (!grouped || group === undefined) return <LinkRow key={link.to} link={link} onFollow={onFollow} />
    if (links[index - 1]?.group === group) return null
    return (
      <LinkGroup
        key={group}
        group={group}
        links={links.filter((one) => one.group === group)}
        opened={!closed.includes(group)}
        onToggle={() => toggle(group)}
        onFollow={onFollow}
      />
    )
  })
}

/** The office has more links than a screen is high. */
const useActiveInView = () => {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    document.querySelector(`.${classes.app}[aria-current=page]`)?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
}

interface GroupProps {
  readonly group: OfficeGroup
  readonly links: readonly AppLink[]
  readonly opened: boolean
  readonly onToggle: () => void
  readonly onFollow: (() => void) | undefined
}

/** A closed group shows what waits in it, and that the open page is in it. */
const LinkGroup = ({ group, links, opened, onToggle, onFollow }: GroupProps) => {
  const { t } = useTranslation()
  const count = links.reduce((sum, link) => sum + (link.count ?? 0), 0)
  const counted = links.find((link) => (link.count ?? 0) > 0)?.counted
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const isHere = !opened && links.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.head}
        data-here={isHere || undefined}
        aria-expanded={opened}
        onClick={onToggle}
      >
        {t(`nav_${group}`)}
        {!opened && <Count count={count} counted={counted} />}
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
      {opened && links.map((link) => <LinkRow key={link.to} link={link} onFollow={onFollow} />)}
    </div>
  )
}

const LinkRow = ({ link, onFollow }: { link: AppLink; onFollow: (() => void) | undefined }) => {
  const { to, text, Icon, count, counted } = link
  return (
    <Link
      to={to}
      className={`${classes.link} ${classes.app}`}
      // other pages have addresses below that of the bookings
      activeOptions={{ exact: to === paths.home() || to === paths.bookings(), includeSearch: false }}
      {...(onFollow === undefined ? {} : { onClick: onFollow })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      {text}
      <Count count={count} counted={counted} />
    </Link>
  )
}

const Count = ({ count = 0, counted }: { count: number | undefined; counted: string | undefined }) => {
  const format = useFormat()
  if (count === 0) return null
  return (
    <span className={classes.count}>
      {count >= mostWaiting ? `${format.number(mostWaiting - 1)}+` : format.number(count)}
      <VisuallyHidden>{counted}</VisuallyHidden>
    </span>
  )
}
