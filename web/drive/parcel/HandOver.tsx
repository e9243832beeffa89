import { Button, Stack, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { deliveryCodeLength } from '@remis/domain/booking/delivery/parcel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { PhotoStep } from './PhotoStep.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import type { ParcelRules } from './use-parcel-rules.ts'
import { usePhoto } from './use-photos.ts'

/** What the courier enters at the door; the pictures are sent separately. */
export interface HandOverWords {
  readonly receivedBy: string
  readonly code?: string
}

interface Props {
  readonly trip: BookingView
  readonly rules: ParcelRules
  /** `signed`: a signature was drawn */
  readonly onSend: (words: HandOverWords, signed: boolean) => void
  readonly onClose: () => void
}

/** Asks for the proof of a delivery before the trip ends [design/delivery-25]. */
export const HandOver = ({ trip, rules, onSend, onClose }: Props) => {
  const { t } = useTranslation()
  const { photo } = usePhoto(trip.id, 'deliver_image')
  const { take: keepSignature } = usePhoto(trip.id, 'signature')
  const [name, setName] = useState(trip.deliveryPerson ?? '')
  const [code, setCode] = useState('')
  const [signature, setSignature] = useState<Promise<Blob | null> | null>(null)
  const ready =
    /\S/.test(name) &&
    (!rules.finalPhoto || photo !== null) &&
    (code.length === deliveryCodeLength || (code === '' && !rules.code))
  const send = async () => {
    const drawn = await signature
    if (drawn !== null) void keepSignature(drawn)
    onSend({ receivedBy: name.trim(), ...(code === '' ? {} : { code }) }, drawn !== null)
  }
  return (
    <Dialog title={t('hand_over')} closeLabel={t('panel_close')} onClose={onClose}>
      <Stack gap="md">
        <PhotoStep
          booking={trip.id}
          name="deliver_image"
          label={t('col_delivery_photo')}
          optional={!rules.finalPhoto}
        />
        <TextInput
          size="md"
          label={t('hand_over_name')}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          size="md"
          dir="ltr"
          label={t(rules.code ? 'recipient_code' : 'recipient_code_optional')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={deliveryCodeLength}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.replace(/\D/g, ''))}
        />
        <SignaturePad onChange={setSignature} />
        <Button size="lg" disabled={!ready} onClick={() => void send()}>
          {t('hand_over_done')}
        </Button>
      </Stack>
    </Dialog>
  )
}
