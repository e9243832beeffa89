import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { assignCalls, dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { useMove } from '../booking-parts/booking-queries.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import classes from './bookings.module.css'
import { dispatchSummary } from './dispatch-summary.ts'
import { PartTitle } from './PartTitle.tsx'

const known = [
  'not-approved',
  'documents-expired',
  'offline',
  'busy',
  'other-car-type',
  'no-position',
  'stale-position',
  'too-far',
  'negative-balance',
  'cancelled-before',
  'asked-just-now',
  'declined',
] as const

type Recorded = Reply<typeof dispatchCalls.ofBooking>['records'][number]
type Offer = Reply<typeof dispatchCalls.ofBooking>['offers'][number]

/**
 * The drivers considered and asked, and the reasons of the others: "Wave 1: 3 asked, 2 min – 4 min away, 9 for later
 * waves, 3 busy".
 */
export const DispatchRecord = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [taking, setTaking] = useState<Offer | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...bookingKeys.dispatch(booking.id), booking.version],
    refetchInterval: booking.status === 'NEW' ? 4000 : false,
    // each status has a version: the record stays while the next one loads
    placeholderData: (before, query) => (query?.queryKey[1] === booking.id ? before : undefined),
    queryFn: () => call(dispatchCalls.ofBooking, { params: { id: booking.id } }),
  })
  const reasonOf = (reason: string, count: number) => {
    const name = known.find((one) => one === reason)
    return t(name === undefined ? 'drop_other' : `drop_${name}`, { count })
  }
  const words = (record: Parameters<typeof dispatchSummary>[0]) => {
    const { asked, seconds, waiting, dropped } = dispatchSummary(record)
    const [least, most] = seconds?.map((one) => format.duration(one)) ?? []
    const time = least === most ? least : `${least} – ${most}`
    return [
      ...(asked > 0 ? [t('panel_offered', { count: asked })] : []),
      ...(time === undefined ? [] : [t('panel_away', { time })]),
      ...(waiting > 0 ? [t('panel_later_waves', { count: waiting })] : []),
      ...dropped.map(({ reason, count }) => reasonOf(reason, count)),
    ].join(t('list_comma'))
  }
  /** The drivers asked, with their driving times, and the drivers left out, with the reason. */
  const groupsOf = ({ wave, considered }: Recorded) => {
    const nameOf = ({ name, seconds }: Recorded['considered'][number]) =>
      seconds === null ? name : `${name} (${format.duration(seconds)})`
    const group = (label: (count: number) => string, of: Recorded['considered']) =>
      of.length === 0 ? [] : [{ label: label(of.length), names: of.map(nameOf) }]
    const reasons = [...new Set(considered.flatMap(({ reason }) => reason ?? []))]
    return [
      ...group(
        (count) => t('panel_offered', { count }),
        considered.filter((one) => wave !== null && one.wave === wave),
      ),
      ...group(
        (count) => t('panel_later_waves', { count }),
        considered.filter((one) => one.reason === null && one.wave === null),
      ),
      ...reasons.flatMap((reason) =>
        group(
          (count) => reasonOf(reason, count),
          considered.filter((one) => one.reason === reason),
        ),
      ),
    ]
  }
  return (
    <section className={classes.part}>
      <PartTitle>{t('panel_dispatch')}</PartTitle>
      {data === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
      {data !== undefined && data.records.length === 0 && <Text c="dimmed">{t('panel_no_dispatch')}</Text>}
      <ol className={classes.timeline}>
        {data?.records.toReversed().map((record) => (
          <li key={record.sweep}>
            <time dateTime={new Date(record.at).toISOString()}>{format.date(record.at, 'time')}</time>
            <details>
              <summary>
                {record.wave === null
                  ? t('panel_search_of', { considered: record.considered.length, parts: words(record) })
                  : t('panel_wave', { wave: record.wave, parts: words(record) })}
              </summary>
              <ul>
                {groupsOf(record).map(({ label, names }) => (
                  <li key={label}>
                    {label}: <bdi>{names.join(t('list_comma'))}</bdi>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
      {data !== undefined && data.offers.length > 0 && (
        <>
          <PartTitle sub>{t('panel_offers')}</PartTitle>
          <dl className={classes.sums}>
            {data.offers.map((offer) => (
              <div key={offer.driver + offer.offeredAt}>
                <dt>{offer.driver_name}</dt>
                <dd>
                  {offer.wave !== null && `${t('panel_wave_number', { wave: offer.wave })} · `}
                  {offer.pickupTime !== null && `${format.duration(offer.pickupTime)} · `}
                  {offer.outcome !== null
                    ? t(`panel_offer_${offer.outcome}`)
                    : t(offer.live ? 'panel_offer_live' : 'panel_offer_over')}
                  {isAssigned(offer, data.now) && (
                    <Button size="sm" px="xs" mih={44} variant="subtle" onClick={() => setTaking(offer)}>
                      {t('panel_take_back')}
                    </Button>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {taking !== null && <TakeBack bookingId={booking.id} offer={taking} onClose={() => setTaking(null)} />}
    </section>
  )
}

/** The driver was assigned by the office and can still accept, now or from the release on. */
const isAssigned = ({ kind, outcome, expiresAt }: Offer, now: number): boolean =>
  kind === 'assign' && outcome === null && expiresAt > now

interface TakeBackProps {
  readonly bookingId: string
  readonly offer: Offer
  readonly onClose: () => void
}

/** Takes the booking back from an assigned driver [design/dispatch-76]. */
const TakeBack = ({ bookingId, offer: { driver, driver_name: name }, onClose }: TakeBackProps) => {
  const { t } = useTranslation()
  const unassign = useMove(assignCalls.unassign)
  const settled = () => {
    void queryClient.invalidateQueries({ queryKey: bookingKeys.dispatch(bookingId) })
    void queryClient.invalidateQueries({ queryKey: bookingKeys.record(bookingId) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('panel_take_back_from', { name })}
      lead={t('panel_take_back_lead', { name })}
      confirm={t('panel_take_back')}
      keep={t('cancel')}
      busy={unassign.isPending}
      onConfirm={() => unassign.mutate({ params: { id: bookingId }, body: { driver } }, { onSettled: settled })}
      onClose={onClose}
    />
  )
}
