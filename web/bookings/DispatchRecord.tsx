import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'
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

/**
 * The drivers considered and asked, and the reasons of the others: "Wave 1: 3 asked, 2 min – 4 min away, 9 for later
 * waves, 3 busy".
 */
export const DispatchRecord = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [...bookingKeys.dispatch(booking.id), booking.version],
    refetchInterval: booking.status === 'NEW' ? 4000 : false,
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
    ].join(', ')
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
                    {label}: <bdi>{names.join(', ')}</bdi>
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
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
