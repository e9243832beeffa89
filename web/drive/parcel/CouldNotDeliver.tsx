import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { undeliveredReasons, type UndeliveredReason } from '@remis/domain/booking/delivery/parcel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { PhotoStep } from './PhotoStep.tsx'
import type { ParcelRules } from './use-parcel-rules.ts'
import { usePhoto } from './use-photos.ts'

interface Props {
  readonly trip: BookingView
  readonly rules: ParcelRules
  readonly onSend: (words: { readonly reason: UndeliveredReason; readonly note?: string }) => void
  readonly onClose: () => void
}

/** Asks why the parcel is returned; nothing is preselected [design/delivery-31]. */
export const CouldNotDeliver = ({ trip, rules, onSend, onClose }: Props) => {
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
        {rules.finalPhoto && <PhotoStep booking={trip.id} name="return_image" label={t('return_photo')} />}
        <Text size="sm">{t('could_not_deliver_lead')}</Text>
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
