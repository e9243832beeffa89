import { Button, Stack, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { deliveryCodeLength } from '@remis/domain/booking/delivery/parcel'
import { digitsOf } from '@remis/domain/kit/digits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { PhotoStep } from './PhotoStep.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import type { ParcelRules } from './use-parcel-rules.ts'
import type { CodeFault } from '../trip/code-fault.ts'
import { usePhoto, usePictureAddress } from './use-photos.ts'

/** What the courier enters at the door; the pictures are sent separately. */
export interface HandOverWords {
  readonly receivedBy: string
  readonly code?: string
}

interface Props {
  readonly trip: BookingView
  readonly rules: ParcelRules
  /** what was wrong with the code of the last try */
  readonly fault: CodeFault<'reach'> | null
  readonly busy: boolean
  /** the action waits for the network: nothing is shown, and what was entered is kept */
  readonly hidden: boolean
  /** `signed`: a signature was drawn */
  readonly onSend: (words: HandOverWords, signed: boolean) => void
  readonly onClose: () => void
}

/** Asks for the proof of a delivery before the trip ends [design/delivery-25]. */
export const HandOver = ({ trip, rules, fault, busy, hidden, onSend, onClose }: Props) => {
  const { t } = useTranslation()
  const { photo } = usePhoto(trip.id, 'deliver_image')
  const { photo: kept, take: keepSignature, remove: removeSignature } = usePhoto(trip.id, 'signature')
  const signedBefore = usePictureAddress(kept?.picture)
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [signature, setSignature] = useState<Promise<Blob | null> | null>(null)
  const faultText = ({ key, left }: CodeFault<'reach'>) =>
    left === null ? t(key) : t('drive_wrong_code', { count: left })
  const ready =
    /\S/.test(name) &&
    (!rules.finalPhoto || photo !== null) &&
    (code.length === deliveryCodeLength || (code === '' && !rules.code))
  const send = async () => {
    const drawn = await signature
    if (drawn !== null) void keepSignature(drawn)
    setSignature(null)
    onSend({ receivedBy: name.trim(), ...(code === '' ? {} : { code }) }, drawn !== null || kept !== null)
    setCode('')
  }
  if (hidden) return null
  return (
    <Dialog title={t('hand_over')} closeLabel={t('panel_close')} busy={busy} onClose={onClose}>
      <Stack gap="md">
        <PhotoStep
          booking={trip.id}
          name="deliver_image"
          label={t('col_delivery_photo')}
          optional={!rules.finalPhoto}
          disabled={busy}
        />
        <TextInput
          size="md"
          label={t('hand_over_name')}
          maxLength={80}
          value={name}
          readOnly={busy}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {name === '' && trip.deliveryPerson !== null && (
          <Button variant="default" size="sm" disabled={busy} onClick={() => setName(trip.deliveryPerson ?? '')}>
            {t('recipient')}: <bdi>{trip.deliveryPerson}</bdi>
          </Button>
        )}
        <TextInput
          size="md"
          dir="ltr"
          label={t(rules.code ? 'recipient_code' : 'recipient_code_optional')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={deliveryCodeLength}
          value={code}
          readOnly={busy}
          error={fault !== null && code === '' ? faultText(fault) : null}
          onChange={({ currentTarget }) => setCode(digitsOf(currentTarget.value))}
        />
        <SignaturePad
          kept={signedBefore}
          disabled={busy}
          onChange={(drawn) => {
            setSignature(drawn)
            if (drawn === null) void removeSignature()
          }}
        />
        <Button size="lg" loading={busy} disabled={!ready} onClick={() => void send()}>
          {t('hand_over_done')}
        </Button>
      </Stack>
    </Dialog>
  )
}
