import '../ui/mantine-parts.ts'
import { Button, Group, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { statuses } from '@remis/domain/booking/statuses'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { PayDialog } from '../payments/PayDialog.tsx'
import { CancelDialog } from '../booking-parts/CancelDialog.tsx'
import { useSession } from '../platform/api/session.ts'
import { useSettings } from '../platform/api/settings.ts'
import { statusLook } from '../booking-parts/StatusChip.tsx'
import { useFormat } from '../platform/use-format.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { FilterPills } from '../ui/FilterPills.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { bookingColumns } from './booking-columns.tsx'
import { BookingCard } from './BookingCard.tsx'
import { BookingPanel } from './BookingPanel.tsx'
import classes from './bookings.module.css'
import { rowActions, type RowAction } from './row-actions.ts'
import { useBookings } from './use-bookings.ts'

/** `/bookings`: the booking list of spec 1 §2, for every role. */
export const BookingsPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { user } = useSession()
  const settings = useSettings()
  const appcat = settings?.appcat ?? 'taxi'
  const { ask, change, rows, isError, retry, paging } = useBookings()
  const [dialog, setDialog] = useState<{ action: RowAction; booking: BookingView } | null>(null)
  const role = user?.usertype ?? 'rider'
  const columns = useMemo(() => bookingColumns(t, format, { role, appcat }), [t, format, role, appcat])
  const filters = useMemo(
    () => [
      { id: 'all', label: t('bookings_all') },
      { id: 'open', label: t('bookings_active') },
      ...statuses
        .filter((status) => status !== 'PAYMENT_PENDING' || appcat === 'delivery')
        .map((status) => ({ id: status, label: t(statusLook[status].label) })),
    ],
    [t, appcat],
  )
  if (user === null) return null

  // The office keeps its list in view; riders and drivers go to the trip.
  const office = role === 'admin' || role === 'fleetadmin'
  const open = ({ id }: BookingView) => (office ? change({ id }) : void navigate({ to: paths.trip(id) }))
  const buttons = (row: BookingView) => {
    const actions = rowActions(row, { id: user.id, role }, settings)
    if (actions.length === 0) return null
    return (
      <Group gap={4} wrap="nowrap" className={classes.rowActions ?? ''}>
        {actions.map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === 'pay' ? 'light' : 'subtle'}
            {...(action === 'cancel' ? { color: 'red' } : {})}
            aria-label={`${t(actionText[action])} ${row.id}`}
            onClick={() => setDialog({ action, booking: row })}
          >
            {t(actionText[action])}
          </Button>
        ))}
      </Group>
    )
  }
  const close = () => setDialog(null)
  return (
    <div className={classes.page} data-panel={(office && ask.id !== undefined) || undefined}>
      <DataTable
        title={t('bookings_title')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => t('bookings_open', { id: row.id })}
        onOpen={open}
        openId={ask.id}
        // Beside an open booking the list needs its room, and the panel has the same buttons.
        {...(role === 'driver' || role === 'fleetadmin' || (office && ask.id !== undefined)
          ? {}
          : { actions: buttons })}
        card={(row) => <BookingCard booking={row} role={role} onOpen={() => open(row)} action={buttons(row)} />}
        sorting={{ id: ask.sort, desc: ask.desc }}
        onSort={({ id, desc }) => change({ sort: id as typeof ask.sort, desc })}
        search={ask.q}
        searchLabel={t('bookings_search')}
        onSearch={(q) => change({ q })}
        filters={
          <FilterPills
            label={t('bookings_filter')}
            choices={filters}
            chosen={ask.show}
            onChoose={(show) => change({ show: show as typeof ask.show })}
          />
        }
        filtered={ask.q !== '' || ask.show !== 'all'}
        onClear={() => change({ q: '', show: 'all' })}
        paging={paging}
        failed={isError}
        onRetry={retry}
        empty={<Nothing role={role} />}
      />
      {office && ask.id !== undefined && (
        <BookingPanel
          key={ask.id}
          id={ask.id}
          onAction={(action, booking) => setDialog({ action, booking })}
          onClose={() => change({ id: undefined })}
        />
      )}
      {dialog?.action === 'cancel' && role !== 'fleetadmin' && (
        <CancelDialog booking={dialog.booking} as={role} onClose={close} />
      )}
      {dialog?.action === 'pay' && <PayDialog order={{ booking: dialog.booking }} onClose={close} />}
      {dialog?.action === 'assign' && <AssignDialog booking={dialog.booking} onClose={close} />}
    </div>
  )
}

const actionText = { cancel: 'cancel_ride', pay: 'pay_now', assign: 'assign' } as const

/** spec 1 §8: no_bookings, and what to do next. */
const Nothing = ({ role }: { role: 'rider' | 'driver' | 'fleetadmin' | 'admin' }) => {
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
      <Text>{t('bookings_none_office')}</Text>
    </>
  )
}
