import '../../ui/mantine-parts.ts'
import { Skeleton, Stack } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { feeOf } from '@remis/domain/booking/payment-packet'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveBooking } from '../../booking-parts/booking-queries.ts'
import { CancelDialog } from '../../booking-parts/CancelDialog.tsx'
import { ChainLinks } from '../../booking-parts/ChainLinks.tsx'
import { feeText } from '../../booking-parts/cancel/fee-text.ts'
import { StatusChip } from '../../booking-parts/StatusChip.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import { useVariant } from '../../platform/api/settings.ts'
import { useLiveLink } from '../../platform/live/live.ts'
import { GoTo } from '../../platform/page/GoTo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { Parcel } from '../../booking-parts/parcel/Parcel.tsx'
import { ShareRide } from '../../trips/follow/ShareRide.tsx'
import { RouteEnds } from '../../ui/parts/RouteEnds.tsx'
import { VehiclePicture } from '../../ui/vehicles/VehiclePicture.tsx'
import { OfficeChat } from '../../chat/OfficeChat.tsx'
import { AssignDialog } from '../assign/AssignDialog.tsx'
import { BookingActions } from '../actions/BookingActions.tsx'
import { DispatchRecord } from '../DispatchRecord.tsx'
import { Instructions } from '../Instructions.tsx'
import { MissingBooking } from '../MissingBooking.tsx'
import { OfficeLinks } from '../OfficeLinks.tsx'
import { FareTable } from '../fare/FareTable.tsx'
import { Corrections } from '../fare/Corrections.tsx'
import { FareChecks } from '../fare/FareChecks.tsx'
import { TripReview } from '../fare/TripReview.tsx'
import { PartLevel } from '../PartTitle.tsx'
import { People } from '../People.tsx'
import type { RowAction } from '../row-actions.ts'
import { WhatChanged } from '../WhatChanged.tsx'
import { When } from '../When.tsx'
import { AuditLog } from './AuditLog.tsx'
import classes from './page.module.css'
import { ParcelPart } from './ParcelPart.tsx'
import { PageMap } from './PageMap.tsx'
import { Payments } from './Payments.tsx'
import { Postings } from './Postings.tsx'
import { EventsPart } from './EventsPart.tsx'

/** `/bookings/:id` for the office [booking-65]; riders and drivers are sent to their trip. */
export const BookingPage = () => {
  const { id = '' } = useParams({ strict: false })
  const { user } = useSession()
  useLiveLink()
  if (user === null) return null
  if (user.usertype === 'rider' || user.usertype === 'driver') return <GoTo address={paths.trip(id)} />
  return <OfficeView id={id} admin={user.usertype === 'admin'} />
}

const OfficeView = ({ id, admin }: { id: string; admin: boolean }) => {
  const { t } = useTranslation()
  const { data: booking, error, refetch } = useLiveBooking(id, { refetchOnMount: 'always' })
  if (booking !== undefined) return <Whole booking={booking} admin={admin} />
  return (
    <section className={classes.page}>
      {error === null ? (
        <Stack aria-busy="true">
          <Skeleton height={32} width={260} />
          <Skeleton height={320} />
        </Stack>
      ) : (
        <MissingBooking error={error} order={1} onRetry={() => void refetch()}>
          <Link to={paths.bookings()}>{t('trip_back')}</Link>
        </MissingBooking>
      )}
    </section>
  )
}

/** On a wide screen what happened is beside the money; on a phone the map and the timeline come first. */
const Whole = ({ booking, admin }: { booking: BookingView; admin: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [dialog, setDialog] = useState<RowAction | null>(null)
  const close = () => setDialog(null)
  const { id } = booking
  const variant = useVariant()
  const charged = feeOf(booking)
  const amount =
    booking.status === 'CANCELLED'
      ? charged.fee > 0 && feeText(t, format, charged, 'trip_cancelled_fee_other')
      : format.money(booking.fare?.final?.total ?? booking.estimate ?? 0)
  return (
    <section className={classes.page} aria-labelledby="booking-title">
      <Link className={classes.back} to={paths.bookings()}>
        {t('trip_back')}
      </Link>
      <header className={classes.head}>
        <div className={classes.about}>
          <div className={classes.title}>
            <h1 id="booking-title">
              {t('panel_title', { id: '' })}
              <bdi dir="ltr">{id}</bdi>
            </h1>
            <StatusChip status={booking.status} undelivered={booking.undelivered} />
          </div>
          <p className={classes.facts}>
            <span className={classes.car}>
              <VehiclePicture image={booking.carImage} width={40} />
              {booking.carType}
            </span>
            <When at={booking.tripdate} later={booking.bookLater} />
            <span>{t(`pay_${booking.payment_mode}`)}</span>
            <b>{amount}</b>
          </p>
          <RouteEnds
            from={{ label: t('trip_pickup'), text: booking.pickup.add }}
            to={{ label: t('trip_drop'), text: booking.drop.add }}
          />
          {!variant.showsParcel && <Instructions booking={booking} />}
          <OfficeLinks id={id} admin={admin} page />
        </div>
        <div className={classes.actions}>
          <BookingActions booking={booking} onAction={setDialog} />
          {admin && variant.needsRecipient && <ShareRide trip={booking} size="sm" />}
        </div>
      </header>
      <ChainLinks booking={booking} />
      <WhatChanged booking={booking} />
      <div className={classes.notices}>
        <FareChecks booking={booking} />
        <TripReview booking={booking} />
      </div>
      <PartLevel value={2}>
        <div className={classes.columns}>
          <div className={classes.column}>
            <PageMap booking={booking} />
            <EventsPart booking={booking} />
            {admin && <DispatchRecord booking={booking} />}
          </div>
          <div className={classes.column}>
            <People booking={booking} />
            <Parcel trip={booking} />
            <ParcelPart booking={booking} />
            <FareTable booking={booking} />
            {admin && <Corrections booking={booking} />}
            {admin && <Payments booking={booking} />}
            {admin && <Postings booking={booking} />}
            {admin && <OfficeChat booking={booking} />}
            {admin && <AuditLog booking={booking} />}
          </div>
        </div>
      </PartLevel>
      {dialog === 'cancel' && admin && <CancelDialog booking={booking} as="admin" onClose={close} />}
      {dialog === 'assign' && <AssignDialog booking={booking} onClose={close} />}
    </section>
  )
}
