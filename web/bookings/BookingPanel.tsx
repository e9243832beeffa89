import { Button, CloseButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { bookingQuery } from '../booking-parts/booking-queries.ts'
import { useSession } from '../platform/api/session.ts'
import { ChainLinks } from '../booking-parts/ChainLinks.tsx'
import { StatusChip } from '../booking-parts/StatusChip.tsx'
import { RouteEnds } from '../ui/parts/RouteEnds.tsx'
import { BookingActions } from './actions/BookingActions.tsx'
import classes from './bookings.module.css'
import { DispatchRecord } from './DispatchRecord.tsx'
import { FareTable } from './fare/FareTable.tsx'
import { Corrections } from './fare/Corrections.tsx'
import { FareChecks } from './fare/FareChecks.tsx'
import { TripReview } from './fare/TripReview.tsx'
import { People } from './People.tsx'
import type { RowAction } from './row-actions.ts'
import { Timeline } from './Timeline.tsx'
import { TrackMap } from './TrackMap.tsx'
import { WhatChanged } from './WhatChanged.tsx'

interface Props {
  readonly id: string
  readonly onAction: (action: RowAction, booking: BookingView) => void
  readonly onClose: () => void
}

/** One booking beside the list: its events, people, money and dispatch record. */
export const BookingPanel = ({ id, onAction, onClose }: Props) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data: booking, isError } = useQuery(bookingQuery(id))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog on top closes first.
      if (event.key === 'Escape' && document.querySelector('[aria-modal="true"]') === null) onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  if (user === null) return null
  return (
    <aside ref={panel} className={classes.panel} tabIndex={-1} aria-labelledby="panel-title">
      <Group justify="space-between" wrap="nowrap">
        <h2 id="panel-title">
          {t('panel_title', { id: '' })}
          <bdi dir="ltr">{id}</bdi>
        </h2>
        <CloseButton size="lg" aria-label={t('panel_close')} onClick={onClose} />
      </Group>
      {booking === undefined ? (
        isError ? (
          <Text role="alert">{t('trip_missing')}</Text>
        ) : (
          <Stack aria-busy="true">
            <Skeleton height={24} width={120} />
            <Skeleton height={80} />
            <Skeleton height={160} />
          </Stack>
        )
      ) : (
        <Stack gap={20}>
          <Group>
            <StatusChip status={booking.status} />
            <Text size="sm">{booking.carType}</Text>
          </Group>
          <RouteEnds
            from={{ label: t('trip_pickup'), text: booking.pickup.add }}
            to={{ label: t('trip_drop'), text: booking.drop.add }}
          />
          <BookingActions booking={booking} onAction={onAction}>
            <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.bookingPage(id)} />}>
              {t('panel_open_page')}
            </Button>
            {user.usertype === 'admin' && (
              <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.auditOf(`booking:${id}`)} />}>
                {t('title_audit')}
              </Button>
            )}
          </BookingActions>
          <WhatChanged booking={booking} />
          <ChainLinks booking={booking} />
          <People booking={booking} />
          <Timeline booking={booking} />
          <FareTable booking={booking} />
          {user.usertype === 'admin' && <Link to={paths.ledgerOfBooking(booking.id)}>{t('title_ledger')}</Link>}
          <FareChecks booking={booking} />
          <TripReview booking={booking} />
          {user.usertype === 'admin' && <Corrections booking={booking} />}
          <TrackMap booking={booking} />
          {user.usertype === 'admin' && <DispatchRecord booking={booking} />}
        </Stack>
      )}
    </aside>
  )
}
