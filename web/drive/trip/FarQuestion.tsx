import { Button, Group, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'

interface Props {
  readonly action: 'arrive' | 'reach'
  readonly trip: Pick<BookingView, 'pickup' | 'drop'>
  /** null: unknown */
  readonly at: LatLng | null
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks a driver far from the pickup or the drop before the action is sent, with the distance. */
export const FarQuestion = ({ action, trip, at, onSend, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const arriving = action === 'arrive'
  const goal = arriving ? trip.pickup : trip.drop
  const distance = at === null ? null : format.distance(kmBetween(at, goal))
  const keep = t(arriving ? 'drive_not_yet' : 'drive_keep_driving')
  return (
    <Dialog
      title={t(arriving ? 'drive_arrive_far_title' : 'drive_reach_far_title')}
      closeLabel={keep}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text fw={600}>
          {distance === null
            ? t('drive_arrive_nowhere')
            : t(arriving ? 'drive_arrive_far' : 'drive_reach_far', { distance })}
        </Text>
        {arriving && <Text size="sm">{t('drive_arrive_far_means')}</Text>}
        <Group grow preventGrowOverflow={false} gap="sm">
          <Button size="md" variant="default" onClick={onSend}>
            {t(arriving ? 'drive_arrive_anyway' : 'drive_reach_anyway')}
          </Button>
          <Button size="md" data-autofocus onClick={onClose}>
            {keep}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
