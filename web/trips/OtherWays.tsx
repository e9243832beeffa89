import { Button, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { CancelDialog } from '../booking-parts/CancelDialog.tsx'
import { useBookAgain, type Wish } from '../booking-parts/use-book-again.ts'
import { priceOf, useCarTypes, usePrices } from '../booking-parts/use-prices.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useFormat } from '../platform/use-format.ts'

/**
 * What a rider may do when no driver answers: another car type with its price, if one is near, or a later time. The
 * request is cancelled first, so that two cars never come for one rider; then the form opens filled in.
 */
export const OtherWays = ({ trip, onWish }: { trip: BookingView; onWish: (wish: Wish) => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: cars = [] } = useCarTypes()
  const prices = usePrices(trip.pickup, trip.drop, true)
  const others = cars.flatMap((car) => {
    const price = car.name === trip.carType ? undefined : priceOf(prices.data, car)
    return price === undefined || price.pickupMinutes === null ? [] : [{ car, price }]
  })
  return (
    <Stack gap="sm" mt="sm">
      <Text size="sm" c="dimmed">
        {t('trip_search_nobody_lead')}
      </Text>
      {others.map(({ car, price }) => (
        <Button
          key={car.id}
          size="md"
          variant="default"
          justify="space-between"
          rightSection={<b>{format.money(price.estimate)}</b>}
          onClick={() => onWish({ carType: car.id })}
        >
          {t('trip_search_other', { carType: car.name })}
        </Button>
      ))}
      <Button size="md" variant="default" justify="flex-start" onClick={() => onWish({ later: true })}>
        {t('trip_search_later')}
      </Button>
    </Stack>
  )
}

/** The form opens when the ride was cancelled, not when the dialog is closed or a driver accepts while it is open. */
export const CancelFirst = ({ trip, wish, onClose }: { trip: BookingView; wish: Wish; onClose: () => void }) => {
  const bookAgain = useBookAgain(trip)
  const close = () => {
    // The answer to the cancel is in the cache before the dialog closes.
    if (queryClient.getQueryData<BookingView>(bookingKeys.one(trip.id))?.status === 'CANCELLED') bookAgain(wish)
    else onClose()
  }
  return <CancelDialog booking={trip} as="rider" onClose={close} />
}
