import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './bookings.module.css'
import { dispatchSummary } from './dispatch-summary.ts'

const known = [
  'not-approved',
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

/** Who was considered, offered, and why not: "12 considered: 4 offered, 3 busy, 2 too far". */
export const DispatchRecord = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [...bookingKeys.dispatch(booking.id), booking.version],
    refetchInterval: booking.status === 'NEW' ? 4000 : false,
    queryFn: () => call(dispatchCalls.ofBooking, { params: { id: booking.id } }),
  })
  const words = (considered: readonly { readonly reason: string | null }[]) =>
    dispatchSummary(considered)
      .map(({ reason, count }) => {
        if (reason === null) return t('panel_offered', { count })
        const name = known.find((one) => one === reason)
        return t(name === undefined ? 'drop_other' : `drop_${name}`, { count })
      })
      .join(', ')
  return (
    <section className={classes.part}>
      <h3>{t('panel_dispatch')}</h3>
      {data !== undefined && data.records.length === 0 && <Text c="dimmed">{t('panel_no_dispatch')}</Text>}
      <ol className={classes.timeline}>
        {data?.records.toReversed().map((record) => (
          <li key={record.sweep}>
            <time dateTime={new Date(record.at).toISOString()}>{format.date(record.at, 'time')}</time>
            {t('panel_search_of', { considered: record.considered.length, parts: words(record.considered) })}
          </li>
        ))}
      </ol>
      {data !== undefined && data.offers.length > 0 && (
        <>
          <h4>{t('panel_offers')}</h4>
          <dl className={classes.sums}>
            {data.offers.map((offer) => (
              <div key={offer.driver + offer.offeredAt}>
                <dt>{offer.driver_name}</dt>
                <dd>
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
