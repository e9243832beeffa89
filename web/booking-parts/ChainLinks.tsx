import { Anchor, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'

/** The bookings before and after this one, where a driver's cancel made a new one [design/moves-82]. */
export const ChainLinks = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const links = [
    { id: booking.predecessor, text: 'chain_before' },
    { id: booking.successor, text: 'chain_after' },
  ] as const
  if (links.every(({ id }) => !id)) return null
  return (
    <Stack gap={4}>
      {links.map(
        ({ id, text }) =>
          id && (
            <Text key={text} size="sm">
              <Anchor renderRoot={(props) => <Link {...props} to={paths.trip(id)} />}>{t(text, { id })}</Anchor>
            </Text>
          ),
      )}
    </Stack>
  )
}
