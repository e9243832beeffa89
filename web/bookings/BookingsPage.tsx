import '../ui/mantine-parts.ts'
import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { PayDialog } from '../payments/PayDialog.tsx'
import { CancelDialog } from '../booking-parts/CancelDialog.tsx'
import { statusLook } from '../booking-parts/StatusChip.tsx'
import { useLiveLink } from '../platform/live/live.ts'
import { useSession } from '../platform/api/session.ts'
import { useSettings, useVariant } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import { useList } from '../platform/list/use-list.ts'
import { useExportRule } from '../platform/list/demo.tsx'
import { ListPage } from '../ui/table/ListPage.tsx'
import { AssignDialog } from './assign/AssignDialog.tsx'
import { bookingColumns } from './booking-columns.tsx'
import { BookingCard } from './BookingCard.tsx'
import { BookingPanel } from './BookingPanel.tsx'
import classes from './bookings.module.css'
import {
  bookingList,
  composedColumns,
  impliedShow,
  inUsualOrder,
  narrowingOf,
  officeBookingList,
  tabletColumns,
  usualColumns,
} from './list/booking-list.ts'
import { ListFilters } from './list/ListFilters.tsx'
import { countOf, useCounts } from './list/use-counts.ts'
import { useSavedViews } from './list/use-saved-views.ts'
import { ViewMenu } from './list/ViewMenu.tsx'
import { rowActions, type RowAction } from './row-actions.ts'

/** `/bookings`: the booking list of every role [booking-34]. */
export const BookingsPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { user } = useSession()
  const settings = useSettings()
  const variant = useVariant()
  useLiveLink()
  const role = user?.usertype ?? 'rider'
  const office = isOffice(role)
  const whole = useList(office ? officeBookingList : bookingList)
  const { id: openId, filters, q } = whole.address
  const list = useExportRule({
    ...whole,
    change: (part: Parameters<typeof whole.change>[0]) => whole.change(inUsualOrder(filters, part)),
  })
  const saved = useSavedViews()
  const [dialog, setDialog] = useState<{ action: RowAction; booking: BookingView } | null>(null)
  const act = (action: RowAction, booking: BookingView) =>
    action === 'again' ? void navigate({ to: paths.bookAgain(booking.id) }) : setDialog({ action, booking })
  const counts = useCounts(narrowingOf(filters), office && q === '')
  const tablet = useMediaQuery('(768px <= width < 1200px)', false, { getInitialValueInEffect: false }) ?? false
  const touch = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false }) ?? false
  const besidePanel = office && openId !== undefined
  const columns = useMemo(() => bookingColumns(t, format, { role, variant }), [t, format, role, variant])
  const pills = useMemo(
    () =>
      office
        ? [
            { id: 'now', label: t('bookings_now') },
            { id: 'later', label: t('bookings_show_later') },
            { id: 'all', label: t('bookings_all') },
            { id: 'open', label: t('bookings_active') },
            ...(role === 'admin'
              ? [
                  { id: 'review', label: t('bookings_review') },
                  { id: 'fare', label: t('bookings_fare') },
                ]
              : []),
            ...variant.statuses.map((status) => ({ id: status, label: t(statusLook[status].label) })),
          ]
        : [
            { id: 'current', label: t('bookings_current') },
            { id: 'past', label: t('bookings_past') },
          ],
    [t, variant, role, office],
  )
  if (user === null) return null

  // The office keeps its list in view; riders and drivers go to the trip.
  const open = ({ id }: BookingView) => (office ? list.change({ id }) : void navigate({ to: paths.trip(id) }))
  // Beside an open booking and on a tablet the list needs its room, and the panel has the same buttons.
  const withActions = role !== 'driver' && role !== 'fleetadmin' && !besidePanel && !(office && tablet && touch)
  const actionsOf = (row: BookingView) =>
    (withActions ? rowActions(row, { id: user.id, role }, settings) : []).map((action) => ({
      id: action,
      label: t(actionText[action]),
      name: ({ id }: BookingView) => `${t(actionText[action])} ${id}`,
      danger: action === 'cancel',
      strong: action === 'pay',
      run: (booking: BookingView) => act(action, booking),
    }))
  const close = () => setDialog(null)
  return (
    <div className={classes.page} data-panel={besidePanel || undefined}>
      <ListPage
        name="bookings"
        title={t('bookings_title')}
        searchLabel={t('bookings_search')}
        list={saved.isPending ? { ...list, rows: undefined } : list}
        columns={columns}
        keptColumns={{
          usual: office && tablet ? tabletColumns : usualColumns[role],
          composed: composedColumns,
          kept: saved.columns,
          keep: saved.keepColumns,
        }}
        rowId={(row) => row.id}
        rowLabel={(row) => t('bookings_open', { id: row.id })}
        onOpen={open}
        rowActions={actionsOf}
        actionsOnHover={office}
        card={(row, actions) => <BookingCard booking={row} role={role} onOpen={() => open(row)} action={actions} />}
        filters={[
          {
            name: 'show',
            label: t('bookings_filter'),
            choices: pills.map((pill) => ({ ...pill, count: countOf(counts, pill.id, (rows) => format.number(rows)) })),
            ...(office ? { several: variant.statuses, implied: impliedShow(filters, q) } : { all: t('bookings_all') }),
          },
        ]}
        moreFilters={<ListFilters list={list} role={role} />}
        tools={office && <ViewMenu list={list} saved={saved} columns={list.address.columns ?? saved.columns} />}
        empty={<Nothing role={role} later={filters['show'] === undefined ? (counts?.later ?? 0) : 0} />}
      />
      {besidePanel && (
        <BookingPanel key={openId} id={openId} onAction={act} onClose={() => list.change({ id: undefined })} />
      )}
      {dialog?.action === 'cancel' && role !== 'fleetadmin' && (
        <CancelDialog booking={dialog.booking} as={role} onClose={close} />
      )}
      {dialog?.action === 'pay' && <PayDialog order={{ booking: dialog.booking }} onClose={close} />}
      {dialog?.action === 'assign' && <AssignDialog booking={dialog.booking} onClose={close} />}
    </div>
  )
}

const actionText = { cancel: 'cancel_ride', pay: 'pay_now', assign: 'assign', again: 'trip_book_again' } as const

/** The message of an empty list [booking-40], and what to do next. */
const Nothing = ({ role, later }: { role: Role; later: number }) => {
  const { t } = useTranslation()
  const none = <Text fw={600}>{t('no_bookings')}</Text>
  if (role === 'rider')
    return (
      <>
        {none}
        <Text>{t('bookings_none_rider')}</Text>
        <Button size="md" renderRoot={(props) => <Link {...props} to={paths.home()} />}>
          {t('bookings_book')}
        </Button>
      </>
    )
  if (role === 'driver')
    return (
      <>
        {none}
        <Text>{t('bookings_none_driver')}</Text>
        <Button size="md" renderRoot={(props) => <Link {...props} to={paths.drive()} />}>
          {t('bookings_drive')}
        </Button>
      </>
    )
  return (
    <>
      {none}
      <Text>
        {later > 0 ? t('bookings_only_later', { later: t('bookings_show_later') }) : t('bookings_none_office')}
      </Text>
    </>
  )
}
