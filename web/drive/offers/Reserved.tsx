import { Button, Text } from '@mantine/core'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import classes from '../earnings/earnings.module.css'
import { openingText, useReserved } from './use-offers.ts'

/** Rides reserved for the driver; each can be accepted from its release on [design/dispatch-21]. */
export const Reserved = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const rides = useReserved()
  const [declining, setDeclining] = useState<OfferView | null>(null)
  const decline = useMove(bookingsCalls.decline)
  const close = () => setDeclining(null)
  return (
    <>
      {rides.length > 0 && (
        <section className={classes.earnings} aria-labelledby="reserved">
          <h2 id="reserved">{t('drive_reserved')}</h2>
          <ul className={classes.trips}>
            {rides.map((ride) => (
              <li key={ride.bookingId} className={classes.ride}>
                <span>
                  <b>{format.date(ride.tripdate, 'date-time')}</b>
                  <bdi>{ride.pickup.add}</bdi>
                  <Text size="xs" c="dimmed">
                    {t('drive_reserved_from', { time: openingText(format, ride) })}
                  </Text>
                </span>
                <span>
                  <b>{format.money(ride.driver_share)}</b>
                  <Button size="sm" px="xs" mih={44} variant="subtle" onClick={() => setDeclining(ride)}>
                    {t('drive_decline')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {declining !== null && (
        <ConfirmDialog
          title={t('drive_reserved_decline')}
          lead={t('drive_reserved_decline_lead')}
          more={
            <Text>
              {format.date(declining.tripdate, 'date-time')} · <bdi>{declining.pickup.add}</bdi>
            </Text>
          }
          confirm={t('drive_decline')}
          keep={t('cancel')}
          busy={decline.isPending}
          onConfirm={() => decline.mutate({ params: { id: declining.bookingId }, body: {} }, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  )
}
