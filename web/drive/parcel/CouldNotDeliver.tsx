import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { undeliveredReasons, type UndeliveredReason } from '@remis/domain/booking/delivery/parcel'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { askAtDrop } from '../trip/drive-steps.ts'
import { PhotoStep } from './PhotoStep.tsx'
import type { ParcelRules } from './use-parcel-rules.ts'
import { usePhoto } from './use-photos.ts'

interface Props {
  readonly trip: BookingView
  /** the courier's position; null: unknown */
  readonly at: LatLng | null
  readonly rules: ParcelRules
  readonly onSend: (words: { readonly reason: UndeliveredReason; readonly note?: string }) => void
  readonly onClose: () => void
}

/** What the return means for the sender; far from the drop it may be free [design/delivery-35]. */
const ReturnLead = ({ trip, at }: Pick<Props, 'trip' | 'at'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Text size="sm">
      {at === null
        ? t('could_not_deliver_nowhere')
        : askAtDrop(trip, at)
          ? t('could_not_deliver_far', { distance: format.distance(kmBetween(at, trip.drop)) })
          : t('could_not_deliver_lead')}
    </Text>
  )
}

/** Asks why the parcel is returned; nothing is preselected [design/delivery-31]. */
export const CouldNotDeliver = ({ trip, at, rules, onSend, onClose }: Props) => {
  const { t } = useTranslation()
  const { photo } = usePhoto(trip.id, 'return_image')
  const [reason, setReason] = useState<UndeliveredReason | null>(null)
  const [note, setNote] = useState('')
  const ready = reason !== null && (reason !== 'other' || /\S/.test(note)) && (!rules.finalPhoto || photo !== null)
  return (
    <Dialog title={t('could_not_deliver_title')} closeLabel={t('panel_close')} onClose={onClose}>
      <Stack gap="md">
        <Radio.Group
          aria-label={t('could_not_deliver_title')}
          value={reason}
          onChange={(value) => setReason(undeliveredReasons.find((one) => one === value) ?? null)}
        >
          <Stack gap={4}>
            {undeliveredReasons.map((one) => (
              <Radio key={one} value={one} label={t(`undelivered_${one}`)} size="md" py={8} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          size="md"
          label={t('undelivered_note')}
          maxLength={300}
          autosize
          minRows={2}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <PhotoStep booking={trip.id} name="return_image" label={t('return_photo')} optional={!rules.finalPhoto} />
        <ReturnLead trip={trip} at={at} />
        <Group justify="flex-end" gap="sm">
          <Button size="md" variant="default" onClick={onClose}>
            {t('drive_keep_driving')}
          </Button>
          <Button
            size="md"
            color="red"
            disabled={!ready}
            onClick={() => {
              const said = note.trim()
              if (reason !== null) onSend({ reason, ...(said === '' ? {} : { note: said }) })
            }}
          >
            {t('could_not_deliver_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
