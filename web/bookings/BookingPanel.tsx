import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useLiveBooking } from '../booking-parts/booking-queries.ts'
import { useSession } from '../platform/api/session.ts'
import { ChainLinks } from '../booking-parts/ChainLinks.tsx'
import { StatusChip } from '../booking-parts/StatusChip.tsx'
import { RouteEnds } from '../ui/parts/RouteEnds.tsx'
import { SidePanel } from '../ui/parts/SidePanel.tsx'
import { VehiclePicture } from '../ui/vehicles/VehiclePicture.tsx'
import { BookingActions } from './actions/BookingActions.tsx'
import { DispatchRecord } from './DispatchRecord.tsx'
import { FareTable } from './fare/FareTable.tsx'
import { Corrections } from './fare/Corrections.tsx'
import { FareChecks } from './fare/FareChecks.tsx'
import { MissingBooking } from './MissingBooking.tsx'
import { OfficeLinks } from './OfficeLinks.tsx'
import { Instructions } from './Instructions.tsx'
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
  const { data: booking, error, refetch } = useLiveBooking(id)
  if (user === null) return null
  return (
    <SidePanel
      labelledBy="panel-title"
      narrow
      onClose={onClose}
      bar={
        <h2 id="panel-title">
          {t('panel_title', { id: '' })}
          <bdi dir="ltr">{id}</bdi>
        </h2>
      }
    >
      {booking === undefined ? (
        error === null ? (
          <Stack aria-busy="true">
            <Skeleton height={24} width={120} />
            <Skeleton height={80} />
            <Skeleton height={160} />
          </Stack>
        ) : (
          <MissingBooking error={error} order={3} onRetry={() => void refetch()} />
        )
      ) : (
        <Stack gap={20}>
          <Group justify="space-between">
            <Group gap="sm">
              <StatusChip status={booking.status} undelivered={booking.undelivered} />
              <VehiclePicture image={booking.carImage} width={40} />
              <Text size="sm">{booking.carType}</Text>
            </Group>
            <OfficeLinks id={id} admin={user.usertype === 'admin'} />
          </Group>
          <RouteEnds
            from={{ label: t('trip_pickup'), text: booking.pickup.add }}
            to={{ label: t('trip_drop'), text: booking.drop.add }}
          />
          <Instructions booking={booking} />
          <BookingActions booking={booking} onAction={onAction} />
          <WhatChanged booking={booking} />
          <ChainLinks booking={booking} />
          <People booking={booking} />
          <Timeline booking={booking} />
          <FareTable booking={booking} />
          <FareChecks booking={booking} />
          <TripReview booking={booking} />
          {user.usertype === 'admin' && <Corrections booking={booking} />}
          <TrackMap booking={booking} />
          {user.usertype === 'admin' && <DispatchRecord booking={booking} />}
        </Stack>
      )}
    </SidePanel>
  )
}
